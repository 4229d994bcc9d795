"""inlinks, opic, pagerank and hub against plain computations on random small webs."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from link_kit import Telling, host_of

from mekik import ordering
from mekik.settings import OrderingSettings

PAGES = [f"http://h{number % 5}.test/{number}" for number in range(25)]
randoms = st.integers(0, 10**9).map(random.Random)


def browse(chance: random.Random, telling: Telling, reads: int) -> None:
    """Reads what the order hands out, with links drawn at random, and now and then a page for the second time."""
    telling.seed(PAGES[0], PAGES[1])
    for _ in range(reads):
        again = chance.random() < 0.1 and telling.links
        url = chance.choice(sorted(telling.links)) if again else telling.pop()
        if url is None:
            return
        telling.read(url, chance.sample(PAGES, chance.randrange(6)))


def naming(telling: Telling, url: str) -> list[str]:
    return [page for page, links in telling.links.items() if url in links and page != url]


@settings(max_examples=30, deadline=None)
@given(randoms)
def test_inlinks_counts_the_pages_that_name_an_address(chance: random.Random) -> None:
    telling = Telling(ordering.make("inlinks"))
    browse(chance, telling, 12)
    plain = {url: len(naming(telling, url)) for url in telling.waiting}
    assert {url: telling.score(url) for url in plain} == plain
    again = telling.retold(ordering.make("inlinks"))
    assert {url: again.score(url) for url in plain} == plain
    if plain:
        best = min(plain, key=lambda url: (-plain[url], telling.ids[url]))
        assert telling.pop() == best


@settings(max_examples=30, deadline=None)
@given(randoms)
def test_opic_hands_on_all_its_cash(chance: random.Random) -> None:
    """Pages are read once here, in the order of their cash; a plain book is kept beside it."""
    telling = Telling(ordering.make("opic"))
    telling.seed(*PAGES[:2])
    book = dict.fromkeys(PAGES, 0.0) | dict.fromkeys(PAGES[:2], 1.0)
    lost = 0.0
    for _ in range(15):
        url = telling.pop()
        if url is None:
            break
        best = max(book[other] for other in telling.waiting)
        assert book[url] == pytest.approx(best)
        links = [page for page in chance.sample(PAGES, chance.randrange(6)) if page != url]
        telling.read(url, links)
        cash, book[url] = book[url], 0.0
        lost += 0 if links else cash
        for link in links:
            book[link] += cash / len(links)
    assert sum(book.values()) + lost == pytest.approx(2.0)
    again = telling.retold(ordering.make("opic"))
    for url in telling.waiting:
        assert telling.score(url) == pytest.approx(book[url])
        assert again.score(url) == pytest.approx(book[url])


def plain_ranks(telling: Telling, damping: float) -> dict[str, float]:
    """PageRank as the solution of its equations."""
    known = sorted({*telling.ids, *(link for links in telling.links.values() for link in links)})
    size = len(known)
    matrix = np.zeros((size, size))
    for place, url in enumerate(known):
        links = [link for link in telling.links.get(url, []) if link != url]
        if not links:
            matrix[:, place] = 1 / size
        for link in set(links):
            matrix[known.index(link), place] = 1 / len(set(links))
    ranks = np.linalg.solve(np.eye(size) - damping * matrix, np.full(size, (1 - damping) / size))
    return dict(zip(known, ranks.tolist(), strict=True))


@settings(max_examples=30, deadline=None)
@given(randoms)
def test_pagerank_is_the_solution_of_its_equations(chance: random.Random) -> None:
    telling = Telling(ordering.make("pagerank"))
    browse(chance, telling, 14)
    again = telling.retold(ordering.make("pagerank"))  # computes over all of it
    plain = plain_ranks(telling, 0.85)
    for url in telling.waiting:
        assert again.score(url) == pytest.approx(plain[url], abs=1e-7)
    if telling.waiting:
        taken = again.pop()
        assert taken is not None
        assert plain[taken] == pytest.approx(max(plain[url] for url in telling.waiting), abs=1e-7)


def test_what_is_found_since_the_last_computation_has_its_parents_share() -> None:
    telling = Telling(ordering.make("pagerank"))
    a, b, c, d, e = PAGES[:5]
    telling.seed(a)
    telling.read(a, [b, c])
    telling.pop()  # computes
    before = plain_ranks(telling, 0.85)
    floor = min(before.values())
    telling.read(b, [c, d, e])
    assert telling.score(c) == pytest.approx(before[c])
    assert telling.score(d) == pytest.approx(floor + 0.85 * before[b] / 3)
    telling.read(d, [e])
    assert telling.score(e) == pytest.approx(floor + 0.85 * before[b] / 3 + 0.85 * (floor + 0.85 * before[b] / 3))


def test_pagerank_computes_anew_when_pages_have_grown() -> None:
    telling = Telling(ordering.make("pagerank", OrderingSettings(refresh=0.5)))
    telling.seed(PAGES[0])
    telling.read(PAGES[0], PAGES[1:])
    telling.pop()
    for page in PAGES[2:12]:
        telling.read(page, [PAGES[20], page])
    ranks = plain_ranks(telling, 0.85)
    assert telling.score(PAGES[20]) == pytest.approx(ranks[PAGES[20]], abs=1e-7)
    assert telling.pop() == PAGES[20]


@settings(max_examples=30, deadline=None)
@given(randoms)
def test_hub_adds_up_the_hub_scores_of_the_pages_that_name_an_address(chance: random.Random) -> None:
    telling = Telling(ordering.make("breadth"))
    browse(chance, telling, 14)
    told = telling.retold(ordering.make("hub"))
    known = sorted({*telling.ids, *(link for links in telling.links.values() for link in links)})
    matrix = np.zeros((len(known), len(known)))
    for url, links in telling.links.items():
        for link in links:
            matrix[known.index(url), known.index(link)] = float(host_of(url) != host_of(link))
    hubs = (matrix.sum(axis=1) > 0).astype(float)
    for _ in range(100):  # where two groups of hubs are nearly as strong, more would still change a little
        following = matrix @ (matrix.T @ hubs)
        if following.max() <= 0:
            break
        hubs = following / following.max()
    authorities = matrix.T @ hubs
    for url in telling.waiting:
        assert told.score(url) == pytest.approx(authorities[known.index(url)], abs=1e-6)


def test_the_pages_that_good_hubs_name_come_first() -> None:
    telling = Telling(ordering.make("hub"))
    hubs = [f"http://h{number}.test/list" for number in (1, 2, 3)]
    good = [f"http://h{number}.test/" for number in (5, 6, 7)]
    telling.seed(*hubs, "http://h9.test/")
    telling.read("http://h9.test/", ["http://h9.test/inside", "http://h4.test/lonely"])
    for hub in hubs:
        telling.read(hub, good)
    assert telling.score("http://h9.test/inside") == 0
    assert telling.pop() == good[0]
    assert telling.score(good[1]) > 100 * telling.score("http://h4.test/lonely")
    assert "3 pages" in telling.ordering.explain(telling.waiting[good[1]]).text
