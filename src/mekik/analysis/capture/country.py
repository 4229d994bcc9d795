"""The country that numbers without a + belong to: the job's, or what the page's address and language tell."""

from __future__ import annotations

from functools import lru_cache

from mekik.urls import authority

AUTO = "auto"

_ANYWHERE = frozenset(("ac", "ai", "am", "cc", "cd", "co", "dj", "eu", "fm", "gg", "gl", "im", "io", "la", "ly", "me",
                       "ms", "mu", "nu", "sc", "sh", "st", "su", "to", "tv", "vc", "vg", "ws"))  # fmt: skip
"""Endings of countries that all the world uses."""
_OTHER_CODES = {"uk": "GB"}
_BY_LANGUAGE = {
    "tr": "TR", "de": "DE", "sl": "SI", "fr": "FR", "it": "IT", "es": "ES", "nl": "NL", "pl": "PL", "cs": "CZ",
    "sk": "SK", "hu": "HU", "ro": "RO", "bg": "BG", "el": "GR", "sv": "SE", "da": "DK", "fi": "FI", "no": "NO",
    "nb": "NO", "hr": "HR", "sr": "RS", "uk": "UA", "ru": "RU", "ja": "JP", "ko": "KR", "az": "AZ", "et": "EE",
    "lv": "LV", "lt": "LT", "mk": "MK", "sq": "AL", "he": "IL", "th": "TH", "vi": "VN", "id": "ID",
}  # fmt: skip
"""Languages that are spoken in one country above all; others say too little."""


def country_of(setting: str, url: str, language: str) -> str | None:
    """Two letters, or None when nothing tells."""
    if setting != AUTO:
        return setting.upper() or None
    return _by_page(authority(url).partition(":")[0], language[:12].lower().replace("_", "-"))


@lru_cache(maxsize=4096)
def _by_page(host: str, language: str) -> str | None:
    ending = host.rpartition(".")[2]
    if len(ending) == 2 and ending.isalpha() and ending not in _ANYWHERE:
        return _OTHER_CODES.get(ending, ending.upper())
    tongue, _, region = language.partition("-")
    if len(region) == 2 and region.isalpha():
        return region.upper()
    return _BY_LANGUAGE.get(tongue)
