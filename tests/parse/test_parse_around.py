"""The words around links: from the link's own block or its neighbours, never from other links, and bounded."""

from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.page import Document, Source
from mekik.parse import parse
from mekik.parse.around import LONGEST
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

URL = "http://example.org/"


def read(html: str, *, around: bool = True, with_text: bool = True) -> Document:
    source = Source(1, URL, "text/html", "", html.encode(), around=around)
    document = parse(source, ParseSettings(), Normaliser(), 10_000_000, with_text=with_text)[2]
    assert document is not None
    return document


def around(html: str) -> dict[str, str]:
    links = read(html).links
    return {url.rpartition("/")[2]: words for url, words in zip(links.urls, links.around, strict=True)}


def test_the_words_of_the_links_own_block() -> None:
    html = "<p>Far away.</p><p>Cats sleep. <a href=1>Read <b>more</b></a> about kittens.</p><p>Taxes.</p>"
    assert around(html) == {"1": "Cats sleep. about kittens."}


def test_a_link_alone_in_its_block_has_the_words_beside_it() -> None:
    html = "<h3>Cats</h3><p>They purr.</p><p><a href=1>more</a></p><h3><a href=2>Taxes</a></h3><p>They rise.</p>"
    assert around(html) == {"1": "Cats They purr.", "2": "They rise."}


def test_menus_and_hidden_words_tell_nothing() -> None:
    html = (
        "<ul><li><a href=1>One</a><li><a href=2>Two</a><li><a href=3>Three</a></ul>"
        "<p><span style='display:none'>casino</span><script>var x = 'casino'</script> tea <a href=4>x</a></p>"
    )
    found = around(html)
    assert (found["1"], found["2"]) == ("", "")
    assert found["4"] == "tea"


def test_of_several_links_to_one_address_the_first_with_words_counts() -> None:
    assert around("<p><a href=1>x</a><a href=2>z</a></p><p>tea <a href=/1>y</a> cups</p>")["1"] == "tea cups"


def test_nobody_else_pays_for_it() -> None:
    assert read("<p>Cats <a href=1>x</a></p>", around=False).links.around == []


def test_links_without_text_being_asked_for_have_words_too() -> None:
    assert read("<p>Cats <a href=1>x</a></p>", with_text=False).links.around == ["Cats"]


def test_many_links_in_one_long_text_take_time_in_proportion() -> None:
    """Quadratic work over 4,000 links in a megabyte of text would take minutes."""
    html = "<div>" + "word " * 200_000 + "".join(f"<a href={number}>x</a>" for number in range(4000)) + "</div>"
    started = time.process_time()
    links = read(html).links
    assert time.process_time() - started < 30
    assert max(map(len, links.around)) <= LONGEST


SOUP = (
    "<p>", "</p>", "<a href=1>", "</a>", "<a>", "tea ", "<ul><li>", "</b>", "<table>", "<a href=2><img alt=x></a>",
    "\f", "<template>x</template>",
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(SOUP), max_size=40))
def test_any_soup_has_bounded_words_for_each_link(pieces: list[str]) -> None:
    links = read("".join(pieces)).links
    assert len(links.around) == len(links.urls)
    assert all(len(words) <= LONGEST for words in links.around)
