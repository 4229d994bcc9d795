"""How important pages are: against plain counting, also when pages are read again and again."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mekik.frontier.importance import Importance
from mekik.ordering import Lesson, graph
from mekik.page import Links

PAGES = 60


def _lesson(page: int, targets: list[int]) -> Lesson:
    keys = np.array([_key(target) for target in targets], dtype="<i8").tobytes()
    return Lesson(page, 1, _key(page), f"http://a.test/{page}", 0, Links(keys=keys))


def _key(page: int) -> int:
    return page * 1_000_003 - 31_000_000


@pytest.mark.parametrize("left_behind", [100_000, 50])
def test_inlinks_are_those_of_the_last_reading(monkeypatch: pytest.MonkeyPatch, left_behind: int) -> None:
    """With a small limit the links of earlier readings are swept out many times."""
    monkeypatch.setattr(graph, "_LEFT_BEHIND", left_behind)
    chance = random.Random(4)
    importance = Importance("inlinks")
    named: dict[int, set[int]] = {}
    for _ in range(600):
        page = chance.randrange(PAGES)
        targets = chance.sample(range(PAGES), chance.randrange(8))
        importance.learn(_lesson(page, targets))
        named[page] = set(targets) - {page}
    found = importance.of_many(np.array([_key(page) for page in range(PAGES)], dtype=np.int64))
    assert found.tolist() == [1 + sum(page in targets for targets in named.values()) for page in range(PAGES)]
    assert importance.of(_key(PAGES + 5)) == 1.0


def test_what_is_told_again_at_start_gives_the_same() -> None:
    chance = random.Random(9)
    lessons = [_lesson(page, chance.sample(range(PAGES), 5)) for page in range(PAGES)]
    keys = np.array([_key(page) for page in range(PAGES)], dtype=np.int64)
    for kind in ("inlinks", "pagerank"):
        running = Importance(kind)
        for lesson in lessons:
            running.learn(lesson)
        again = Importance(kind, lessons)
        assert again.of_many(keys).min() > 0
        if kind == "inlinks":
            assert again.of_many(keys).tolist() == running.of_many(keys).tolist()
        else:
            assert again.of_many(keys).mean() == pytest.approx(1.0)


def test_the_page_that_all_name_is_the_most_important() -> None:
    lessons = [_lesson(page, [0, (page + 1) % PAGES]) for page in range(1, PAGES)]
    keys = np.array([_key(page) for page in range(PAGES)], dtype=np.int64)
    for kind in ("inlinks", "pagerank"):
        importance = Importance(kind, lessons)
        assert int(np.argmax(importance.of_many(keys))) == 0
        assert importance.of(_key(0)) > 5 * importance.of(_key(7))
