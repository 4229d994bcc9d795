"""Which of a page's links are known, and which texts are like its own? Most links are and most texts are not, so the
loops that find this out are compiled where that can be (`_lookup.c`)."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from mekik.compiled import compiled

VERSION = 2
"""Of what is asked for here: another one was compiled from other sources."""
Numbers = npt.NDArray[np.uint32]
T = TypeVar("T")


def absent_in_python(keys: bytes, first: set[int], second: set[int]) -> list[int]:
    """The places of the keys, as in `Links.keys`, that are in neither set."""
    return [place for place, key in enumerate(unpacked(keys)) if key not in first and key not in second]


def present_in_python(keys: bytes, table: dict[int, T]) -> list[tuple[int, T]]:
    """Those of the keys, as in `Links.keys`, that are in the table: of each its place and what stands there."""
    return [(place, table[key]) for place, key in enumerate(unpacked(keys)) if key in table]


def beside_in_python(wanted: bytes, keys: Numbers, numbers: Numbers) -> list[int]:
    """The numbers beside those of the wanted keys, four bytes each, that stand among `keys`, which are in order."""
    if not len(keys):
        return []
    asked = np.frombuffer(wanted, dtype="<u4")
    places = keys.searchsorted(asked)
    same = keys.take(places, mode="clip") == asked
    found: list[int] = numbers.take(places[same]).tolist()
    return found


def unpacked(keys: bytes) -> list[int]:
    """As the store keeps them."""
    found: list[int] = np.frombuffer(keys, dtype="<i8").tolist()
    return found


def key_at(keys: bytes, place: int) -> int:
    """One of them."""
    return int.from_bytes(keys[8 * place : 8 * place + 8], "little", signed=True)


_compiled = compiled("mekik.frontier._lookup", VERSION)
absent = _compiled.absent if _compiled is not None else absent_in_python
present = _compiled.present if _compiled is not None else present_in_python
beside = _compiled.beside if _compiled is not None else beside_in_python
