"""The parts of a normalised address, and its 64-bit key."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterable
from typing import NamedTuple

from xxhash import xxh3_64_intdigest

_SCHEME = re.compile(r"[\x00-\x20]*([A-Za-z][A-Za-z0-9+.\-]*):").match


class Parts(NamedTuple):
    """An address cut in three. A part that is not there is `-`."""

    root: str
    """Scheme and authority: `http://www.example.com`."""
    path: str
    """With the question mark when a query follows: `/www/index.php?`."""
    query: str
    """Without the question mark: `id=10`."""


def split(url: str) -> Parts:
    """Root, path and query of a normalised address."""
    end = _authority_end(url)
    path, mark, query = url[end:].partition("?")
    return Parts(url[:end] or "-", path + mark or "-", query or "-")


def root(url: str) -> str:
    """The root alone."""
    return url[: _authority_end(url)] or "-"


def authority(url: str) -> str:
    """`host` or `host:port` of a normalised address; never a user name or password."""
    start = url.find("://") + 3
    end = url.find("/", start)
    found = url[start:end] if end >= 0 else url[start : _authority_end(url)]
    return found.rpartition("@")[2] if "@" in found else found


def host(url: str) -> str:
    """The host of a normalised address, without its port. IPv6 addresses keep their brackets."""
    found = authority(url)
    if found.endswith("]") or ":" not in found:
        return found
    return found.rpartition(":")[0]


def scheme(url: str) -> str:
    """The scheme that an address as found names itself, in lower case; empty for a relative one."""
    found = _SCHEME(url)
    return found[1].lower() if found else ""


def key(url: str) -> int:
    """The 64-bit number that stands for an address: xxh3-64 of its UTF-8 bytes."""
    found: int = xxh3_64_intdigest(url.encode("utf-8", "surrogatepass"))
    return found


def keys(urls: Iterable[str]) -> bytes:
    """The keys of many addresses, packed as little-endian unsigned 64-bit numbers."""
    packed = array("Q", [xxh3_64_intdigest(url.encode("utf-8", "surrogatepass")) for url in urls])
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def _authority_end(url: str) -> int:
    start = url.find("://") + 3
    if start < 3:
        return 0
    end = url.find("/", start)
    if end < 0:
        end = len(url)
    for mark in "?#":
        place = url.find(mark, start, end)
        if place >= 0:
            end = place
    return end
