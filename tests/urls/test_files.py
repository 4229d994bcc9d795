"""Addresses of local files: one for each path, whatever its bytes, and never from a page of the web."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.urls import Normaliser, authority, file_address, file_page, file_path, host, key

FILES = Normaliser(files=True)
PLAIN = Normaliser()


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("file:///a/b.txt", "file:///a/b.txt"),
        ("FILE:/a/b.txt", "file:///a/b.txt"),
        ("file://localhost/a", "file:///a"),
        ("file:///a/./b/../c//d/", "file:///a/c/d/"),
        ("file:///../../etc", "file:///etc"),
        ("file:///a/%2e%2e/b", "file:///b"),
        ("file:///a b/ç?x=1#frag", "file:///a%20b/%C3%A7"),
        ("file:///a/%ff%3F%23", "file:///a/%FF%3F%23"),
        ("file:///a/?page=3", "file:///a/?page=3"),
        ("file:///a/?page=1", "file:///a/"),
        ("file:///a?page=3", "file:///a"),
        ("file:///", "file:///"),
    ],
)
def test_one_spelling(text: str, url: str) -> None:
    assert FILES.normalise(text) == url
    assert FILES.explain(text) == ""


@pytest.mark.parametrize("text", ["file://other/a", "file:a", "file:///a%00b", "file://///?", "file:" + "/a" * 9000])
def test_what_is_no_file_of_this_machine(text: str) -> None:
    if text == "file://///?":
        assert FILES.normalise(text) == "file:///"
        return
    assert FILES.normalise(text) is None
    assert FILES.explain(text)


def test_without_leave_no_file_has_an_address() -> None:
    assert PLAIN.normalise("file:///a") is None
    assert "not file" in PLAIN.explain("file:///a")


@pytest.mark.parametrize("href", ["file:///etc/passwd", "FILE:///etc/passwd", " file:/etc/passwd", "file:passwd"])
def test_a_page_of_the_web_never_leads_to_a_file(href: str) -> None:
    for base in ("http://a.test/", "https://a.test/x?y"):
        assert FILES.normalise(href, base) is None
        assert FILES.links(base, [href, "/b"]) == [None, FILES.normalise("/b", base)]


def test_links_of_a_local_page() -> None:
    base = "file:///home/a/page.html"
    hrefs = [
        "b.pdf",
        "../c/%20d",
        "/etc/x",
        "http://a.test/x",
        "//a.test/x",
        "#top",
        "mailto:a@b.test",
        "file:///z",
        "e?q",
    ]
    assert FILES.links(base, hrefs) == [
        "file:///home/a/b.pdf", "file:///home/c/%20d", "file:///etc/x", "http://a.test/x", None,
        "file:///home/a/page.html", None, "file:///z", "file:///home/a/e",
    ]  # fmt: skip
    assert FILES.links("file:///home/a/", ["./x", "?page=2"]) == ["file:///home/a/x", "file:///home/a/"]


def test_the_pages_of_a_folder() -> None:
    assert FILES.links("file:///home/a/", ["./?page=2"]) == ["file:///home/a/?page=2"]
    assert (file_page("file:///a/?page=12"), file_page("file:///a/")) == (12, 1)


def test_parts_of_a_files_address() -> None:
    assert (host("file:///a/b"), authority("file:///a/b")) == ("", "")
    assert key("file:///a/b") != key("file:///a/B")


@given(path=st.binary(min_size=1, max_size=60).filter(lambda raw: b"\0" not in raw))
@settings(max_examples=200, deadline=None)
def test_paths_survive_as_addresses(path: bytes) -> None:
    url = file_address(b"/x/" + path)
    assert FILES.normalise(url) == url
    assert file_address(file_path(url)) == url
    if b"." not in path and b"//" not in b"/" + path:
        assert file_path(url) == b"/x/" + path
    assert b"/../" not in file_path(url) + b"/"


@given(text=st.text(max_size=60), base=st.sampled_from([None, "file:///a/b", "http://a.test/"]))
@settings(max_examples=200, deadline=None)
def test_any_text_has_an_answer(text: str, base: str | None) -> None:
    for start in ("", "file:", "file:///"):
        url = FILES.normalise(start + text, base)
        assert url is None or FILES.normalise(url) == url
        if base == "http://a.test/":
            assert url is None or url.startswith("http")
