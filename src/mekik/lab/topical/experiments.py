"""How much of what an order reads is on topic?"""

from __future__ import annotations

import msgspec

from mekik.lab.topical.walk import walk
from mekik.lab.topical.web import TOPICS, TopicalWeb
from mekik.ordering import Example
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
    it has found this share of all pages about it, or has nothing left to visit. focused is taught in three ways, and
    once it is kept from the words beside links."""
    web = TopicalWeb(seed, silent=frozenset({topic}))
    about = web.about(topic)
    words = OrderingSettings(words=TOPICS[topic])
    some = sorted(about)[1:4]
    ways: list[tuple[str, str, OrderingSettings, list[Example], bool]] = [
        ("focused by words", "focused", words, [], True),
        ("focused by 3 example pages", "focused", OrderingSettings(), _shown(web, some, 1.0), True),
        ("focused by labelled pages", "focused", OrderingSettings(), _labelled(web, topic), True),
        ("focused without what stands beside links", "focused", words, [], False),
        ("topic", "topic", words, [], True),
        ("breadth", "breadth", words, [], True),
    ]
    rows = []
    for name, order, settings, examples, around in ways:
        pages = hits = 0
        for number in walk(web, order, settings, (0, min(about)), len(web.pages), examples, around=around):
            pages, hits = pages + 1, hits + (number in about)
            if hits >= recall * len(about):
                break
        rows.append(Harvest(name, pages, hits, round(hits / len(about), 3), round(hits / pages, 3)))
    return rows


def _shown(web: TopicalWeb, numbers: list[int], grade: float) -> list[Example]:
    return [Example(grade, web.pages[number].title, web.pages[number].words, "") for number in numbers]


def _labelled(web: TopicalWeb, topic: str) -> list[Example]:
    """As pages with a feed's topic in the index are: some that have it, and as many that have others."""
    others = [page.number for page in web.pages if page.theme not in (topic, "portal")]
    return _shown(web, sorted(web.about(topic))[1:11], 1.0) + _shown(web, others[:10], 0.0)
