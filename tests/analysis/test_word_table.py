"""The table of words: the same columns as word by word, whatever the words, and bounded whoever fills it."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.analysis.word_table import WordTable, cut, hashes

WORDS = st.lists(
    st.text("abcçşğüiı", min_size=1, max_size=5) | st.text("xyzğ", min_size=30, max_size=120), min_size=1, max_size=60
)


def forms(word: str) -> tuple[bytes, bytes]:
    return f"{word[:4]} ".encode(), f"{word[:2]} ".encode() if len(word) > 3 else b""


def check(table: WordTable, words: list[str], blanks: str = " ") -> None:
    starts, roots, shorts = table.columns(blanks.join(words).encode(), short=True)
    assert len(starts) == len(roots.ends) == len(shorts.ends) == len(words)
    assert roots.text.decode().split() == [word[:4] for word in words]
    assert shorts.text.decode().split() == [word[:2] for word in words if len(word) > 3]
    assert roots.text[: roots.ends[0]] == forms(words[0])[0]


@settings(max_examples=100, deadline=None)
@given(st.lists(WORDS, max_size=8), st.sampled_from([" ", "   "]))
def test_columns_are_those_of_word_by_word(texts: list[list[str]], blanks: str) -> None:
    """Also where the table is so small that generations follow each other, or a text alone is too much for it."""
    for most in (5, 40, 1000):
        table = WordTable(forms, most)
        for words in texts:
            check(table, words, blanks)
            assert len(table) <= most


def test_what_is_used_again_comes_back_without_being_worked_out() -> None:
    asked: list[str] = []

    def work_out(word: str) -> tuple[bytes, bytes]:
        asked.append(word)
        return forms(word)

    table = WordTable(work_out, most=10)
    table.columns(b"one two three", short=False)
    table.columns(" ".join(f"other{number}" for number in range(8)).encode(), short=False)
    before = len(asked)
    table.columns(b"one two other1", short=False)
    assert len(asked) == before


def test_words_made_up_to_fill_one_slot_cost_only_their_own_page() -> None:
    """faults: whoever knows the hash can choose words whose first bits are the same."""
    table = WordTable(forms, most=8)
    chance = random.Random(1)
    found: list[str] = []
    while len(found) < 20:
        words = ["".join(chance.choices("abcdefgh", k=7)) for _ in range(2000)]
        keys = hashes(cut(" ".join(words).encode()))
        found += [word for word, key in zip(words, keys.tolist(), strict=True) if key >> 59 == 3]
    check(table, found[:8])
    check(table, found[:20])


def test_equal_words_have_equal_numbers_wherever_they_stand() -> None:
    words = ["a", "ab", "abcdefgh", "abcdefghi", "şşşşşşşşşşşşş", "x" * 64, "x" * 65, "x" * 1000]
    keys = hashes(cut(" ".join([*words, *words[::-1]]).encode()))
    assert keys[: len(words)].tolist() == keys[len(words) :][::-1].tolist()
    assert len(set(keys.tolist())) == len(words)
    assert np.all(keys)
