"""Which topics a feed and its items get."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.crawl.topics import Topics, matches
from mekik.page import Address, Hint, Listing
from mekik.settings import DiscoverySettings


@pytest.mark.parametrize(
    ("pattern", "url", "right"),
    [
        ("http://a.test/rss", "http://a.test/rss", True),
        ("http://a.test/rss", "http://a.test/rss?x", False),
        ("http://a.test/*", "http://a.test/", True),
        ("*/rss", "http://a.test/rss", True),
        ("*/rss", "http://a.test/rss/", False),
        ("*a.test*economy*", "http://a.test/x/economy.xml", True),
        ("*economy*a.test*", "http://a.test/x/economy.xml", False),
        ("ab*ba", "aba", False),
        ("*", "", True),
    ],
)
def test_patterns(pattern: str, url: str, right: bool) -> None:
    assert matches(pattern, url) is right


@settings(max_examples=200, deadline=None)
@given(st.text("ab*", max_size=8), st.text("ab", max_size=12))
def test_patterns_agree_with_a_plain_reading(pattern: str, text: str) -> None:
    def plain(pattern: str, text: str) -> bool:
        if not pattern:
            return not text
        if pattern[0] == "*":
            return any(plain(pattern[1:], text[at:]) for at in range(len(text) + 1))
        return bool(text) and pattern[0] == text[0] and plain(pattern[1:], text[1:])

    assert matches(pattern, text) is plain(pattern, text)


def test_an_item_has_the_topics_of_its_feed_and_of_its_own_categories() -> None:
    topics = Topics(DiscoverySettings(topics={"*/rss": "news"}, categories={"Sağlık": "health", "Spor": "sport"}))
    address = Address(id=1, url="http://a.test/rss", key=1, authority="a.test")
    hints = [Hint(categories=("SPOR", "other")), Hint(), Hint(topics=(), categories=("spor", "sağlık"))]
    given = topics.given(address, Listing(kind="feed", categories=("sağlık",)), hints)
    assert [hint.topics for hint in given] == [
        ("news", "health", "sport"),
        ("news", "health"),
        ("news", "health", "sport"),
    ]
    assert Topics(DiscoverySettings()).given(address, Listing(kind="feed"), hints) is hints
