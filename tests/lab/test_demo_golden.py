"""The golden queries fit the demo web: their addresses exist, and a plain reader could find them too."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from mekik.lab.demo import DemoWeb
from mekik.lab.demo.markup import to_plain

GOLDEN = Path(__file__).parent.parent / "golden" / "queries.json"


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    query: str
    shows: str
    top: list[str]
    found: list[str]
    absent: list[str]
    total: tuple[int, int]
    hosts: list[str]
    languages: list[str]


class Golden(msgspec.Struct, frozen=True):
    about: str
    queries: list[Query]


@pytest.fixture(scope="module")
def queries() -> list[Query]:
    return msgspec.json.decode(GOLDEN.read_bytes(), type=Golden).queries


@pytest.fixture(scope="module")
def web() -> DemoWeb:
    web = DemoWeb()
    web.stop()  # only its labels are asked for
    return web


def test_there_are_twenty_and_they_show_the_whole_grammar(queries: list[Query]) -> None:
    assert len({query.id for query in queries}) == 20
    text = " ".join(query.query for query in queries)
    for part in ('"', "+", " -", " OR ", " NOT ", " AND ", "(", "site:", "lang:", "title:", "type:", "*"):
        assert part in text, part


def test_their_addresses_are_labelled(queries: list[Query], web: DemoWeb) -> None:
    for query in queries:
        for url in [*query.top, *query.found]:
            truth = web.label(url.replace("{port}", str(web.port)))
            assert truth is not None, url
            assert truth.indexed, url
            assert not query.hosts or truth.host in query.hosts
            assert not query.languages or truth.language in query.languages
        for url in query.absent:
            assert web.label(url.replace("{port}", str(web.port))), url
        low, high = query.total
        assert len(query.found) <= low <= high
        assert bool(query.top) == bool(high)
        assert not set(query.absent) & {*query.top, *query.found}


def test_rare_words_are_as_rare_as_the_totals_say(web: DemoWeb) -> None:
    for stem, pages in (("telgra", 1), ("mahzen", 1), ("peribaca", 1), ("ıhlamur", 2), ("erken hasat", 2)):
        bodies = [to_plain(entry.body) for host in web.hosts for entry in web.entries(host)]
        assert sum(stem in body.replace("I", "ı").lower() for body in bodies) == pages, stem
