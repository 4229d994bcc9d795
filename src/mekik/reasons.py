"""The reason of an outcome in another language.

Reasons are English sentences with parts that change, and they stand like that in stores and logs, which programs read.
People are told them in their own language: the table has every sentence with its parts; what it does not know stays.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import re2

_FOLDER = Path(__file__).parent / "texts"
_PART = re.compile(r"\{([a-c])\}")
_DEEPEST = 4


class _Sentence(NamedTuple):
    prefix: str
    pattern: re2._Regexp
    translation: str


@lru_cache(maxsize=4096)
def in_language(reason: str, locale: str) -> str:
    """`reason` may be several, joined by semicolons."""
    sentences = _sentences(locale)
    return _told(reason, sentences, _DEEPEST) if sentences else reason


def is_known(reason: str, locale: str) -> bool:
    """Whether the table has it, or each of several."""
    return all(_match(part, _sentences(locale)) is not None for part in _parts(reason, _sentences(locale)))


def _told(reason: str, sentences: tuple[_Sentence, ...], deepest: int) -> str:
    return "; ".join(_one(part, sentences, deepest) for part in _parts(reason, sentences))


def _parts(reason: str, sentences: tuple[_Sentence, ...]) -> list[str]:
    """A sentence of the table may itself hold a semicolon."""
    return [reason] if _match(reason, sentences) is not None else reason.split("; ")


def _one(reason: str, sentences: tuple[_Sentence, ...], deepest: int) -> str:
    found = _match(reason, sentences)
    if found is None:
        return reason
    translation, parts = found
    told = {name: _told(text, sentences, deepest - 1) if deepest else text for name, text in parts.items()}
    return _PART.sub(lambda part: told[part[1]], translation)


def _match(reason: str, sentences: tuple[_Sentence, ...]) -> tuple[str, dict[str, str]] | None:
    for prefix, pattern, translation in sentences:
        if reason.startswith(prefix):
            found = pattern.fullmatch(reason)
            if found is not None:
                return translation, found.groupdict()
    return None


@cache
def _sentences(locale: str) -> tuple[_Sentence, ...]:
    path = _FOLDER / f"reasons_{locale}.toml"
    if not path.exists():
        return ()
    table = tomllib.loads(path.read_text("utf-8"))
    return tuple(_Sentence(_PART.split(english)[0], _pattern(english), text) for english, text in table.items())


def _pattern(english: str) -> re2._Regexp:
    # Texts and names of parts take turns; a part is as short as can be, so that what follows it is found.
    pieces = enumerate(_PART.split(english))
    return re2.compile(
        "(?s)" + "".join(f"(?P<{piece}>.+?)" if place % 2 else re2.escape(piece) for place, piece in pieces)
    )
