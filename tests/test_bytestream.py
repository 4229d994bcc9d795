from __future__ import annotations

import gzip
import random
import tracemalloc
import zlib
from collections.abc import Callable

import brotli
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.bytestream import CHUNK, MAX_MEMBERS, decode

TEXT = " ".join(random.Random(4).choices(["dokuma", "tezgâhı", "mekik", "iplik", "çözgü"], k=4000)).encode()


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def brotli_pack(data: bytes) -> bytes:
    packed: bytes = brotli.compress(data, quality=3)
    return packed


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli_pack,
}


@pytest.mark.parametrize("encoding", PACKERS)
@pytest.mark.parametrize("size", [0, 1, 100, len(TEXT)])
def test_each_encoding_is_undone(encoding: str, size: int) -> None:
    decoded = decode(PACKERS[encoding](TEXT[:size]), encoding, 1_000_000)
    assert (decoded.data, decoded.complete, decoded.problem) == (TEXT[:size], True, "")


def test_deflate_without_its_zlib_header_is_read_too() -> None:
    assert decode(raw_deflate(TEXT), "Deflate", 1_000_000).data == TEXT


def test_raw_deflate_that_looks_like_zlib_is_read_too() -> None:
    """A stored block has free bits before its length, so its first two bytes can also be a zlib header."""
    stored = b"\x08\x1d\x00\xe2\xff" + TEXT[:29]
    assert int.from_bytes(stored[:2], "big") % 31 == 0
    decoded = decode(stored + b"\x01\x00\x00\xff\xff", "deflate", 10_000)
    assert (decoded.data, decoded.complete) == (TEXT[:29], True)


def test_identity_is_free() -> None:
    for encoding in ("", "identity", " Identity "):
        assert decode(TEXT, encoding, 1_000_000).data is TEXT


def test_identity_is_cut_too() -> None:
    decoded = decode(TEXT, "", 1000)
    assert decoded.data == TEXT[:1000]
    assert not decoded.complete


@pytest.mark.parametrize("layers", [["gzip", "gzip"], ["deflate", "gzip"], ["br", "gzip", "deflate"], ["br", "br"]])
def test_layers_are_undone_from_the_outside(layers: list[str]) -> None:
    """faults: 20"""
    body = TEXT
    for layer in layers:
        body = PACKERS[layer](body)
    assert decode(body, ", ".join(layers), 1_000_000).data == TEXT


def test_too_many_layers_are_refused() -> None:
    """faults: 20"""
    body = TEXT
    for _ in range(4):
        body = gzip.compress(body)
    decoded = decode(body, "gzip,gzip,gzip,gzip", 1_000_000)
    assert decoded.data == b""
    assert "4" in decoded.problem


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br"])
def test_garbage_after_the_end_is_tolerated(encoding: str) -> None:
    """faults: 20"""
    for garbage in (b"\0", b"garbage", bytes(5000), random.Random(3).randbytes(100_000), b"\x1f\x8b\x08rubbish"):
        decoded = decode(PACKERS[encoding](TEXT) + garbage, encoding, 1_000_000)
        assert decoded.data == TEXT
        assert decoded.complete


def test_several_gzip_members_are_one_body() -> None:
    parts = [TEXT[at : at + 1000] for at in range(0, len(TEXT), 1000)]
    assert decode(b"".join(map(gzip.compress, parts)), "gzip", 1_000_000).data == TEXT


def test_members_beyond_count_are_left_out() -> None:
    """faults: 20"""
    decoded = decode(gzip.compress(b"a") * (MAX_MEMBERS + 500), "gzip", 1_000_000)
    assert decoded.data == b"a" * MAX_MEMBERS


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br"])
def test_a_truncated_stream_gives_what_could_be_read(encoding: str) -> None:
    """faults: 19"""
    packed = PACKERS[encoding](TEXT)
    for cut in range(1, len(packed), max(1, len(packed) // 50)):
        decoded = decode(packed[:cut], encoding, 1_000_000)
        assert not decoded.complete
        assert decoded.problem
        assert TEXT.startswith(decoded.data)
    assert len(decode(packed[: len(packed) * 9 // 10], encoding, 1_000_000).data) > len(TEXT) // 2


def test_a_flipped_bit_costs_only_the_end() -> None:
    noise = random.Random(5).randbytes(200_000).hex().encode()
    packed = bytearray(gzip.compress(noise))
    packed[-8] ^= 1  # the checksum
    decoded = decode(bytes(packed), "gzip", 1_000_000)
    assert not decoded.complete
    assert noise.startswith(decoded.data)
    assert len(decoded.data) > len(noise) - 2000


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "gzip, gzip", "br, br", "gzip, br"])
def test_a_bomb_stops_at_the_limit(encoding: str) -> None:
    """faults: 20"""
    limit = 3_000_000
    body = bytes(20_000_000)
    for layer in encoding.split(", "):
        body = PACKERS[layer](body)
    tracemalloc.start()
    decoded = decode(body, encoding, limit)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert not decoded.complete
    assert decoded.problem
    assert len(decoded.data) <= limit
    assert peak < limit * 1.2 + 4 * CHUNK


def test_an_absurd_ratio_stops_before_the_limit() -> None:
    """faults: 20"""
    body = brotli_pack(bytes(50_000_000))
    decoded = decode(body, "br", 40_000_000)
    assert not decoded.complete
    assert len(decoded.data) < 5_000_000


@pytest.mark.parametrize("encoding", ["zstd", "compress", "gzip, zstd", "dcb"])
def test_what_cannot_be_read_is_said(encoding: str) -> None:
    """faults: 20"""
    decoded = decode(b"(\xb5/\xfd0123", encoding, 1000)
    assert (decoded.data, decoded.complete) == (b"", False)
    assert "unknown encoding" in decoded.problem


def test_a_word_that_is_no_encoding_leaves_the_body_as_it_is() -> None:
    decoded = decode(TEXT, "UTF-8", 1_000_000)
    assert decoded.data is TEXT
    assert "utf-8" in decoded.problem


def test_gzip_that_was_only_said_leaves_the_body_as_it_is() -> None:
    decoded = decode(TEXT, "gzip", 1_000_000)
    assert decoded.data == TEXT
    assert decoded.problem
    assert decode(gzip.compress(TEXT), "gzip, gzip", 1_000_000).data == TEXT


@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=3000),
    st.sampled_from(["gzip", "deflate", "br", "gzip,br", "br,gzip", "deflate,deflate,gzip", "x", "a,b", ",,", "\0"]),
    st.integers(0, 2000),
    st.booleans(),
)
def test_nothing_makes_it_raise(body: bytes, encoding: str, limit: int, packed: bool) -> None:
    """faults: 20"""
    if packed:
        body = gzip.compress(body)[:-5] + body
    assert len(decode(body, encoding, limit).data) <= limit


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damage_anywhere_is_survived(data: st.DataObject) -> None:
    encoding = data.draw(st.sampled_from(["gzip", "deflate", "br"]))
    packed = bytearray(PACKERS[encoding](TEXT[:5000]))
    for _ in range(data.draw(st.integers(1, 4))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    assert len(decode(bytes(packed), encoding, 100_000).data) <= 100_000
