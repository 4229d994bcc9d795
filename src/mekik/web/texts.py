"""Every sentence of the pages, in English and Turkish: `texts/en/` and `texts/tr/`, a file a subject, the same keys."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from mekik.settings import Row

LOCALES = ("en", "tr")
_FOLDER = Path(__file__).parent / "texts"

Say = Callable[..., str]


@cache
def catalogue(locale: str) -> dict[str, str]:
    files = sorted((_FOLDER / locale).glob("*.toml"))
    return {key: text for file in files for key, text in _flatten(tomllib.loads(file.read_text("utf-8")), "")}


@cache
def sayer(locale: str) -> Say:
    """`say("search.none", query=…)` in one language."""
    sentences, english = catalogue(locale), catalogue("en")

    def say(key: str, **values: object) -> str:
        one = f"{key}_1"  # a sentence of its own for one thing, where there is such
        if one in sentences and any(value in (1, "1") for value in values.values()):
            key = one
        text = sentences.get(key) or english[key]
        return text.format(**values) if values else text

    return say


@cache
def _settings(locale: str) -> dict[str, str]:
    """What settings do, where that is not in the table itself: with the sentences of the command line."""
    file = _FOLDER.parent.parent / "cli" / "texts" / f"{locale}.toml"
    if locale == "en" or not file.exists():
        return {}
    return dict(_flatten(tomllib.loads(file.read_text("utf-8")).get("setting", {}), ""))


def setting_help(locale: str, row: Row) -> str:
    """What a setting does, in the reader's language."""
    return _settings(locale).get(row.name) or row.help


@cache
def namer(locale: str) -> Callable[[str, object], str]:
    """`named("language", "tr")`: a name for people where there is one, else the value itself."""
    sentences = catalogue(locale)

    def named(kind: str, value: object) -> str:
        return sentences.get(f"{kind}.{value}", str(value))

    return named


def names(locale: str, kind: str) -> list[tuple[str, str]]:
    """All values of a kind that have a name, with it, in its order."""
    found = [(key.partition(".")[2], text) for key, text in catalogue(locale).items() if key.startswith(f"{kind}.")]
    return sorted(found, key=lambda pair: pair[1])


def choose(wanted: str, accepted: str) -> str:
    """The person's own choice, else the first language of Accept-Language that we have."""
    if wanted in LOCALES:
        return wanted
    for part in accepted.split(",")[:10]:
        locale = part.strip()[:2].lower()
        if locale in LOCALES:
            return locale
    return "en"


def _flatten(tree: dict[str, Any], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in tree.items():
        pairs += _flatten(value, f"{prefix}{name}.") if isinstance(value, dict) else [(prefix + name, str(value))]
    return pairs
