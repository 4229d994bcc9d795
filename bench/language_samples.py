"""Labelled texts in thirty languages, to judge identifiers by.

They are the Universal Declaration of Human Rights, and of Turkish also ordinary prose about history (`data/languages`,
whose README says where they come from). Nothing was learned or tuned from them.
"""

from __future__ import annotations

from pathlib import Path

from mekik.analysis.languages.evaluation import labelled_texts

DATA = Path(__file__).resolve().parent / "data" / "languages"
LANGUAGES = (
    "tr", "az", "en", "de", "nl", "sv", "da", "no", "fr", "es", "pt", "it", "ro", "ca", "pl", "cs", "sk", "sl", "hr",
    "hu", "fi", "et", "lt", "lv", "sq", "id", "ru", "uk", "bg", "el",
)  # fmt: skip
PLAIN = "tr without ç ğ ı ö ş ü"
_PLAIN_LETTERS = str.maketrans("çğıöşüâîûÇĞİÖŞÜÂÎÛ", "cgiosuaiuCGIOSUAIU")


def texts() -> dict[str, list[str]]:
    """By language, and Turkish once more as people type it who have no Turkish keyboard."""
    found = labelled_texts([DATA])
    found[PLAIN] = list(map(without_turkish_letters, found["tr"]))
    assert set(found) == {*LANGUAGES, PLAIN}
    return found


def without_turkish_letters(text: str) -> str:
    return text.translate(_PLAIN_LETTERS)
