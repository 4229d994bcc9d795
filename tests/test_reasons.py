"""Reasons in Turkish: every one that a crawl gives is known, and whatever stands in them stays as it is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mekik.reasons
from mekik.fetch.egress import Egress
from mekik.reasons import in_language, is_known

_TABLE = tomllib.loads((Path(mekik.reasons.__file__).parent / "texts" / "reasons_tr.toml").read_text("utf-8"))


@pytest.mark.parametrize(("english", "turkish"), _TABLE.items())
def test_no_part_is_lost(english: str, turkish: str) -> None:
    parts = set(re.findall(r"\{.\}", english))
    assert set(re.findall(r"\{.\}", turkish)) == parts
    values = {"{a}": "çay/1", "{b}": "42", "{c}": "x.test"}
    reason = re.sub(r"\{.\}", lambda part: values[part[0]], english)
    told = in_language(reason, "tr")
    assert all(values[part] in told for part in parts)
    assert told == re.sub(r"\{.\}", lambda part: values[part[0]], turkish), "another sentence takes its place"


def test_reasons_within_reasons_and_beside_each_other() -> None:
    assert in_language("redirects to http://a.test/: a visit deletes something", "tr") == (
        "şuraya yönlendiriyor: http://a.test/: ziyaret edilirse bir şey silinir"
    )
    assert in_language("the page asks robots for noindex; something new", "tr") == (
        "sayfa robotlardan şunu istiyor: noindex; something new"
    )
    assert in_language("exclude a; b", "en") == "exclude a; b"


def test_what_the_door_says_is_known() -> None:
    egress = Egress(contact_set=True)
    for host in ("10.0.0.1", "127.0.0.1", "169.254.169.254", "[::1]", "224.0.0.1", "[::ffff:10.0.0.1]"):
        refusal = egress.check_url(f"http://{host}/")
        assert refusal is not None
        assert is_known(refusal.reason, "tr"), refusal.reason


@given(st.text(max_size=300))
def test_any_text_is_told_somehow(reason: str) -> None:
    assert isinstance(in_language(reason, "tr"), str)
