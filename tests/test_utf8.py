"""Bytes that are UTF-8 are told from others, and made a text, as Python does it, by the compiled code too."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mekik import utf8

TEXTS = st.text(
    st.sampled_from("ab <>şığü€“”😀\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"), max_size=40
)
BYTES = st.sampled_from(b"A\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xed\xef\xf0\xf4\xf5\xff")


@pytest.fixture(scope="module")
def native() -> Any:
    if utf8.native is None:
        assert not (os.environ.get("CI") and shutil.which("cc")), "there is a compiler, but _utf8.c is not compiled"
        pytest.skip("_utf8.c is not compiled here: install a C compiler, then: pip install -e .")
    return utf8.native


@pytest.fixture(scope="module")
def compiled(native: Any) -> Callable[[Any], bool]:
    return native.is_utf8  # type: ignore[no-any-return]


@settings(max_examples=800, deadline=None)
@given(text=TEXTS, wrong=st.lists(st.tuples(st.integers(0, 60), BYTES), max_size=3), cut=st.integers(0, 60))
@example(text="aaaaaaaş", wrong=[], cut=8)
@example(text="aaaaaaaş", wrong=[], cut=60)
def test_any_bytes(compiled: Callable[[Any], bool], text: str, wrong: list[tuple[int, int]], cut: int) -> None:
    data = bytearray(text.encode())
    for place, byte in wrong:
        data[place : place + 1] = bytes([byte])
    assert compiled(bytes(data[:cut])) == utf8.by_decoding(bytes(data[:cut]))


@settings(max_examples=400, deadline=None)
@given(text=TEXTS | st.text("aşé ", max_size=9), times=st.sampled_from([1, 9, 300]), wrong=st.booleans())
def test_any_text(native: Any, text: str, times: int, wrong: bool) -> None:
    """Also of long ones, which keep their UTF-8."""
    data = (text * times).encode() + b"\xff" * wrong
    made = native.text_of(data)
    assert made == utf8.decoded(data)
    assert made.encode() == utf8.decoded(data).encode()
    assert (made + "ı").encode() == made.encode() + "ı".encode()


def test_any_two_bytes_wherever_they_stand(compiled: Callable[[Any], bool]) -> None:
    for before in (0, 6, 7, 8):
        for after in (0, 9):
            for number in range(1 << 16):
                data = b"a" * before + number.to_bytes(2, "big") + b"z" * after
                if compiled(data) != utf8.by_decoding(data):
                    pytest.fail(f"{data!r}")


def test_whatever_holds_bytes_is_looked_at_and_nothing_else(compiled: Callable[[Any], bool]) -> None:
    assert compiled(memoryview("ş".encode()))
    assert not compiled(memoryview("ş".encode())[1:])
    with pytest.raises(TypeError):
        compiled("text")
