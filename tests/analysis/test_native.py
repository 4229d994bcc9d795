"""The compiled loops do what their twins in Python do, whatever they are given."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mekik.analysis import keywords, latin, phrases, prints, sketch
from mekik.analysis.casing import folding
from mekik.analysis.native import native

LETTERS = "abcçdefgğhıijkIİÎâéßſŉǰµªºüÜñ'’‘′ sS_-.,\u00ad\u0307\u200c\u2070×÷0 1²½"
OTHERS = "“”–…₺€😀日ωẞKⒶⅧ\ud800\u2028"
TEXTS = st.text(st.sampled_from(LETTERS + OTHERS) | st.characters(codec=None), max_size=60) | st.text(
    st.sampled_from("ab'’ sS"), max_size=12
)
WORDS = st.lists(st.binary(min_size=1, max_size=40) | st.sampled_from([b"a", b"ev", b"x" * 300, b"y" * 255])).map(
    lambda words: [word.replace(b" ", b"_") for word in words]
)


@pytest.fixture(scope="module")
def compiled() -> Any:
    if native is None:
        assert not (os.environ.get("CI") and shutil.which("cc")), "there is a compiler, but _native.c is not compiled"
        pytest.skip("_native.c is not compiled here: install a C compiler, then: pip install -e .")
    return native


@settings(max_examples=500, deadline=None)
@given(text=TEXTS, language=st.sampled_from(["tr", "az", "en", "de", ""]))
@example(text="ab'cd''ef x'in Ali'nin'ki", language="tr")
@example(text="cat's 'tis dogs' s's a's'b", language="en")
def test_folding(compiled: Any, text: str, language: str) -> None:
    """It may leave a text to the other way, but not the texts that most pages are."""
    quick = latin.latin_words(text, language)
    slow = latin.in_passes(text, language)
    assert quick == slow or (quick and slow and quick.split() == slow.split())
    if slow is not None and set(text) <= set("abcçdefgğhıijkIİüÜ '’-.,"):
        assert native is not None
        habit = {"tr": "t", "az": "t", "en": "e"}.get(language, "-")
        assert native.fold(text, latin._letters(habit == "t"), habit) is not None


@pytest.mark.parametrize("language", ["tr", "en", "de", ""])
def test_what_is_folded_stays_so(language: str) -> None:
    """The table of words relies on it."""
    fold = folding(language)
    for code in [*range(0xD800), *range(0xE000, 0x20000)]:
        for word in (latin.in_passes(f"a{chr(code)}", language) or b"").decode().split():
            assert fold(word) == word


@settings(max_examples=300, deadline=None)
@given(words=WORDS, blanks=st.sampled_from([b" ", b"   "]))
def test_numbers(compiled: Any, words: list[bytes], blanks: bytes) -> None:
    text = blanks.join(words)
    assert compiled.numbers(text) == prints.in_passes(text).tobytes()
    assert compiled.numbers(blanks + text + blanks) == compiled.numbers(text)


@settings(max_examples=200, deadline=None)
@given(
    sizes=st.lists(
        st.tuples(st.sampled_from([1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 1100]), st.integers(0, 70)), max_size=9
    )
)
def test_words_and_blanks_of_any_length(compiled: Any, sizes: list[tuple[int, int]]) -> None:
    """Wherever they lie in the stretches that are looked at together."""
    text = b"".join(b" " * blanks + b"w" * letters for letters, blanks in sizes)
    assert compiled.numbers(text) == prints.in_passes(text).tobytes()
    assert sketch.outline(text) == sketch.outline_in_passes(text)
    assert compiled.Table(forms, 9, 9999, 1).columns(text) == (
        b"".join(forms(word.decode())[0] for word in text.split()),
        b"".join(forms(word.decode())[1] for word in text.split()),
    )


@settings(max_examples=300, deadline=None)
@given(words=WORDS | st.lists(st.sampled_from([b"a", b"b", b"c"]), min_size=14, max_size=80), times=st.integers(1, 40))
def test_outlines(compiled: Any, words: list[bytes], times: int) -> None:
    text = b" ".join([*words, *(b"%d" % number for number in range(times))])
    assert sketch.outline(text) == sketch.outline_in_passes(text)


PHRASES = st.text("abçş1 ", max_size=400) | st.lists(st.text(min_size=1, max_size=30), max_size=40).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(texts=st.lists(PHRASES, max_size=5), most=st.integers(0, 400), seed=st.integers(0, 99))
@example(texts=["x" * 256 + " \0 " + "\0" * 256 + " b c 1 2 d"], most=600, seed=1)
@example(texts=["bir\ud800 iki üç dört"], most=600, seed=1)
def test_phrases(compiled: Any, texts: list[str], most: int, seed: int) -> None:
    old = random.Random(seed).randbytes(phrases.BYTES)
    one, other = bytearray(phrases.BYTES), bytearray(phrases.BYTES)
    for text in texts:
        assert phrases.mark(text, most, one, old) == phrases.mark_in_passes(text, most, other, old)
        assert one == other
        assert phrases.mark(text, most, one, old)[1:] == (0, 0)


SOME = [b"ev", b"evler", b"kitap", b"kitaplar", "kitabım".encode(), b"x" * 30, b"x" * 31]
SOME_WORDS = st.lists(st.sampled_from(SOME) | st.binary(min_size=1, max_size=9), max_size=90).map(
    lambda words: [bytes(byte for byte in word if byte > 32) or b"_" for word in words]
)


@settings(max_examples=300, deadline=None)
@given(words=SOME_WORDS, times=st.integers(1, 4), strong=SOME_WORDS, title=SOME_WORDS, cut=st.integers(0, 9))
def test_counting(
    compiled: Any, words: list[bytes], times: int, strong: list[bytes], title: list[bytes], cut: int
) -> None:
    text = words * times
    roots = b"  ".join(word[:cut] or word for word in text) if cut else b""
    columns = (b" ".join(text), roots, b" ".join(strong), b" ".join(title))
    assert keywords.counted(*columns) == keywords.in_passes(*columns)


def forms(word: str) -> tuple[bytes, bytes]:
    return f"{word[:4]} ".encode(errors="replace"), f"{word[:2]} ".encode(errors="replace") if len(word) > 3 else b""


@settings(max_examples=200, deadline=None)
@given(texts=st.lists(WORDS, max_size=8), most=st.sampled_from([1, 5, 1000]), room=st.sampled_from([1, 50, 100_000]))
def test_the_table(compiled: Any, texts: list[list[bytes]], most: int, room: int) -> None:
    """Also where it is so small that generations follow each other."""
    table = compiled.Table(forms, most, room, 1)
    for words in texts:
        pairs = [forms(word.decode(errors="replace")) for word in words]
        assert table.columns(b" ".join(words)) == (b"".join(r for r, _ in pairs), b"".join(s for _, s in pairs))
        assert len(table) <= most


def test_words_are_worked_out_once_and_come_back_from_the_older_generation(compiled: Any) -> None:
    asked: list[str] = []

    def work_out(word: str) -> tuple[bytes, bytes]:
        asked.append(word)
        return forms(word)

    table = compiled.Table(work_out, 10, 10_000, 1)
    table.columns(b"one two three one")
    table.columns(" ".join(f"other{number}" for number in range(8)).encode())
    before = len(asked)
    assert before == 11
    table.columns(b"one two other1")
    assert len(asked) == before


def test_what_goes_wrong_in_between_leaves_the_table_whole(compiled: Any) -> None:
    def refuse(word: str) -> Any:
        if word == "again":
            return table.columns(b"again")
        return {"error": 1 / 0 if word == "error" else 1, "pair": ("a", "b"), "three": (b"", b"", b"")}.get(
            word, forms(word)
        )

    table = compiled.Table(refuse, 10, 10_000, 1)
    for wrong, error in (
        ("error", ZeroDivisionError),
        ("pair", TypeError),
        ("three", TypeError),
        ("again", RuntimeError),
    ):
        with pytest.raises(error):
            table.columns(f"one {wrong} two".encode())
    assert table.columns(b"one two") == (b"one two ", b"")


def test_wrong_arguments_are_refused(compiled: Any) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: compiled.fold("a", b"short", "t"),
        lambda: compiled.fold(b"a", latin._letters(True), "t"),
        lambda: compiled.count(b"a", b"a", b"", b"", (257, 40, 60, 2, 4, 3)),
        lambda: compiled.count(b"a", b"a", b"", b"", (200, 40, 60, 2, 4)),
        lambda: compiled.numbers("text"),
        lambda: compiled.outline(b"a b c", b""),
        lambda: compiled.phrases("a b c", 9, bytearray(8), bytes(phrases.BYTES)),
        lambda: compiled.phrases("a b c", 9, bytes(phrases.BYTES), bytes(phrases.BYTES)),
        lambda: compiled.Table(forms, 0, 1, 1),
        lambda: compiled.Table(forms, 1 << 40, 1, 1),
        lambda: compiled.Table(forms, 1, 1 << 40, 1),
        lambda: compiled.Table(forms, 10, 10, 1).columns("text"),
        lambda: compiled.Table.__new__(compiled.Table).columns(b"a b"),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError, OverflowError, RuntimeError)):
            call()
