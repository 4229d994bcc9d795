"""Saying in one language what was said in another, so that pages are found across languages.

`Translator` is the plug point; `make_translator` gives the one that the settings ask for.

    protocol.py        the plug point
    freedict.py        dictionaries found on the machine, word by word
    dictd.py           their files; glosses.py takes an entry apart, keys.py says what words are looked up by
    lexicon.py         one of them in one direction, made ready once and then opened in no time
    compounds.py       long words of which only the parts are known
    cognates.py        words that are nearly the same in both languages
    libretranslate.py  a server that translates sentences
    argos.py           a translator in this process, where it is installed
    choosing.py        which of them
    pages.py           whole pages, for the index
"""

from __future__ import annotations

from mekik.translation.choosing import make_translator
from mekik.translation.keys import head, words_of
from mekik.translation.pages import PageTranslator
from mekik.translation.protocol import RenderedWord, Rendering, Translated, TranslatedText, Translator, WordRenderings

__all__ = [
    "PageTranslator", "RenderedWord", "Rendering", "Translated", "TranslatedText", "Translator", "WordRenderings",
    "head", "make_translator", "words_of",
]  # fmt: skip
