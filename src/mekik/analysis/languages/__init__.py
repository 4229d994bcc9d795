"""Which language a text is in.

`LanguageIdentifier` is the plug point; `make` gives one by its name. `fast` is for pages, `short` for queries and
titles, `ngram` is the one that anybody can teach a language, `lingua` is there where it is installed.

    protocol.py     the plug point
    fast.py         a fastText model's view of a few samples, and what the page says of itself
    short.py        the same model, dictionaries and letters together, for a few words
    known_words.py  whether a dictionary has a word
    ngram.py        Cavnar and Trenkle: whose n-grams stand in the most similar order
    profiles.py     what that knows of each language, and how it learns
    by_lingua.py    the library of that name
    scripts.py      what the letters alone tell
    habits.py       what the pages of a host are usually in
    parts.py        pages in several languages
    choice.py       identifiers by name
    evaluation.py   how often each is right
"""

from __future__ import annotations

from mekik.analysis.languages.choice import NAMES, available, make
from mekik.analysis.languages.fast import FastTextIdentifier
from mekik.analysis.languages.protocol import SURE, LanguageIdentifier

__all__ = ["NAMES", "SURE", "FastTextIdentifier", "LanguageIdentifier", "available", "make"]
