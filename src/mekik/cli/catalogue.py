"""Every sentence that the command line says to people, in English and Turkish.

The sentences live in `texts/en.toml` and `texts/tr.toml` under the same keys. `MEKIK_LANG` chooses the language,
else the locale does. JSON output never depends on it.
"""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from mekik.reasons import in_language

LANGUAGES = ("en", "tr")
_FOLDER = Path(__file__).parent / "texts"


def language() -> str:
    """The first of MEKIK_LANG, LC_ALL, LC_MESSAGES and LANG that is set decides."""
    for variable in ("MEKIK_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            wanted = value[:2].lower()
            return wanted if wanted in LANGUAGES else "en"
    return "en"


@cache
def catalogue(name: str) -> dict[str, str]:
    """All sentences of one language by dotted key."""
    with (_FOLDER / f"{name}.toml").open("rb") as file:
        return dict(_flatten(tomllib.load(file), ""))


def say(key: str, **values: object) -> str:
    """The sentence under `key` with its {places} filled."""
    text = find(key)
    if text is None:
        raise KeyError(key)
    return text.format(**values) if values else text


def find(key: str) -> str | None:
    """The raw sentence under `key`, or None where there is none in any language."""
    chosen = language()
    text = catalogue(chosen).get(key)
    return text if text is not None or chosen == "en" else catalogue("en").get(key)


def reason_text(reason: str) -> str:
    """The reason of an outcome, or of an end, in this language."""
    return in_language(reason, language())


def keys_under(prefix: str) -> list[str]:
    """The keys that begin with `prefix`, in the order of the file."""
    return [key for key in catalogue("en") if key.startswith(prefix)]


def _flatten(tree: dict[str, Any], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in tree.items():
        if isinstance(value, dict):
            pairs += _flatten(value, f"{prefix}{name}.")
        else:
            pairs.append((prefix + name, str(value)))
    return pairs
