"""Numbers without a + belong to the job's country, or to the one that the page's address or language tells."""

from __future__ import annotations

import pytest

from mekik.analysis.capture.country import country_of


@pytest.mark.parametrize(
    ("setting", "url", "language", "country"),
    [("auto", "https://www.example.com.tr/", "en", "TR"), ("auto", "https://example.de/", "", "DE"),
     ("auto", "https://example.co.uk:8080/a", "", "GB"), ("auto", "https://example.io/", "tr", "TR"),
     ("auto", "https://example.com/", "tr-TR", "TR"), ("auto", "https://example.com/", "de_AT", "AT"),
     ("auto", "https://example.com/", "en-US", "US"), ("auto", "https://example.com/", "sl", "SI"),
     ("auto", "https://example.com/", "en", None), ("auto", "https://example.com/", "", None),
     ("auto", "http://127.0.0.1/", "tr", "TR"), ("auto", "", "", None), ("si", "https://example.de/", "tr", "SI")],
)  # fmt: skip
def test_the_country_of_a_page(setting: str, url: str, language: str, country: str | None) -> None:
    assert country_of(setting, url, language) == country
