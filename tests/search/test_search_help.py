"""What helps people who search: did you mean, suggestions, why this result."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_kit import EVERYBODY, ask, make_entry, make_index, standard_entries

from mekik.index import TantivyReader
from mekik.search import Viewer, suggest
from mekik.search.letters import alike, distance, slips

ALI, VELI = Viewer("ali"), Viewer("veli")


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> TantivyReader:
    secret = [
        make_entry("http://ali.org/1", "tr", "Gizli formülün çözümü", "Zerdüşt formülü çözüldü.", owner="ali"),
        make_entry("http://veli.org/1", "tr", "Herkese açık", "Başka bir çözüm önerisi.", owner="veli"),
    ]
    return make_index(tmp_path_factory.mktemp("index"), [*standard_entries(), *secret])


def meant(reader: TantivyReader, text: str, viewer: Viewer = EVERYBODY) -> str | None:
    found = ask(reader, text, viewer=viewer).did_you_mean
    return found.query if found else None


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("KÖRPÜ", "köprü"), ("bridgse", "bridges"), ("chlidren", "children"), ("traffcics", "traffic"),
        ("kara korpu", "kara köprü"), ("site:gazete.com.tr korpu", "site:gazete.com.tr köprü"),
    ],
)  # fmt: skip
def test_a_slip_is_mended(reader: TantivyReader, typed: str, wanted: str) -> None:
    assert meant(reader, typed) == wanted


@pytest.mark.parametrize(("typed", "wanted"), [("cozum", "çözüm"), ("kopru", "köprü"), ("ugursuz", "uğursuz")])
def test_turkish_letters_may_be_typed_without_their_marks(reader: TantivyReader, typed: str, wanted: str) -> None:
    """What the dictionary knows is found at once, the rest is proposed."""
    assert ask(reader, typed).total == ask(reader, wanted).total or meant(reader, typed) == wanted


@pytest.mark.parametrize(
    "typed", ["köprü", "kopru", "ugursuz", "zzzzzzqqqq", '"kopru"', "-kopru kedi", "", "a", "*", "123456", "kedi"]
)
def test_nothing_is_proposed_without_need(reader: TantivyReader, typed: str) -> None:
    assert meant(reader, typed) is None


def test_spelling_knows_only_what_the_viewer_may_see(reader: TantivyReader) -> None:
    """faults: 60, 61"""
    assert ask(reader, "zerdust", viewer=ALI).total == 1
    assert ask(reader, "zerdust", viewer=VELI).total == 0
    assert meant(reader, "zerdust", VELI) is None
    assert meant(reader, "zrdüşd", ALI) == "zerdüşt"
    assert meant(reader, "zrdüşd", VELI) is None
    assert meant(reader, "zrdüşd", Viewer("veli", owners=frozenset({"ali"}))) == "zerdüşt"


def test_suggestions_are_of_what_the_viewer_may_see(reader: TantivyReader) -> None:
    """faults: 60"""
    assert "formülün" in suggest(reader, "form", viewer=ALI)
    assert "Gizli formülün çözümü" in suggest(reader, "giz", viewer=ALI)
    assert suggest(reader, "form", viewer=VELI) == []
    assert suggest(reader, "giz", viewer=VELI) == []


def test_suggestions_go_on_from_what_is_typed(reader: TantivyReader) -> None:
    assert "yeni köprü" in suggest(reader, "yeni kö", viewer=EVERYBODY)
    assert "köprü" in suggest(reader, "kop", viewer=EVERYBODY)
    assert "Yeni köprü açıldı" in suggest(reader, "yeni kop", viewer=EVERYBODY)
    assert suggest(reader, "sokak kö", viewer=EVERYBODY) == []
    assert len(suggest(reader, "ka", viewer=EVERYBODY, limit=3)) <= 3


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text_can_be_helped_with(reader: TantivyReader, text: str) -> None:
    """faults: 52"""
    assert len(suggest(reader, text, viewer=ALI)) <= 10
    ask(reader, text, viewer=ALI, explain=True)


@pytest.mark.parametrize("query", ["kara kedi", '"black cats"', "köprü OR kedi", "title:köprü", "cats -dogs", "kar*"])
def test_the_reasons_add_up_to_the_score(reader: TantivyReader, query: str) -> None:
    result = ask(reader, query, explain=True)
    assert result.hits
    for hit in result.hits:
        assert isinstance(hit.why, tuple)
        assert sum(reason.score for reason in hit.why) == pytest.approx(hit.score, abs=0.01)


def test_a_reason_names_the_word_and_its_field(reader: TantivyReader) -> None:
    hit = ask(reader, "köprü", explain=True).hits[0]
    assert isinstance(hit.why, tuple)
    named = {(reason.field, reason.form, reason.word) for reason in hit.why}
    assert {("title", "exact", "köprü"), ("text", "root", "köprü")} <= named
    assert not isinstance(ask(reader, "köprü").hits[0].why, tuple)


def test_own_pages_can_be_asked_for_by_a_word(reader: TantivyReader) -> None:
    viewer = Viewer("veli", owners=frozenset({"ali"}))
    assert ask(reader, "çözüm", viewer=viewer).total == 2
    assert [hit.host for hit in ask(reader, "çözüm in:mine", viewer=viewer).hits] == ["veli.org"]
    assert [hit.host for hit in ask(reader, "çözüm -in:benim", viewer=viewer).hits] == ["ali.org"]
    assert ask(reader, "in:mine", viewer=Viewer("nobody")).total == 0


def test_letters() -> None:
    assert "çözüm" in set(alike("cozum", 256))
    assert len(list(alike("aeiou" * 4, 50))) <= 50
    assert "kedi" in set(slips("kdei")) & set(slips("kdi")) & set(slips("kedii")) & set(slips("kexi"))
    assert [distance("kedi", other, 2) for other in ("kedi", "kdei", "kdii", "xxxx", "kedileri")] == [0, 1, 2, 4, 3]


def test_the_date_is_a_facet(tmp_path: Path) -> None:
    ages = (0.5, 3, 20, 100, 1000)
    reader = make_index(
        tmp_path,
        [make_entry(f"http://a.org/{age}", "en", "x", "word", fetched=time.time() - age * 86400) for age in ages],
    )
    counted = {row.value: row.count for row in ask(reader, "word", similar="all").facets.date}
    assert counted == {"1d": 1, "7d": 2, "30d": 3, "365d": 4}
    for value, count in counted.items():
        assert ask(reader, "word", since=value).total == count
