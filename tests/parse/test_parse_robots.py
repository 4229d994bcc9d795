"""What a page asks of robots."""

from __future__ import annotations

import pytest
from parse_kit import document

from mekik.page import Document


def asked(found: Document) -> set[str]:
    return {name for name in ("noindex", "nofollow", "noarchive", "nosnippet") if getattr(found, name)}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("noindex", {"noindex"}),
        (" NOINDEX , NoFollow ", {"noindex", "nofollow"}),
        ("none", {"noindex", "nofollow"}),
        ("noarchive; nosnippet", {"noarchive", "nosnippet"}),
        ("max-snippet:0", {"nosnippet"}),
        ("index, follow, all", set()),
    ],
)
def test_meta_robots(content: str, expected: set[str]) -> None:
    assert asked(document(f'<meta name="Robots" content="{content}">')) == expected


def test_meta_for_one_agent() -> None:
    html = '<meta name="otherbot" content="noindex"><meta name="mekik" content="nofollow">'
    assert asked(document(html)) == {"nofollow"}
    assert asked(document(html, agent="OtherBot")) == {"noindex"}


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("noindex, nofollow", {"noindex", "nofollow"}),
        ("otherbot: noindex, nofollow", set()),
        ("otherbot: noindex, Mekik: noarchive", {"noarchive"}),
        ("max-snippet: 0", {"nosnippet"}),
        ("unavailable_after: 25 Jun 2030 15:00:00 PST, noindex", {"noindex"}),
        ("noindex, otherbot: nofollow", {"noindex"}),
        ("*: noindex", {"noindex"}),
        ("unavailable_after: 25 Jun 2010 15:00:00 PST", {"noindex"}),
        ("max-snippet: 5, nofollow", {"nofollow"}),
        ("__class__: noindex", set()),
        ("all", set()),
    ],
)
def test_header(header: str, expected: set[str]) -> None:
    """faults: 25"""
    assert asked(document("<p>x", robots=header)) == expected
    assert asked(document("x", "text/plain", robots=header)) == expected
