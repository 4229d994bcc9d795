"""What is printed from the web is harmless, and JSON is JSON."""

from __future__ import annotations

import json
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.cli.terminal import date_text, duration_text, encode_json, harmless, size_text, table

STEERING = ["\x1b[31mred", "\x1b]0;title\x07", "\x9b2J", "a\rb", "\x00", "\x7f", "\u2028", "\ud800"]
HIDING = ["\u202etxt.exe", "\u2066x\u2069", "\u200f", "\ufeff", "\U000e0041"]


@pytest.mark.parametrize("text", STEERING + HIDING)
def test_nothing_steers_a_terminal(text: str) -> None:
    """faults: 36, 71"""
    safe = harmless(f"before {text} after")
    assert safe.startswith("before ")
    assert safe.endswith(" after")
    bad = [sign for sign in safe if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    assert bad == []


@given(st.text(alphabet=st.characters(), max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_becomes_one_harmless_line(text: str) -> None:
    """faults: 36, 71"""
    safe = harmless(text)
    assert "\n" not in safe
    assert "\x1b" not in safe
    assert not any(unicodedata.bidirectional(sign) in ("RLO", "LRO", "RLE", "LRE", "PDF", "RLI") for sign in safe)
    assert harmless(safe) == safe


def test_letters_of_all_languages_stay() -> None:
    text = "İstanbul’da ığüşöç, Čšž, ß, العربية, 日本語"
    assert harmless(text) == text


@given(st.dictionaries(st.text(max_size=5), st.text(alphabet=st.characters(), max_size=20), max_size=3))
@settings(max_examples=200, deadline=None)
def test_json_says_the_same_and_steers_nothing(value: dict[str, str]) -> None:
    """faults: 36"""
    document = encode_json(value)
    assert json.loads(document) == value
    assert harmless(document).replace(" ", "") == document.replace(" ", "")


def test_json_escapes_what_hides() -> None:
    document = encode_json({"title": "a\u202eb\x9b\U000e0041"})
    assert document == '{"title":"a\\u202eb\\u009b\\udb40\\udc41"}'
    assert json.loads(document)["title"] == "a\u202eb\x9b\U000e0041"


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (123_456, "123 kB"), (999_600, "1.0 MB"), (5e12, "5.0 TB")],
)
def test_sizes(count: float, text: str) -> None:
    assert size_text(count) == text


@pytest.mark.parametrize(("seconds", "text"), [(0.25, "0.2 s"), (59, "59 s"), (61, "1 min 1 s"), (7260, "2 h 1 min")])
def test_durations(seconds: float, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")
    assert duration_text(seconds) == text


def test_a_table_aligns_its_columns() -> None:
    assert table([("a", "first"), ("long", "second")]) == ["  a     first", "  long  second"]
    assert table([]) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1_700_000_000, "2023-11-14 22:13"),
        (1_700_000_000.9, "2023-11-14 22:13"),
        ("20231114221320", "2023-11-14 22:13"),
        ("2023-11-14T22:13:20Z", "2023-11-14 22:13"),
        ("2023-11-15T00:13:20+02:00", "2023-11-14 22:13"),
        ("20239914221320", "20239914221320"),
        ("some\x1b day", "some\ufffd day"),
        (1e300, "1e+300"),
        (None, ""),
        ("", ""),
    ],
)
def test_dates(value: object, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    assert date_text(value) == text
