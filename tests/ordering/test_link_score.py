"""Link scores: their parts, their lots and the queue that is refilled."""

from __future__ import annotations

import random

import pytest
from link_kit import Telling

from mekik import ordering
from mekik.ordering import Waiting
from mekik.ordering.link_score import is_home, share
from mekik.settings import OrderingSettings, build

PAGE = "http://h1.test/list"
OUT = [f"http://h{number}.test/a" for number in range(2, 8)]
INSIDE = [f"http://h1.test/{number}" for number in range(2)]


def told(name: str, **settings: object) -> Telling:
    telling = Telling(ordering.make(name, build({"ordering": settings}).ordering))
    telling.seed(PAGE)
    assert telling.pop() == PAGE
    telling.read(PAGE, [*OUT, *INSIDE])
    return telling


def test_s_is_what_is_left_of_the_links_without_the_smaller_group() -> None:
    assert share(6, 2) == share(2, 6) == 0.75
    assert share(5, 0) == 1.0
    assert share(3, 3) == 0.5


def test_every_link_draws_its_own_factor_from_its_range() -> None:
    telling = told("link_score")
    out = [telling.score(url) for url in OUT]
    inside = [telling.score(url) for url in INSIDE]
    assert all(0.75 * 0.5 <= score <= 0.75 for score in out)
    assert all(0 <= score <= 0.75 * 0.5 for score in inside)
    assert len({*out, *inside}) == len(out) + len(inside)


def test_baker_has_two_constants_and_no_home_pages() -> None:
    telling = told("baker")
    assert [telling.score(url) for url in OUT] == pytest.approx([0.75 * 0.66] * len(OUT))
    assert [telling.score(url) for url in INSIDE] == pytest.approx([0.75 * 0.33] * len(INSIDE))
    telling.read(OUT[0], ["http://h20.test/", "http://h2.test/b"])
    assert telling.score("http://h20.test/") == pytest.approx(0.5 * 0.66)


def test_lots_depend_on_seed_and_address_only() -> None:
    first, again = told("link_score"), told("link_score")
    other = told("link_score", seed=7)
    mixed = Telling(ordering.make("link_score"))
    mixed.seed("http://h30.test/", PAGE)
    mixed.read("http://h30.test/", ["http://h31.test/b", "http://h30.test/c"])
    links = [*OUT, *INSIDE]
    random.Random(3).shuffle(links)
    mixed.read(PAGE, links)
    retold = first.retold(ordering.make("link_score"))
    for url in [*OUT, *INSIDE]:
        score = first.score(url)
        assert again.score(url) == score
        assert mixed.score(url) == score
        assert retold.score(url) == pytest.approx(score)
        assert other.score(url) != score


def test_a_home_page_comes_first() -> None:
    telling = told("link_score", link_score_refill="none")
    telling.read(OUT[0], ["http://h40.test/x", "http://h41.test/"])
    assert telling.score("http://h41.test/") == 1
    assert telling.pop() == "http://h41.test/"
    assert is_home("https://example.org/")
    assert not is_home("https://example.org/a/")
    assert not is_home("https://example.org/?q=/")


def test_the_queue_is_refilled_with_the_best_when_it_is_empty() -> None:
    telling = told("link_score", link_score_refill=3)
    best = sorted(telling.waiting, key=telling.score, reverse=True)[:3]
    assert telling.pop() == best[0]
    telling.read(best[0], ["http://h50.test/"])  # scores 1, but the queue is not empty
    assert telling.pop() == best[1]
    assert telling.pop() == best[2]
    assert telling.pop() == "http://h50.test/"


def test_a_full_queue_of_resting_hosts_does_not_hold_up_the_others() -> None:
    model = ordering.make("link_score", OrderingSettings(link_score_refill=2))
    model.add([Waiting(id, id % 2, 0, None, key=id, url=f"http://h{id % 2}.test/{id}") for id in range(1, 7)])
    model.wake(0)
    assert model.pop() == (0, 2)
    model.rest(0)
    model.wake(1)
    assert [answer[1] for answer in iter(model.pop, None)] == [1, 3, 5]
    assert model.drain(0) == [4, 6]


@pytest.mark.parametrize("name", ["link_score", "baker"])
def test_scores_are_explained_by_their_parts(name: str) -> None:
    telling = told(name)
    text = telling.ordering.explain(telling.waiting[OUT[0]]).text
    assert "0.75 s ×" in text
    assert "to another domain" in text
    assert "inside its domain" in telling.ordering.explain(telling.waiting[INSIDE[0]]).text


def test_the_older_scores_of_another_order_are_not_misread() -> None:
    """A page that was read under another order has no s; its links count with s = 1, and that is said."""
    telling = told("inlinks")
    for page in telling.grades:
        telling.grades[page] = None
    again = telling.retold(ordering.make("baker"))
    assert again.score(OUT[0]) == pytest.approx(0.66)
    assert "another order" in again.ordering.explain(again.waiting[OUT[0]]).text
