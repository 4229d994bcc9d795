"""The main content of a page is told from the rest of it, and nothing is lost."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from labelled_pages import LabelledPage, labelled_pages, mean_f1

from mekik.page import Document, Source
from mekik.parse import parse
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

FLOOR = tomllib.loads((Path(__file__).parents[2] / "quality.toml").read_text(encoding="utf-8"))["content"]["main.f1"]
PAGES = labelled_pages()
ON = ParseSettings()
OFF = msgspec.structs.replace(ON, main_content=False)
NORMALISER = Normaliser()


def read(html: str, wanted: ParseSettings = ON) -> Document:
    source = Source(
        token=1, url="http://example.org/", content_type="text/html; charset=utf-8", content_encoding="",
        body=html.encode("utf-8", "replace"),
    )  # fmt: skip
    document = parse(source, wanted, NORMALISER, 10_000_000)[2]
    assert document is not None
    return document


def main(html: str) -> str:
    document = read(html)
    return document.text if document.main is None else document.text[: document.main]


@pytest.mark.parametrize(
    "chosen",
    [
        PAGES,
        [page for page in PAGES if page.held_out],
        [page for page in PAGES if page.language == "tr"],
        [page for page in PAGES if page.language == "en"],
    ],
    ids=["all", "held-out", "tr", "en"],
)
def test_the_main_content_of_labelled_pages_is_found(chosen: list[LabelledPage]) -> None:
    assert len(chosen) >= 24
    assert mean_f1(main, chosen) >= FLOOR["at_least"]


def test_the_floor_says_something() -> None:
    """Taking everything would not pass for as much as taking the main content does."""
    everything = mean_f1(lambda html: read(html, OFF).text, PAGES)
    assert everything < mean_f1(main, PAGES) - 0.05


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_main_content_and_rest_are_all_the_words_of_the_page(page: LabelledPage) -> None:
    assert Counter(read(page.html).text.split()) == Counter(read(page.html, OFF).text.split())


def test_switched_off_the_text_stays_in_the_order_of_the_page() -> None:
    document = read("<nav><a href=/>Menu</a></nav><main><p>" + "A sentence of the text. " * 9 + "</p></main>", OFF)
    assert document.main is None
    assert document.text.startswith("Menu A sentence")


def test_a_page_of_links_alone_is_all_main_content() -> None:
    document = read("<nav>" + "".join(f"<a href=/{n}>Menu {n}</a> " for n in range(20)) + "</nav><p>Hello.</p>")
    assert document.main is None
    assert "Hello." in document.text
    assert "Menu 19" in document.text


def test_a_form_around_the_whole_page_is_no_box() -> None:
    text = "The whole page of some servers stands in one form. " * 20
    assert main(f"<form id=aspnetForm><div><p>{text}</p></div></form><p>© us</p>").startswith("The whole page")


def test_a_name_that_means_something_else_takes_nothing_away() -> None:
    text = "Everything stands in a box that is called sidebar. " * 20
    assert "Everything stands" in main(f"<div class=sidebar><p>{text}</p></div><div class=content><p>Hi</p></div>")


def test_a_heading_goes_the_way_of_what_it_heads() -> None:
    text = "<p>" + "This is what the page is for, told in whole sentences. " * 5 + "</p>"
    links = "".join(f"<li><a href=/{n}>Another headline of another day {n}</a></li>" for n in range(4))
    found = main(f"<div><h1>Our title</h1>{text}<h3>Out of the archive</h3><ul>{links}</ul></div>")
    assert found.startswith("Our title")
    assert "archive" not in found


def test_unclosed_links_do_not_turn_text_into_links() -> None:
    text = "A long paragraph after a link that nobody closed, with several words in it. " * 4
    found = main(f"<body><a name=top><a href=/x>Index<p>{text}</p><a href=/y>Next</a><p>{text}</p>")
    assert found.count("nobody closed") == 8


def test_marks_leave_no_trace() -> None:
    document = read(
        "<title>A <b>title</b></title><body><p><b>foo</b>bar <a href=/a><b>Foo</b>, bar</a>baz"
        "<h2>He<b>a</b>d</h2><table><a href=/b>x</a><tr><td><strong>t</strong>d</table>"
    )
    assert document.links.anchors == ["Foo, bar", "x"]
    assert Counter(document.text.split()) == Counter(["foobar", "Foo,", "barbaz", "Head", "x", "td"])
    assert "x-mekik" not in document.text


def test_headings_and_bold_words_are_handed_on() -> None:
    document = read("<main><h1>Weaving</h1><p>A <b>shuttle</b> flies to and fro through the warp, again and again.</p>")
    assert document.strong.split() == ["Weaving", "shuttle"]


def test_a_hundred_boxes_in_boxes_are_read_in_no_time() -> None:
    """faults: 26"""
    document = read("<div class=menu>" * 3000 + "<p>word</p>" * 2000)
    assert document.text.split().count("word") == 2000


_TAGS = (
    "<nav> </nav> </div> <article> </article> </a> <p> <h2> </h2> <b> </b> <main> </table> <br> <li> <header> <form>"
)
_PARTS = st.sampled_from(
    [*_TAGS.split(), "<div class=sidebar>", "<a href=/x>", "<table><tr><td>", "\x1c", "\f", "\v", "word ", "kısa ",
     "A whole sentence of several words, for the text. ", "Çok uzun bir cümle daha, okunsun. "]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(_PARTS, max_size=60))
def test_nothing_is_lost_of_any_page(parts: list[str]) -> None:
    html = "".join(parts)
    split, whole = read(html), read(html, OFF)
    assert Counter("".join(split.text.split())) == Counter("".join(whole.text.split()))
    assert split.main is None or 0 < split.main < len(split.text)
    assert not set("\f\x1c\x1d\x1e\x1f") & set(split.text + whole.text)
