from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.frontier import KeySet, keyset

_keys = st.lists(st.integers(-50, 50) | st.integers(-(2**63), 2**63 - 1), max_size=40)


def _packed(keys: list[int]) -> bytes:
    return np.array(keys, dtype="<i8").tobytes()


@settings(max_examples=150, deadline=None)
@given(_keys, st.lists(_keys, max_size=12))
def test_behaves_like_a_set(first: list[int], batches: list[list[int]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keyset, "_RECENT", 16)  # so that merges happen in a small example
        known = set(first)
        keys = KeySet(np.array(sorted(known), dtype=np.int64))
        for batch in batches:
            expected = []
            for place, key in enumerate(batch):
                if key not in known:
                    known.add(key)
                    expected.append(place)
            assert keys.add_new(_packed(batch)) == expected
            assert len(keys) == len(known)
        assert all(key in keys for key in known)
        assert 2**62 + 12345 in known or 2**62 + 12345 not in keys


def test_takes_eight_bytes_a_key() -> None:
    keys = KeySet()
    count = 500_000
    chance = np.random.default_rng(1)
    everything = chance.integers(-(2**63), 2**63 - 1, count)
    for start in range(0, count, 1000):
        keys.add_new(everything[start : start + 1000].tobytes())
    assert len(keys) == count
    assert keys.bytes <= 8 * count
    assert keys.add_new(everything[:1000].tobytes()) == []
