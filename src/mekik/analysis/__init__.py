"""What we make of a document: its language, and its words as the index keeps them.

`Analyser` turns a `Document` into an `Analysis`. `tokens` and `query_tokens` give the same words one by one, with
their places in the text: for queries, for highlighting and for people who want to see. `WordAnalyser` and
`LanguageIdentifier` are the plug points.

    analyser.py  a whole page, the quick way
    languages/   which language a text is in
    words.py     text to words, by the habits of its language
    analysers.py the analysers that a job can choose, by name
    casing.py    lower case that knows the Turkish i
    stems.py     a word's root: dictionaries, Snowball, first letters
    turkish.py, suffixes.py      Turkish roots: dictionary, spelling, chains of suffixes
    prefix.py, names.py          the prefix-match stemmer; places and persons
    own_words.py a job's own synonyms and misspellings
    accents.py   accents that people leave out, by language
    lemmas.py    a dictionary in flat arrays
    lemma_files.py  where these are kept, and made when they are not there
    latin.py     the words of a text in Latin letters, in a few passes
    memory.py    a text in all its forms, by what was worked out before
    word_table.py  the other forms of words, a whole page at a time
    native.py, _native.c         the loops over all words of a page, compiled where there is a compiler
    tokens.py    words with their places
    keywords.py, stop_words.py   what a page is about, in a few words
    prints.py    words as numbers, all at once
    stuffing.py  spam that a page shows by itself
    sketch.py    64 bytes by which texts that are alike are found
"""

from __future__ import annotations

from mekik.analysis.analyser import Analyser, Columns
from mekik.analysis.analysers import ANALYSERS, check_analyser, word_analyser
from mekik.analysis.languages import FastTextIdentifier, LanguageIdentifier
from mekik.analysis.sketch import VERSION as SKETCH_VERSION
from mekik.analysis.sketch import likeness
from mekik.analysis.stems import knows
from mekik.analysis.tokens import ExplainedToken, Token, explained, query_tokens, tokens
from mekik.analysis.words import Word, WordAnalyser

__all__ = [
    "ANALYSERS",
    "SKETCH_VERSION",
    "Analyser",
    "Columns",
    "ExplainedToken",
    "FastTextIdentifier",
    "LanguageIdentifier",
    "Token",
    "Word",
    "WordAnalyser",
    "check_analyser",
    "explained",
    "knows",
    "likeness",
    "query_tokens",
    "tokens",
    "word_analyser",
]
