"""Dates as people and programs write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.parse.dates import read_date


def moment(text: str) -> str | None:
    found = read_date(text)
    return None if found is None else datetime.fromtimestamp(found, UTC).strftime("%Y-%m-%d %H:%M:%S")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024", "2024-01-01 00:00:00"),
        ("2024-05", "2024-05-01 00:00:00"),
        ("20240517", "2024-05-17 00:00:00"),
        ("2024-05-17T10:11:12+03:00", "2024-05-17 07:11:12"),
        ("2024-05-17T10:11:12.123456Z", "2024-05-17 10:11:12"),
        ("2024-05-17 10:11", "2024-05-17 10:11:00"),
        ("2024-05-17T10:11:12-0530", "2024-05-17 15:41:12"),
        ("Fri, 17 May 2024 10:11:12 GMT", "2024-05-17 10:11:12"),
        ("Fri, 17 May 2024 10:11:12 +0300", "2024-05-17 07:11:12"),
        ("17 May 2024 10:11:12 PST", "2024-05-17 18:11:12"),
        ("Friday, 17-May-24 10:11:12 UTC", "2024-05-17 10:11:12"),
        ("Cum, 17 Mayıs 2024 10:11:12 +0300", "2024-05-17 07:11:12"),
        ("17.05.2024 10:11", "2024-05-17 10:11:00"),
        ("05/17/2024", "2024-05-17 00:00:00"),
        ("2024/5/7 3:04", "2024-05-07 03:04:00"),
        ("Friday, May 17th, 2024", "2024-05-17 00:00:00"),
        ("17 MAYIS 2024 Cuma, 10:11", "2024-05-17 10:11:00"),
        ("3 ŞUBAT 2021", "2021-02-03 00:00:00"),
        ("12. März 2023", "2023-03-12 00:00:00"),
        ("1715940672", "2024-05-17 10:11:12"),
        ("1715940672000", "2024-05-17 10:11:12"),
    ],
)
def test_dates_of_many_kinds(text: str, expected: str) -> None:
    assert moment(text) == expected
    assert moment(f"  {text}\n") == expected


@pytest.mark.parametrize(
    "text",
    ["", "yesterday", "2024-13-01", "99999-01-01", "0001-01-01", "2024-05-17T10:11:12+99:99", "17", "1/2/3"],
)
def test_what_is_no_date(text: str) -> None:
    assert moment(text) is None


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=100) | st.from_regex(r"[0-9:.,/+\-TZ A-Za-z]{0,60}", fullmatch=True))
def test_any_text(text: str) -> None:
    found = read_date(text)
    assert found is None or 0 <= found <= 7_258_118_400
