"""What the sources found about robots that look for a topic, on a made-up web whose topics are known."""

from __future__ import annotations

import pytest

from mekik.lab.topical import TOPICS, harvest_at_equal_recall, on_topic_shares


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_topic_selective_robot_stays_on_topic_and_the_link_focused_one_does_not(seed: int) -> None:
    rows = on_topic_shares(seed)
    assert [row.topic for row in rows] == list(TOPICS)
    assert all(row.link <= 0.15 and row.selective >= 0.85 for row in rows)
    assert sum(row.selective for row in rows) / len(rows) >= 0.93


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_focused_beats_topic_at_equal_recall_where_links_do_not_tell(seed: int) -> None:
    focused, topic, breadth = harvest_at_equal_recall(seed)
    assert (focused.order, topic.order, breadth.order) == ("focused", "topic", "breadth")
    assert focused.recall >= 0.5
    assert focused.rate > 1.3 * topic.rate
    assert focused.rate > 5 * breadth.rate
