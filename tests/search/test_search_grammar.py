"""Any text is a query: what is read how, and that nothing else happens."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mekik.search import parse
from mekik.search.query import DEEPEST, MOST
from mekik.search.tree import Node, show


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("kedi köpek", "kedi köpek"),
        ("  kedi\t\nköpek ", "kedi köpek"),
        ("a b OR c d", "a (b OR c) d"),
        ("a AND b OR c", "(a AND b) OR c"),
        ("a OR b AND c", "a OR (b AND c)"),
        ("a && b || !c", "(a AND b) OR -c"),
        ("kedi AND (köpek OR kuş) NOT fare", "(kedi AND (köpek OR kuş)) -fare"),
        ("+kedi -köpek", "+kedi -köpek"),
        ("kedi NOT köpek", "kedi -köpek"),
        ("-(a b)", "-(a b)"),
        ("--a", "a"),
        ("NOT NOT a", "a"),
        ('"kara  kedi" mama', '"kara kedi" mama'),
        ("“kara kedi” «beyaz kedi»", '"kara kedi" "beyaz kedi"'),
        ("haber*", "haber*"),
        ("site:example.com kedi", "site:example.com kedi"),
        ('TITLE:"kara kedi"', 'title:"kara kedi"'),
        ("lang:tr", "language:tr"),
        ("e-posta c++ saat-10:30", "e-posta c++ saat-10:30"),
        ("http://x.org/a?b=c", "http://x.org/a?b=c"),
        ("((a))", "a"),
        ("and or not", "and or not"),
        ("", ""),
        ("()", ""),
        ('""', ""),
        ("- +", ""),
        ("...", ""),
    ],
)
def test_readings(text: str, reading: str) -> None:
    query = parse(text)
    assert query.notices == ()
    assert query.interpretation == reading


@pytest.mark.parametrize(
    ("text", "reading", "notice"),
    [
        ("NOT", "NOT", "read as a word"),
        ("AND kedi", "AND kedi", "read as a word"),
        ("kedi AND", "kedi AND", "read as a word"),
        ("(kedi OR) köpek", "(kedi OR) köpek", "read as a word"),
        ("kedi &&", "kedi", "nothing to join"),
        ("(kedi", "kedi", "parenthesis"),
        ("kedi)", "kedi", "parenthesis"),
        ('"kara kedi', "kara kedi", "quotation mark"),
        ("*", "", "at the end"),
        ("a*", "a", "at the end"),
        ("*kedi", "kedi", "at the end"),
        ("ke*di", "kedi", "at the end"),
        ("foo:kedi", "foo:kedi", "no field foo"),
        ("a:(^", "a:", "no field a"),
        ("title:(kara kedi)", "title (kara kedi)", "takes a word"),
        ("owner:ayse kedi", "kedi", "owner"),
    ],
)
def test_what_is_odd_is_read_as_plain_words_and_noted(text: str, reading: str, notice: str) -> None:
    """faults: 52, 53"""
    query = parse(text)
    assert (show(query.tree) if query.tree else "") == reading
    assert any(notice in found for found in query.notices), query.notices
    assert query.interpretation.startswith(reading)


@given(st.text(max_size=300))
@example("a:(^")
@example('"' * 99)
@example("\x00\ud800\udfff\ufeff\u2028")
@example("AND OR NOT ( ) + - ! && ||")
@settings(max_examples=200, deadline=None)
def test_any_text_has_a_reading(text: str) -> None:
    """faults: 52"""
    query = parse(text)
    assert query.text == text
    assert (query.tree is None) == (show(query.tree) == "" if query.tree else True)


pieces = st.sampled_from(
    [
        "kedi",
        "köpek",
        '"',
        "“",
        "”",
        "«",
        "»",
        "(",
        ")",
        "+",
        "-",
        "!",
        "AND",
        "OR",
        "NOT",
        "&&",
        "site:",
        "in:mine",
        "lang:tr",
        "before:2024",
        "*",
        " ",
        ":",
    ]
)


@given(st.lists(pieces, max_size=60).map("".join))
@example('site:"kedi("')
@example("-(+kedi) NOT (-köpek) kuş")
@example('“kedi "köpek" kuş” title:«kedi " köpek»')
@settings(max_examples=200, deadline=None)
def test_what_was_read_reads_the_same_again(text: str) -> None:
    first = parse(text)
    if first.tree is not None and not first.notices:
        second = parse(show(first.tree))
        assert second.tree is not None
        assert show(second.tree) == show(first.tree)


def test_random_signs_in_great_number() -> None:
    """faults: 52"""
    chance = random.Random(7)
    alphabet = 'ab ç"()+-!&|:*^~\\/[]{}\x00\x1f\ud800\ufeff ANDORTitle:site:“”«»\u0307'
    for _ in range(5000):
        parse("".join(chance.choices(alphabet, k=chance.randrange(60))))


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000, ")" * 100_000, "()" * 50_000, "(a " * 100_000, '"' * 1_000_000, "a:" * 500_000, "NOT " * 250_000,
        "-" * 1_000_000, "!(" * 100_000, "a OR " * 10_000, "a* " * 10_000, "x" * 1_000_000, "\x00" * 1_000_000,
        'site:"' * 100_000, "a AND (" * 50_000, "ab* OR " * 10_000,
    ],
    ids=lambda text: text[:8].encode("unicode_escape").decode(),
)  # fmt: skip
def test_monsters_are_cut_down_quickly(text: str) -> None:
    """faults: 52, 53"""
    began = time.process_time()
    query = parse(text)
    assert time.process_time() - began < 5  # it takes milliseconds; a slow machine may take its time
    assert any("only the first 2000 characters" in notice for notice in query.notices)
    assert len(query.interpretation) < 20_000


def test_groups_and_words_are_limited() -> None:
    """faults: 52, 53"""
    deep = parse("(a " * 300)
    assert any("groups in groups" in notice for notice in deep.notices)
    assert deep.tree is not None
    assert depth(deep.tree) <= DEEPEST + 2
    wide = parse("a OR " * 390 + "a")
    assert any("words were read" in notice for notice in wide.notices)
    assert show(wide.tree).count("a") == MOST if wide.tree else False


def depth(node: Node) -> int:
    children = getattr(node, "children", None) or [child for child in (getattr(node, "child", None),) if child]
    return 1 + max(map(depth, children), default=0)
