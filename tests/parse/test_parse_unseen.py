"""Text that a visitor does not see is not part of the text; what they see is, however it looks."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_kit import document as read

from mekik.parse.colours import CLEAR, UNKNOWN, colour, near
from mekik.parse.styles import Sheet, blocks, declared
from mekik.settings import ParseSettings

UNSEEN = [
    '<p style="display:none">X</p>',
    '<p style="DISPLAY : None !important">X</p>',
    "<p hidden>X</p>",
    '<p style="visibility:hidden">X</p>',
    '<p style="opacity:0">X</p>',
    '<p style="opacity:0.0;color:red">X</p>',
    '<p style="font-size:0">X</p>',
    '<p style="font-size:0px"><b>X</b></p>',
    '<p style="text-indent:-9999px">X</p>',
    '<p style="position:absolute;left:-9999em">X</p>',
    '<p style="margin-left:-5000px">X</p>',
    '<p style="clip:rect(0,0,0,0)">X</p>',
    '<p style="clip: rect(1px 1px 1px 1px)">X</p>',
    '<p style="clip-path:inset(100%)">X</p>',
    '<p style="transform: scale(0)">X</p>',
    '<p style="height:0;overflow:hidden">X</p>',
    '<p style="width:1px;height:1px;overflow:hidden">X</p>',
    '<p style="color:#fff">X</p>',
    '<p style="color:white;background:#fefefe">X</p>',
    '<p style="color:rgb(255,255,255)">X</p>',
    '<p style="color:hsl(120, 0%, 100%)">X</p>',
    '<p style="color:transparent">X</p>',
    '<font color="#FFFFFF">X</font>',
    '<FONT COLOR=white><B>X</B></FONT>',
    '<table bgcolor="#000000"><tr><td>X</td></tr></table>',
    '<div style="background:#333"><span style="color:#333333">X</span></div>',
    '<a href="/x" style="color:#fff">X</a>',
    "<style>.h{display:none}</style><p class='a h b'>X</p>",
    "<style>#h{visibility:hidden}</style><p id=h>X</p>",
    "<style>/* { */ blink, .k { color : #fff }</style><p class=k>X</p>",
    "<style>body{color:#222}.h{background:#222}</style><p style='color:red' class=n></p><p class=h>X</p>",
    "<style>.dark{background:#222}.same{color:#222}</style><div class=dark><p><i class=same>X</i></p></div>",
    "<div style='display:none'><div><ul><li>X</li></ul><script>1</script></div></div>",
]  # fmt: skip

SEEN = [
    '<p style="display:block">X</p>',
    '<p style="color:#fff;background:#000">X</p>',
    '<div style="background:navy"><p><span style="color:white">X</span></p></div>',
    '<div style="background:url(dark.png);color:#fff">X</div>',
    '<div style="background:linear-gradient(#000,#222)"><p style="color:#fff">X</p></div>',
    '<p style="color:var(--ink)">X</p>',
    '<body style="opacity:0">X',
    "<style>html{visibility:hidden}</style><p>X</p>",
    '<p style="opacity:0;transition:opacity 1s">X</p>',
    '<p style="text-indent:-1em">X</p>',
    '<p style="left:-10px">X</p>',
    '<p style="height:0">X</p>',
    '<p style="font-size:0.8em">X</p>',
    "<style>@media print{.p{display:none}} @media (max-width:600px){.p{display:none}}</style><p class=p>X</p>",
    "<style>.tab{display:none}.tab.active{display:block}</style><p class='tab active'>X</p>",
    "<style>.tab{display:none}</style><p class=tab style='display:block'>X</p>",
    "<style>.js .tab{display:none}</style><p class=tab>X</p>",
    "<style>p:hover{display:none}</style><p>X</p>",
    "<div style='visibility:hidden'><b style='visibility:visible'>X</b></div>",
    "<ul style='font-size:0'><li style='font-size:1rem'>X</li></ul>",
    "<div style='color:#fff'><a href=/x>X</a></div>",
    "<div style='color:#fff'><p style='background:#000'>X</p></div>",
    "<body bgcolor=black text=white>X",
    "<body background=stars.gif><font color=white>X</font>",
    "<input type=hidden><p>X</p>",
    "<p aria-hidden=true>X</p>",
    "<p class=hidden>X</p>",
    "<p hidden=until-found>X</p>",
    "<style>{}}{display:none</style><p>X</p>",
]  # fmt: skip


@pytest.mark.parametrize("html", UNSEEN)
def test_unseen_text_is_not_read(html: str) -> None:
    found = read(html + "<p>rest</p>")
    assert found.text == "rest"
    assert " ".join(found.unseen.values()).split() == ["X"]


@pytest.mark.parametrize("html", SEEN)
def test_seen_text_is_read(html: str) -> None:
    found = read(html)
    assert found.text == "X"
    assert found.unseen == {}


def test_links_of_a_closed_menu_are_followed_and_words_beside_it_stay_apart() -> None:
    found = read("one<nav style='display:none'><a href='/menu'>Menu</a></nav>two <b hidden>x</b>three")
    assert found.text == "one two three"
    assert found.links.urls == ["http://example.org/menu"]
    assert found.links.anchors == ["Menu"]


def test_it_can_be_switched_off() -> None:
    assert read("<p hidden>X</p>", settings=ParseSettings(hidden_text=True)).text == "X"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("white", 0xFFFFFF), ("#FFF", 0xFFFFFF), ("fff", 0xFFFFFF), ("#ffff", 0xFFFFFF), ("#11223344", UNKNOWN),
        ("#11223300", CLEAR), ("rgb(1 2 3)", 0x010203), ("rgba(1,2,3,1)", 0x010203), ("rgba(1,2,3,0)", CLEAR),
        ("rgb(100%,0%,0%)", 0xFF0000), ("hsl(240deg 100% 50%)", 0x0000FF), ("hsl(0,0%,1000%)", 0xFFFFFF),
        ("transparent", CLEAR), ("var(--x)", UNKNOWN), ("", UNKNOWN), ("rgb(1,2)", UNKNOWN), ("rgb(.,.,.)", UNKNOWN),
    ],
)  # fmt: skip
def test_colours(text: str, value: int) -> None:
    assert colour(text) == value


def test_nobody_sees_a_small_difference() -> None:
    assert near(0xFFFFFF, 0xFEFCFA)
    assert not near(0xFFFFFF, 0xF0F0F0)
    assert not near(UNKNOWN, UNKNOWN)


@given(st.text(alphabet="{}/*@#.;:,!abcp-0 %\n\"'", max_size=400))
@settings(max_examples=200, deadline=None)
def test_any_style_sheet_is_read(text: str) -> None:
    assert all("{" not in body for _, body in blocks(text))
    Sheet(text)
    declared(text)
    read(f"<style>{text}</style><p class=a id=b style='{text.replace(chr(39), '')}'>X</p>")


HOSTILE: dict[str, Callable[[int], str]] = {
    "no braces": lambda n: "<style>" + "a" * n,
    "only braces": lambda n: "<style>" + "{" * n,
    "comments": lambda n: "<style>" + "/*" * (n // 2),
    "rules": lambda n: "<style>" + ".a,.b{display:none}" * (n // 20) + "</style>" + "<p class='a b'>" * 300,
    "selectors": lambda n: (
        "<style>"
        + "".join(f".a.b{k}{{color:#fff}}" for k in range(n // 100))
        + "</style>"
        + "<p class='a'>" * (n // 50)
    ),
    "nested": lambda n: "<div style='display:none'>" * 400 + "<p style='color:#fff'>x</p>" * (n // 30),
    "blanks": lambda n: f"<p style='clip:rect({' ' * 250})'>" * (n // 300),
    "colours": lambda n: "".join(f"<p style='color:#{k:06x};background:#{k:06x}'>x</p>" for k in range(n // 50)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_styles_cost_in_proportion_to_their_size(name: str) -> None:
    """faults: 35"""

    def taken(size: int) -> float:
        html = HOSTILE[name](size)
        started = time.process_time()
        read(html)
        return time.process_time() - started

    assert any(taken(400_000) < 30 * (taken(50_000) + 0.02) for _ in range(3))
