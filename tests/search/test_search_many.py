"""Very many pages: numbers are told from a sample, hits are the same, and cursors lead through all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from search_kit import ask, make_index

from mekik.index import IndexEntry, TantivyReader
from mekik.index.samples import FIRST, LAST, samples_of
from mekik.search import Viewer, asked, frequency, thinning

COUNT = 30_000
COPY, SPAM = 12, 60
"""Every so many-th page is a copy of the one before, and spam."""
WALKED = 30


def entry(number: int) -> IndexEntry:
    copied = number % COPY == 1
    original = number - copied
    rare = f" rare{original % 3000}" if original % 10 == 0 else ""
    text = (
        "common everywhere " + "everywhere " * (original % 7) + f"filler half{original % 2}{rare} tail{original % 97}"
    )
    host = f"h{original % 400 if original % 3 else 0}.org"
    return IndexEntry(
        owner=f"owner{number % 2}", url=f"http://{host}/{number}", job="many", host=host, domain=host, type="html",
        content_type="text/html", language=("tr", "tr", "tr", "en")[number % 4], title=f"Page {original}", content=text,
        headings="common" if number % 9 == 3 else "", fetched=1.6e9 + number, group=original + 1,
        repeats=copied, lowered=number % SPAM == 2, content_exact=text, content_root=text,
        title_exact=f"page {original}", title_root=f"page {original}",
    )  # fmt: skip


ENTRIES = [entry(number) for number in range(COUNT)]
FIRSTS = [one for one in ENTRIES if not one.repeats]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> TantivyReader:
    path: Path = tmp_path_factory.mktemp("many")
    return make_index(path, ENTRIES)


def test_a_sample_is_drawn_by_chance_and_lies_in_the_one_before() -> None:
    drawn = [samples_of(one.url) for one in ENTRIES]
    for power in (FIRST, FIRST + 1, FIRST + 3):
        share = sum(power in found for found in drawn) / COUNT
        assert share == pytest.approx(2**-power, rel=0.15)
    assert all(found == list(range(FIRST, FIRST + len(found))) and len(found) <= LAST for found in drawn)


def test_numbers_are_about_right_and_say_so(reader: TantivyReader) -> None:
    result = ask(reader, "everywhere")
    assert result.total_about
    assert result.facets_about
    assert result.total == pytest.approx(len(FIRSTS), rel=0.06)
    languages = {row.value: row.count for row in result.facets.language}
    assert languages["tr"] == pytest.approx(sum(one.language == "tr" for one in FIRSTS), rel=0.08)
    hosts = {row.value: row.count for row in result.facets.host}
    assert result.facets.host[0].value == "h0.org"
    for host, count in hosts.items():
        assert count == pytest.approx(sum(one.host == host for one in FIRSTS), rel=0.15)


def test_few_are_counted(reader: TantivyReader) -> None:
    result = ask(reader, "rare20")
    wanted = [one for one in FIRSTS if "rare20 " in one.content]
    assert not result.total_about
    assert not result.facets_about
    assert result.total == len(wanted)
    assert sum(row.count for row in result.facets.language) == len(wanted)


@pytest.mark.parametrize("sort", ["relevance", "date"])
def test_cursors_lead_through_very_many_hits(reader: TantivyReader, sort: str) -> None:
    groups: list[str] = []
    scores: list[float] = []
    cursor = ""
    for page in range(WALKED):
        result = ask(reader, "everywhere", sort=sort, cursor=cursor, limit=20)
        assert result.offset == page * 20
        groups += [hit.group for hit in result.hits]
        scores += [hit.score for hit in result.hits]
        cursor = result.next
        assert cursor
    assert len(groups) == len(set(groups)) == WALKED * 20
    assert scores == sorted(scores, reverse=True)


def test_copies_say_how_many_they_are(reader: TantivyReader) -> None:
    result = ask(reader, "everywhere", sort="date", limit=40)
    copied = {f"{one.group:x}" for one in ENTRIES if one.repeats}
    assert [hit.similar for hit in result.hits] == [int(hit.group in copied) for hit in result.hits]
    assert any(hit.similar for hit in result.hits)


def test_the_hits_are_those_of_all_pages_without_copies(reader: TantivyReader) -> None:
    everything = ask(reader, "everywhere", similar="all", limit=200).hits
    firsts = list(dict.fromkeys(hit.group for hit in everything))
    assert [hit.group for hit in ask(reader, "everywhere", limit=50).hits] == firsts[:50]


def test_spam_sinks_and_its_reasons_add_up(reader: TantivyReader) -> None:
    spam = {one.url for one in ENTRIES if one.lowered}
    hits = ask(reader, "everywhere", limit=100).hits
    assert not spam & {hit.url for hit in hits}
    (hit,) = ask(reader, '"page 62"', explain=True).hits
    assert hit.url in spam
    assert sum(reason.score for reason in hit.why or ()) == pytest.approx(hit.score, rel=0.02, abs=0.001)


def test_what_others_own_is_in_no_number(reader: TantivyReader) -> None:
    result = ask(reader, "everywhere", viewer=Viewer("owner1"))
    own = [one for one in ENTRIES if one.owner == "owner1"]
    assert result.total <= 1.06 * len({one.group for one in own})
    assert {row.value for row in result.facets.host} <= {one.host for one in own}
    assert all(int(hit.url.rpartition("/")[2]) % 2 for hit in result.hits)


def test_a_word_that_is_everywhere_is_asked_for_among_the_pages_of_a_rarer_one(
    reader: TantivyReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries = ("everywhere rare20", "rare20 everywhere filler half0", "rare20 -half1", 'rare20 "filler half0"')
    before = [[(hit.url, hit.score) for hit in ask(reader, query).hits] for query in queries]
    monkeypatch.setattr(frequency, "LARGE", 1000)
    after = [[(hit.url, hit.score) for hit in ask(reader, query).hits] for query in queries]
    assert all(before)
    assert [[url for url, _ in hits] for hits in after] == [[url for url, _ in hits] for hits in before]
    for one, other in zip(before, after, strict=True):
        assert [score for _, score in one] == pytest.approx([score for _, score in other], rel=1e-3)


def test_a_word_that_is_everywhere_brings_no_page_by_itself(
    reader: TantivyReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frequency, "LARGE", 1000)
    wanted = [one for one in FIRSTS if "rare20 " in one.content or "rare40 " in one.content]
    result = ask(reader, "everywhere rare20 rare40", limit=100)
    assert result.total == len(wanted)
    assert all({"rare20", "rare40"} & set(hit.snippet.text.split()) for hit in result.hits)
    assert ask(reader, "everywhere filler nowhere").total > 1000  # where no other word finds anything, it does


def test_words_that_are_everywhere_are_left_out_where_they_are_many(
    reader: TantivyReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frequency, "LARGE", 1000)
    monkeypatch.setattr(thinning, "MOST_EVERYWHERE", 2)
    result = ask(reader, "everywhere filler half0 page rare20 rare20", limit=100)
    assert "2 words were left out: most pages have them" in result.notices
    assert result.total == sum("rare20 " in one.content for one in FIRSTS)
    assert "half0" in result.reading


@pytest.mark.parametrize("options", [{}, {"host": "h0.org"}, {"viewer": Viewer("owner0")}])
def test_pages_with_a_word_where_it_is_rare_come_first_only_where_nothing_else_could(
    reader: TantivyReader, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    before = [(hit.url, hit.score) for hit in ask(reader, "common", limit=60, similar="all", **options).hits]
    monkeypatch.setattr(frequency, "LARGE", 1000)
    monkeypatch.setattr(asked, "DEAR", 1)
    result = ask(reader, "common", limit=60, similar="all", **options)
    assert [(hit.url, hit.score) for hit in result.hits] == before
    wanted = [one for one in ENTRIES if options.get("host") in (None, one.host)]
    wanted = [one for one in wanted if one.owner == "owner0" or "viewer" not in options]
    assert result.total == pytest.approx(len(wanted), rel=0.06)


HOSTILE = [
    "everywhere " * 1000,
    " ".join(f"tail{number}" for number in range(1000)),
    "(" * 500 + "everywhere filler" + ")" * 500,
    "ev* fi* ha* ta* ra* pa*",
    "ev* OR fi* OR ra* -ta1*",
    " OR ".join(f"(half0 tail{number})" for number in range(200)),
    '"everywhere everywhere everywhere everywhere filler"',
    "-everywhere",
    "everywhere " + " ".join(f"-tail{number}" for number in range(90)),
]


@pytest.mark.parametrize("query", HOSTILE)
def test_hostile_queries_are_answered(reader: TantivyReader, monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    monkeypatch.setattr(frequency, "LARGE", 1000)
    result = ask(reader, query)
    assert len(result.hits) <= 10
    assert result.total >= len(result.hits) > 0 or query == "-everywhere"


@pytest.mark.parametrize(
    "words", ["everywhere filler half0 rare20 rare40 tail3", "everywhere filler half0 rare20 common"]
)
def test_where_the_rarest_words_never_meet_nobody_looks_for_pages_with_all(
    reader: TantivyReader, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setattr(frequency, "LARGE", 1000)
    told: list[bool] = []
    lacks = asked.Asked.lacks_whole_pages

    def tell(one: asked.Asked) -> bool:
        told.append(lacks(one))
        return told[-1]

    monkeypatch.setattr(asked.Asked, "lacks_whole_pages", tell)
    quick = ask(reader, words)
    monkeypatch.setattr(asked.Asked, "lacks_whole_pages", lambda _: False)
    slow = ask(reader, words)
    assert told == ["rare40" in words]
    for name in ("hits", "total", "facets", "notices", "reading", "did_you_mean"):
        assert getattr(quick, name) == getattr(slow, name)
