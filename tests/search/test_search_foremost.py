"""Words that most pages have: the first look at titles and links finds what scoring every page finds."""

from __future__ import annotations

import random
import sys
from itertools import accumulate
from typing import Any

import pytest
from search_kit import ask, make_index

from mekik.index import IndexEntry, TantivyReader
from mekik.search import SearchResult, Viewer, frequency, sampled
from mekik.search.asked import Asked

COUNT = 9_000
WORDS = [f"{first}{second}{third}m" for first in "bdklz" for second in "aeiou" for third in "bcdfghjklnprstvy"]
FIRST, SECOND, THIRD, FOURTH = WORDS[:4]
QUERIES = [
    FIRST, SECOND, FOURTH, f"{FIRST} {SECOND}", f"{THIRD} {FIRST}", f"{SECOND} {FOURTH}", f"{FIRST} OR {WORDS[20]}",
    f"{SECOND} OR {WORDS[60]}",
]  # fmt: skip


def _entries() -> list[IndexEntry]:
    chance = random.Random(3)
    weights = list(accumulate(1 / (rank + 2) for rank in range(len(WORDS))))
    found: list[IndexEntry] = []
    said: list[str] = []
    for number in range(COUNT):
        copied, host = number % 13 == 1, f"h{number % 50}.org"
        if not copied:
            said = chance.choices(WORDS, cum_weights=weights, k=chance.randint(40, 60))
        text, title, menu = " ".join(said[2:]), " ".join(said[:2]), " ".join(chance.choices(WORDS[6:], k=4))
        grouped = number % 10 > 1 or copied
        found.append(IndexEntry(
            owner=f"owner{number % 3}", url=f"http://{host}/{number}", job="many", host=host, domain=host,
            type="html", content_type="text/html", language=("tr", "en")[number % 2],
            title=title, content=f"{title} {text}", fetched=1.6e9 + number, group=number - copied + 1 if grouped else 0,
            repeats=copied, lowered=number % 60 == 2, rank=(0, 0, 0, 1, 2, 3)[number % 6],
            headings=" ".join(said[3:6]), anchors=" ".join(said[:2]) if number % 2 else "",
            title_exact=title, title_root=title, content_exact=text, content_root=text, rest_exact=menu, rest_root=menu,
        ))  # fmt: skip
    return found


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> TantivyReader:
    return make_index(tmp_path_factory.mktemp("foremost"), _entries())


class _Used:
    """Counts first looks that were enough."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        whole = Asked.first_look

        def first_look(asked: Asked, *arguments: Any) -> Any:
            found = whole(asked, *arguments)
            self.times += found is not None
            return found

        monkeypatch.setattr(Asked, "first_look", first_look)
        monkeypatch.setattr(frequency, "LARGE", 1000)
        for module in ("asked", "look", "sampled"):
            monkeypatch.setattr(sys.modules[f"mekik.search.{module}"], "MANY", 500)
        monkeypatch.setattr(sampled, "ENOUGH", 600)
        monkeypatch.setattr(sys.modules["mekik.search.asked"], "DEAR", 1)


def _told(result: SearchResult) -> list[tuple[str, float, int]]:
    return [(hit.url, round(hit.score, 2), hit.similar) for hit in result.hits]


@pytest.mark.parametrize(
    "options", [{}, {"viewer": Viewer("owner0", owners=frozenset({"owner1"}))}, {"language": "tr"}]
)
def test_the_first_page_is_the_same(
    reader: TantivyReader, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    before = [ask(reader, query, **options) for query in QUERIES]
    used = _Used(monkeypatch)
    after = [ask(reader, query, **options) for query in QUERIES]
    assert used.times >= len(QUERIES) // 2
    for one, other in zip(before, after, strict=True):
        assert _told(other) == _told(one)
        assert other.total == pytest.approx(one.total, rel=0.2)
        assert bool(other.next) == bool(one.next)


def test_its_reasons_add_up(reader: TantivyReader, monkeypatch: pytest.MonkeyPatch) -> None:
    used = _Used(monkeypatch)
    for query in QUERIES[:4]:
        for hit in ask(reader, query, explain=True).hits:
            assert sum(reason.score for reason in hit.why or ()) == pytest.approx(hit.score, rel=0.02)
            assert {"title"} <= {reason.field for reason in hit.why or ()}
    assert used.times


def test_the_next_pages_go_on_from_there(reader: TantivyReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages further on are not looked for in this way."""
    everything = [hit.url for hit in ask(reader, QUERIES[3], limit=200).hits]
    used = _Used(monkeypatch)
    walked: list[str] = []
    cursor = ""
    for _ in range(12):
        result = ask(reader, QUERIES[3], cursor=cursor)
        walked += [hit.url for hit in result.hits]
        cursor = result.next
    assert used.times
    assert walked == everything[: len(walked)]


def test_few_pages_are_counted_all_the_same(reader: TantivyReader, monkeypatch: pytest.MonkeyPatch) -> None:
    before = ask(reader, QUERIES[0], host="h7.org")
    used = _Used(monkeypatch)
    after = ask(reader, QUERIES[0], host="h7.org")
    assert (after.total, after.total_about, after.facets) == (before.total, before.total_about, before.facets)
    assert _told(after) == _told(before)
    assert used.times <= 1
    assert sampled.MANY == 500
