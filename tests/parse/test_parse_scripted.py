"""Which pages say little by themselves because their scripts have yet to write them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.page import Document, LinkKind, Links
from mekik.parse.scripted import needs_script
from mekik.settings import RenderSettings

SCRIPT = b"<script>" + b"render();" * 100 + b"</script>"
PROSE = "The keeper of the lighthouse wrote down the weather every evening. " * 10


def judge(html: bytes, text: str = "", links: int = 0) -> bool:
    found = Links(urls=["x"] * links, kinds=bytes([LinkKind.ANCHOR]) * links, anchors=[""] * links)
    return needs_script(html, Document(text=text, links=found), RenderSettings())


@pytest.mark.parametrize(
    ("html", "text", "links", "wanted"),
    [
        (b"<div id=root></div>" + SCRIPT, "", 0, True),
        (b"<div id=root></div><script src=/app.js></script>", "Loading", 1, True),
        (b"<SCRIPT SRC='/app.js' defer></SCRIPT>", "", 0, True),
        (SCRIPT, PROSE, 0, False),
        (SCRIPT, "short", 30, False),
        (b"<p>short", "short", 0, False),
        (b"<script>1</script>", "", 0, False),
        (b'<script type="application/ld+json">' + b"{}" * 900 + b"</script>", "", 0, False),
        (b"<script type=text/template>" + b"<p>" * 900 + b"</script>", "", 0, False),
        (b"<script>" + b"x" * 900, "", 0, True),
    ],
)
def test_little_text_and_much_script(html: bytes, text: str, links: int, wanted: bool) -> None:
    assert judge(html, text, links) is wanted


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300), st.text(max_size=50))
def test_no_bytes_bring_it_down(html: bytes, text: str) -> None:
    assert judge(b"<script" + html, text) in (True, False)


def test_a_page_of_nothing_but_beginnings_is_read_once() -> None:
    """faults: 35"""
    assert judge(b"<script>" * 200_000) is True
