"""mix: the sum of any models, against the plain weighted sum of what each of them says alone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from link_kit import Telling

from mekik import ordering
from mekik.errors import SettingError
from mekik.ordering import Example, Selective
from mekik.ordering.focused import Focused
from mekik.ordering.lots import lot
from mekik.ordering.topic import Topic
from mekik.ordering.topic_focused import TopicFocused
from mekik.settings import OrderingSettings

PARTS = tuple(name for name in ordering.NAMES if name != "mix")
ONCE = ("topic", "topic_focused", "focused")
"""What these say of a link when it is found stays."""
PAGES = [f"http://h{number % 5}.test/{'ab'[number % 2]}/{number}.html" for number in range(40)]
ANCHORS = ("black cat", "a cat asleep", "dog", "tax form", "read more")
TEXTS = ("cat kitten purr", "tax ledger audit", "garden tools")
PRESENT = OrderingSettings(words=("cat",), refresh=1e-9, anchor_links=0, link_score_refill=None)
"""Computed anew at every hand-out, so that there is nothing but the plain sum."""


def anchor(url: str) -> str:
    return ANCHORS[PAGES.index(url) % len(ANCHORS)]


def mix_of(weights: dict[str, float], **more: object) -> OrderingSettings:
    settings = {name: getattr(PRESENT, name) for name in PRESENT.__struct_fields__} | {"mix": weights} | more
    return OrderingSettings(**settings)


class Alone:
    """Each part by itself, told the same: what it says of every waiting address."""

    def __init__(self, names: list[str]) -> None:
        self._told = {name: Telling(ordering.make(name, PRESENT), anchor) for name in names}
        self._first: dict[str, dict[str, float]] = {name: {} for name in names}

    def seed(self, *urls: str) -> None:
        for telling in self._told.values():
            telling.seed(*urls)
        self._note()

    def read(self, url: str, links: list[str], words: str) -> None:
        for telling in self._told.values():
            telling.read(url, links, words)
        self._note()

    def _note(self) -> None:
        for name in ONCE:
            if name in self._told:
                telling = self._told[name]
                for url, address in telling.waiting.items():
                    model = telling.ordering
                    assert isinstance(model, Focused | Topic | TopicFocused)
                    self._first[name].setdefault(url, model.worth(address))

    def values(self, name: str) -> dict[str, float]:
        telling = self._told[name]
        if name in ONCE:
            return {url: self._first[name][url] for url in telling.waiting}
        if name == "random":
            return {url: lot(PRESENT.seed, address.key) for url, address in telling.waiting.items()}
        if name == "popularity":  # which weighs what waits: a new one that was told only that
            telling = telling.retold(ordering.make(name, PRESENT))
        if name == "breadth":
            return {url: -float(address.depth) for url, address in telling.waiting.items()}
        if name == "depth":
            read = {telling.ids[url]: float(place) for place, url in enumerate(telling.links)}
            return {url: read.get(address.found_on or 0, -1.0) for url, address in telling.waiting.items()}
        return {url: telling.score(url) for url in telling.waiting}


def places(values: dict[str, float]) -> dict[str, float]:
    """The share of all that lies behind; equals count half."""
    every = list(values.values())
    return {
        url: sum((other < value) + 0.5 * (other == value) for other in every) / len(every)
        for url, value in values.items()
    }


weights = st.dictionaries(st.sampled_from(PARTS), st.integers(1, 5), min_size=1)


@settings(max_examples=60, deadline=None)
@given(weights, st.integers(0, 10**9).map(random.Random))
def test_the_highest_plain_weighted_sum_is_handed_out(parts: dict[str, int], chance: random.Random) -> None:
    mixed = Telling(ordering.make("mix", mix_of({name: float(weight) for name, weight in parts.items()})), anchor)
    alone = Alone(list(parts))
    mixed.seed(*PAGES[:3])
    alone.seed(*PAGES[:3])
    for _ in range(9):
        if not mixed.waiting:
            return
        sums = dict.fromkeys(mixed.waiting, 0.0)
        for name, weight in parts.items():
            for url, place in places(alone.values(name)).items():
                sums[url] += weight * place
        taken = mixed.pop()
        assert taken is not None
        assert sums[taken] == pytest.approx(max(sums.values()), abs=1e-5)
        links, words = chance.sample(PAGES, chance.randrange(8)), chance.choice(TEXTS)
        mixed.read(taken, links, words)
        alone.read(taken, links, words)


def browse(telling: Telling, chance: random.Random, pages: int) -> None:
    telling.seed(*PAGES[:3])
    for _ in range(pages):
        url = telling.pop()
        if url is None:
            return
        telling.read(url, chance.sample(PAGES, chance.randrange(8)), chance.choice(TEXTS))


def test_why_shows_the_share_of_each_part_and_what_it_comes_from() -> None:
    telling = Telling(ordering.make("mix", mix_of(dict.fromkeys(PARTS, 2.0))), anchor)
    browse(telling, random.Random(5), 9)
    for url in telling.waiting:
        score = telling.ordering.explain(telling.waiting[url])
        shown = score.text.partition("(")[0]
        for name in PARTS:
            assert f" {name}" in shown, "the share of each"
            assert name in score.text.partition("(")[2], "and its own reasons"
        told = [float(part.split()[0]) for part in shown.split("× ")[1:]]
        assert 2 * sum(told) == pytest.approx(score.value, abs=0.02)
    assert [telling.ordering.explain(address).value for address in telling.waiting.values()] == [
        telling.ordering.explain(address).value for address in telling.waiting.values()
    ], "asking changes nothing"


@pytest.mark.parametrize("chosen", [("opic", "link_score", "random"), ("inlinks", "popularity", "breadth", "topic")])
def test_a_mix_is_rebuilt_from_what_is_kept(chosen: tuple[str, ...]) -> None:
    """With the grades that every part gave to the pages; several of them may give some."""
    settings = mix_of(dict.fromkeys(chosen, 1.0))
    telling = Telling(ordering.make("mix", settings), anchor)
    browse(telling, random.Random(8), 9)
    again = telling.retold(ordering.make("mix", settings))
    assert {url: again.score(url) for url in telling.waiting} == pytest.approx(
        {url: telling.score(url) for url in telling.waiting}
    )
    while (url := telling.pop()) is not None:
        assert again.pop() == url


def test_focused_in_a_mix_is_taught_and_grades_pages_as_it_does_alone() -> None:
    examples = [Example(1.0, "", TEXTS[0], ""), Example(0.0, "", TEXTS[1], "")] * 3
    chosen = mix_of({"focused": 1.0, "topic_focused": 1.0}, words=())
    telling = Telling(ordering.make("mix", chosen, lambda: examples), anchor)
    telling.seed(*PAGES[:2])
    good, bad = (telling.read(PAGES[place], [], TEXTS[place]) for place in (0, 1))
    assert isinstance(good, dict)
    assert isinstance(bad, dict)
    assert good["focused"] > 0.7 > 0.3 > bad["focused"]
    assert isinstance(telling.ordering, Selective)
    assert telling.ordering.harvest[0] == pytest.approx(good["focused"] + bad["focused"])
    assert telling.ordering.harvest[1] == 2
    again = telling.retold(ordering.make("mix", chosen, lambda: examples))
    assert isinstance(again.ordering, Selective)
    assert again.ordering.harvest == telling.ordering.harvest


def test_a_mix_refuses_no_link_and_one_of_other_models_is_not_asked() -> None:
    topical = ordering.make("mix", mix_of({"topic": 1.0, "breadth": 1.0}))
    telling = Telling(topical, anchor)
    telling.seed(PAGES[0])
    assert isinstance(topical, Selective)
    assert topical.refusal(telling.waiting[PAGES[0]]._replace(anchor="nothing", found_on=1)) == ""
    assert not isinstance(ordering.make("mix", mix_of({"pagerank": 1.0})), Selective)


def test_grades_of_another_mix_are_not_misread() -> None:
    telling = Telling(ordering.make("mix", mix_of({"link_score": 1.0, "breadth": 1.0})), anchor)
    browse(telling, random.Random(2), 5)
    again = telling.retold(ordering.make("mix", mix_of({"opic": 1.0})))
    fresh = telling.retold(ordering.make("opic", PRESENT))
    for url in telling.waiting:
        address = telling.waiting[url]
        assert f"({fresh.ordering.explain(address).text})" in again.ordering.explain(address).text


@pytest.mark.parametrize(
    ("mix", "message"), [({}, "needs models"), ({"mix": 1.0}, "part of itself"), ({"no": 1.0}, "no order")]
)
def test_a_mix_that_cannot_be_is_refused(mix: dict[str, float], message: str) -> None:
    with pytest.raises(SettingError, match=message):
        ordering.make("mix", OrderingSettings(mix=mix))
