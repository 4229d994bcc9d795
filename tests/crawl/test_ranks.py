"""How well pages are linked, without a table of links."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mekik.crawl.ranks import LEVELS, Ranks
from mekik.ordering.pagerank import page_rank

PAGES = 3000


def grown(seed: int = 7) -> list[list[int]]:
    """A web in which who is named often is named more often: whom each page names, in the order of a crawl."""
    chance = np.random.default_rng(seed)
    names: list[int] = [0]
    links: list[list[int]] = [[] for _ in range(PAGES)]
    for page in range(PAGES):
        count = int(chance.integers(3, 20))
        for target in chance.choice(names, count).tolist() + chance.integers(0, PAGES, 3).tolist():
            if target != page and target not in links[page]:
                links[page].append(target)
                names.append(target)
    return links


def keys_of(pages: list[int]) -> bytes:
    return np.array([key(page) for page in pages], dtype="<u8").tobytes()


def key(page: int) -> int:
    return page * 0x9E3779B97F4A7C15 % 2**64


def told(links: list[list[int]], path: Path | None = None) -> Ranks:
    ranks = Ranks(path)
    for page, targets in enumerate(links):
        ranks.read(key(page), keys_of(targets))
    return ranks


def test_the_order_is_nearly_that_of_pagerank() -> None:
    links = grown()
    ranks = told(links)
    sources = np.repeat(np.arange(PAGES), [len(targets) for targets in links])
    targets = np.array([target for page in links for target in page])
    truth = page_rank(sources, targets, PAGES, 0.85)
    best = np.argsort(-truth)[:100].tolist()
    signed = np.array([key(page) for page in range(PAGES)], dtype=np.uint64).astype(np.int64)
    ours = ranks.best(signed, PAGES)
    assert len(set(best) & set(ours[:100])) >= 85
    assert set(best[:5]) == set(ours[:5])


def test_levels_are_times_the_mean_and_most_pages_have_none() -> None:
    ranks = Ranks()
    for page in range(1, 400):
        ranks.read(key(page), keys_of([0, page + 1000]))
    assert ranks.level(key(0), 800) == len(LEVELS)
    assert ranks.level(key(1001), 800) == 0
    assert ranks.level(key(5), 800) == 0
    assert Ranks().level(key(0), 0) == 0


def test_a_page_of_worth_hands_on_more() -> None:
    ranks = Ranks()
    for page in range(10, 30):
        ranks.read(key(page), keys_of([1]))
    ranks.read(key(1), keys_of([2]))
    ranks.read(key(5), keys_of([3]))
    signed = np.array([key(page) for page in (3, 2, 1)], dtype=np.uint64).astype(np.int64)
    assert ranks.best(signed, 12)[:2] == [2, 1]


def test_they_are_kept_between_runs(tmp_path: Path) -> None:
    path = tmp_path / "ranks.npz"
    links = grown()[:500]
    told(links, path).save()
    again = Ranks(path)
    ranks = told(links)
    assert [again.level(key(page), 500) for page in range(500)] == [ranks.level(key(page), 500) for page in range(500)]
    assert [file.name for file in tmp_path.iterdir()] == ["ranks.npz"]


def test_a_damaged_file_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "ranks.npz"
    path.write_bytes(b"PK\x03\x04 no archive")
    ranks = Ranks(path)
    assert ranks.level(key(1), 10) == 0
    ranks.read(key(1), keys_of([2]))
    ranks.save()
    assert Ranks(path).level(key(2), 10) > 0


def test_nothing_is_written_where_nothing_was_read(tmp_path: Path) -> None:
    Ranks(tmp_path / "ranks.npz").save()
    Ranks(None).save()
    assert list(tmp_path.iterdir()) == []
