"""What changed between two texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mekik.crawl.text_diff import MOST_LINES, Difference, difference


def sides(found: Difference) -> tuple[list[str], list[str]]:
    old = ["".join(words for _, words in line.pieces) for line in found.lines if line.sign in " -"]
    new = ["".join(words for _, words in line.pieces) for line in found.lines if line.sign in " +"]
    return old, new


def test_words_that_changed_are_marked() -> None:
    found = difference("a\nthe cat sleeps\nb", "a\nthe dog sleeps\nb")
    gone, come = (next(line for line in found.lines if line.sign == sign) for sign in "-+")
    assert gone.pieces == [(False, "the "), (True, "cat"), (False, " sleeps")]
    assert come.pieces == [(False, "the "), (True, "dog"), (False, " sleeps")]
    assert (found.added, found.removed, found.cut) == (1, 1, False)


def test_long_unchanged_stretches_are_told_not_shown() -> None:
    same = "\n".join(f"line {number}" for number in range(100))
    found = difference(same, same + "\nnew")
    assert [line.sign for line in found.lines] == ["…", " ", " ", "+"]
    assert found.lines[0].pieces == [(False, "98")]


def test_endless_texts_are_compared_in_part() -> None:
    found = difference("x\n" * 100_000, "y\n" * 100_000)
    assert found.cut
    assert len(found.lines) <= 2 * MOST_LINES


@given(st.lists(st.sampled_from(["a b", "a c", "d", "ç ğ"]), max_size=12),
       st.lists(st.sampled_from(["a b", "a c", "d", "ç ğ"]), max_size=12))  # fmt: skip
def test_both_texts_can_be_read_off(old: list[str], new: list[str]) -> None:
    found = difference("\n".join(old), "\n".join(new))
    if not any(line.sign == "…" for line in found.lines):
        assert sides(found) == (old, new)
    assert (found.added == found.removed == 0) == (old == new)
