"""What the sources found about robots that look for a topic, on a made-up web whose topics are known."""

from __future__ import annotations

import pytest

from mekik.lab.topical import TOPICS, Harvest, harvest_at_equal_recall, on_topic_shares


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_topic_selective_robot_stays_on_topic_and_the_link_focused_one_does_not(seed: int) -> None:
    rows = on_topic_shares(seed)
    assert [row.topic for row in rows] == list(TOPICS)
    assert all(row.link <= 0.15 and row.selective >= 0.85 for row in rows)
    assert sum(row.selective for row in rows) / len(rows) >= 0.93


@pytest.fixture(scope="module")
def harvests() -> list[list[Harvest]]:
    return [harvest_at_equal_recall(seed) for seed in (1, 2, 3, 4)]


def test_focused_beats_topic_at_equal_recall_where_links_do_not_tell(harvests: list[list[Harvest]]) -> None:
    """Taught by words, by three example pages, and by the labelled pages of a topic."""
    for rows in harvests:
        *taught, _, topic, breadth = rows
        assert [row.order for row in taught] == [
            "focused by words", "focused by 3 example pages", "focused by labelled pages",
        ]  # fmt: skip
        assert (topic.order, breadth.order) == ("topic", "breadth")
        for focused in taught:
            assert focused.recall >= 0.5
            assert focused.rate > 1.3 * topic.rate
            assert focused.rate > 5 * breadth.rate


def test_what_stands_beside_links_helps_focused(harvests: list[list[Harvest]]) -> None:
    with_it, without = (sum(rows[place].rate for rows in harvests) / len(harvests) for place in (0, 3))
    assert harvests[0][3].order == "focused without what stands beside links"
    assert with_it > 1.1 * without
