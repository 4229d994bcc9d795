"""The words of a text in Latin letters, the quick way: a few passes over the whole text instead of one step a word.

Most pages are such texts. What these passes cannot do exactly as `words.py` does (other scripts, loose accents, odd
apostrophes) is left to it: `latin_words` then answers None. A property test holds the two together; only words of more
than a hundred letters, for which nobody looks, are not cut here. Compiled code, where there is any, does all passes in
one, by a table of letters that is made with them.
"""

from __future__ import annotations

import re
from functools import cache

from mekik.analysis.casing import DOTTED
from mekik.analysis.native import native

_MARK = "'"
"""All apostrophes become this one. Each pattern begins with it: looking for a single letter is quickest."""
_LETTER = r"[^\W_]"
_POSSESSIVE = re.compile(rf"{_MARK}(?<={_LETTER}{_MARK})[sS](?!{_LETTER}|{_MARK}{_LETTER})")
_SUFFIXES = re.compile(rf"{_MARK}(?<={_LETTER}{_LETTER}{_MARK}){_LETTER}+(?:{_MARK}{_LETTER}+)*")
_ONE_LETTER = re.compile(rf"{_MARK}(?<=(?<!{_LETTER}){_LETTER}{_MARK}){_LETTER}")

# UTF-8. Two bytes beginning with C2 to C9 are Latin letters up to U+024F and a few signs; E2 80 to E2 AF are
# punctuation and symbols but for the few that count as letters or digits or join them; F0 9F are pictures.
_SIMPLE = bytes(code for code in range(256) if code < 0xCA)
_STRANGE_SYMBOL = re.compile(
    rb"\xe2(?:[^\x80-\x83\x86-\x92\x94-\x9c\xa0-\xaf]|\x80[\x8c\x8d]|\x81[\xb0-\xbf]|\x82[\x80-\x9f]|\x83[\x90-\xbf])"
)
_SYMBOL = re.compile(rb"\xe2..", re.DOTALL)
_STRANGE_PICTURE = re.compile(rb"\xf0[^\x9f]")
_PICTURE = re.compile(rb"\xf0...", re.DOTALL)
_SIGN = re.compile(rb"\xc2[\x80-\xa9\xab\xac\xae-\xb1\xb4\xb6-\xb8\xbb\xbf]")
_FOLDED_OTHERWISE = "µßẞŉſǰ"
"""Those that `lower` would leave as letters of ours."""
_BLANKS = bytes(code if code >= 128 or chr(code).isalnum() else 32 for code in range(256))


_LETTERS, _ROW, _STRANGE = 0x250, 4, 255
"""The compiled code knows the letters up to U+024F by four bytes each: how many it becomes, and which."""
_LOOKED_AT = "'\u00ad"
"""What these become depends on what stands beside them."""


def latin_words(text: str, language: str) -> bytes | None:
    """The words in the spelling of the index with one or more blanks between them, as UTF-8; None when the text is not
    that simple."""
    if native is not None:
        dotted = language in DOTTED
        found = native.fold(text, _letters(dotted), "t" if dotted else "e" if language == "en" else "-")
        if found is not None:
            return found
    return in_passes(text, language)


@cache
def _letters(dotted: bool) -> bytes:
    rows = bytearray()
    for code in range(_LETTERS):
        letters = in_passes(chr(code), "tr" if dotted else "")
        if letters is None or chr(code) in _LOOKED_AT or len(letters) >= _ROW:
            rows += bytes([_STRANGE, 0, 0, 0])
        else:
            rows += bytes([len(letters)]) + letters.ljust(_ROW - 1, b"\0")
    return bytes(rows)


def in_passes(text: str, language: str) -> bytes | None:
    """The same without compiled code."""
    for mark in "’‘′":
        if mark in text:
            text = text.replace(mark, _MARK)
    marked = _MARK in text
    if "\u00ad" in text:
        if marked:
            return None
        text = text.replace("\u00ad", "")
    if marked:
        if language in DOTTED:
            if _ONE_LETTER.search(text):
                return None
            text = _SUFFIXES.sub("", text)
        elif language == "en":
            text = _POSSESSIVE.sub("", text)
    if language in DOTTED:
        text = text.replace("İ", "i").replace("I", "ı")
    # Folding costs half as much again as lowering, and differs for few letters only.
    folded = text.casefold() if any(map(text.__contains__, _FOLDED_OTHERWISE)) else text.lower()
    if "\u0307" in folded:
        folded = folded.replace("i\u0307", "i")
    for sign in "×÷":
        if sign in folded:
            folded = folded.replace(sign, " ")
    data = folded.encode("utf-8", "replace")
    if not data.isascii():
        rare = data.translate(None, _SIMPLE)
        if rare:
            if rare.strip(b"\xe2\xf0") or _STRANGE_SYMBOL.search(data) or _STRANGE_PICTURE.search(data):
                return None
            data = _PICTURE.sub(b" ", _SYMBOL.sub(b" ", data))
        if b"\xc2" in data:
            data = _SIGN.sub(b" ", data)
    return data.translate(_BLANKS)
