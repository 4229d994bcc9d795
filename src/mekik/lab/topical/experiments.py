"""How much of what an order reads is on topic?"""

from __future__ import annotations

import msgspec

from mekik.lab.topical.walk import walk
from mekik.lab.topical.web import TOPICS, TopicalWeb
from mekik.settings import OrderingSettings

SOURCE = {
    "felis": (0.07, 0.93), "computer": (0.04, 0.96), "health": (0.04, 0.99), "instruments": (0.01, 0.99),
    "travel": (0.01, 0.97),
}  # fmt: skip
"""What Dündar measured: link-focused, topic-selective."""


class Share(msgspec.Struct, frozen=True):
    """A row of the table that compares the link-focused robot with the topic-selective one."""

    topic: str
    link: float
    """Share of the pages read that are on topic."""
    selective: float
    source_link: float
    source_selective: float


class Harvest(msgspec.Struct, frozen=True):
    """How an order did until it had found a share of all pages on topic."""

    order: str
    pages: int
    on_topic: int
    recall: float
    rate: float
    """On topic by pages read."""


def on_topic_shares(seed: int = 1, most: int = 80) -> list[Share]:
    """The link-focused robot (everything, depth first) and the topic-selective one, from the portal."""
    web = TopicalWeb(seed)
    rows = []
    for topic, words in TOPICS.items():
        about = web.about(topic)
        chosen = OrderingSettings(words=words, dead_end="depth")
        shares = []
        for order in ("depth", "topic"):
            read = list(walk(web, order, chosen, most=most))[1:]  # the portal was asked for by name
            shares.append(sum(number in about for number in read) / len(read))
        rows.append(Share(topic, round(shares[0], 3), round(shares[1], 3), *SOURCE[topic]))
    return rows


def harvest_at_equal_recall(seed: int = 1, topic: str = "instruments", recall: float = 0.5) -> list[Harvest]:
    """Orders on a topic whose words stand in links to anything: each goes from the portal and one page on topic until
    it has found this share of all pages about it, or has nothing left to visit."""
    web = TopicalWeb(seed, silent=frozenset({topic}))
    about = web.about(topic)
    settings = OrderingSettings(words=TOPICS[topic])
    rows = []
    for order in ("focused", "topic", "breadth"):
        pages = hits = 0
        for number in walk(web, order, settings, (0, min(about)), len(web.pages)):
            pages, hits = pages + 1, hits + (number in about)
            if hits >= recall * len(about):
                break
        rows.append(Harvest(order, pages, hits, round(hits / len(about), 3), round(hits / pages, 3)))
    return rows
