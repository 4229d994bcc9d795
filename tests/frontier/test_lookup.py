"""What is compiled finds the same keys as its twin in Python."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.frontier import lookup

_KEY = st.integers(-9, 9) | st.sampled_from([-(2**63), 2**63 - 1, 2**32]) | st.integers(-(2**63), 2**63 - 1)
_SMALL = st.integers(0, 40) | st.sampled_from([2**31, 2**32 - 1]) | st.integers(0, 2**32 - 1)


@pytest.fixture(scope="module")
def compiled() -> Any:
    if lookup._compiled is None:
        assert not (os.environ.get("CI") and shutil.which("cc")), "there is a compiler, but _lookup.c is not compiled"
        pytest.skip("_lookup.c is not compiled here: install a C compiler, then: pip install -e .")
    return lookup._compiled


@settings(max_examples=200, deadline=None)
@given(st.lists(_KEY, max_size=30), st.sets(_KEY), st.sets(_KEY))
def test_links(compiled: Any, keys: list[int], first: set[int], second: set[int]) -> None:
    packed = np.array(keys, dtype="<i8").tobytes()
    assert compiled.absent(packed, first, second) == lookup.absent_in_python(packed, first, second)
    table = {key: str(key) for key in first}
    assert compiled.present(packed, table) == lookup.present_in_python(packed, table)
    assert [lookup.key_at(packed, place) for place in range(len(keys))] == lookup.unpacked(packed) == keys


@settings(max_examples=400, deadline=None)
@given(st.lists(_SMALL, max_size=20), st.lists(_SMALL, max_size=80), st.integers(0, 3))
def test_texts(compiled: Any, wanted: list[int], known: list[int], crowd: int) -> None:
    """Also where many keys stand close together, and where one stands many times."""
    keys = np.sort(np.array(known + [number // 2 for number in range(50 * crowd)], dtype=np.uint32))
    numbers = np.arange(len(keys), dtype=np.uint32)
    packed = np.array([*wanted, *known[:5]], dtype="<u4").tobytes()
    assert compiled.beside(packed, keys, numbers) == lookup.beside_in_python(packed, keys, numbers)


def test_wrong_arguments_are_refused(compiled: Any) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: compiled.absent([1], set(), set()),
        lambda: compiled.absent(bytes(8), [], set()),
        lambda: compiled.present(bytes(8), {1}),
        lambda: compiled.beside(bytes(4), np.zeros(2, np.uint32), np.zeros(1, np.uint32)),
        lambda: compiled.beside(bytes(4), np.zeros(3, np.uint8), np.zeros(3, np.uint8)),
        lambda: compiled.beside(bytes(4), np.zeros(4, np.uint32)[::2], np.zeros(2, np.uint32)),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError, BufferError)):
            call()
