from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
from archive_kit import exchange, judge, only_warc, write, writer
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.archive import Damage, captures, check, read, read_from, repair
from mekik.errors import Corruption, StorageError
from mekik.page import Capture

COUNT = 8


def archive(directory: Path) -> list[Capture]:
    return write(directory, map(exchange, range(COUNT)))


def alter(directory: Path, offset: int, data: bytes, instead_of: int | None = None) -> None:
    path = only_warc(directory)
    whole = path.read_bytes()
    path.write_bytes(whole[:offset] + data + whole[offset + (len(data) if instead_of is None else instead_of) :])


def readable(directory: Path) -> list[int]:
    """Numbers of the pages that can be read, from end to end."""
    return [int(each.exchange.url.rpartition("/")[2]) for each in read_from(directory, "job") if each.exchange.body]


def mended(directory: Path) -> None:
    """After a repair everything agrees, also in the eyes of others."""
    assert list(repair(directory))
    assert list(check(directory)) == []
    assert list(repair(directory)) == []
    judge(directory)
    for number in readable(directory):
        (entry,) = captures(directory, exchange(number).url)
        assert read(directory, entry.capture).body == exchange(number).body


def test_a_sound_archive_has_no_damage(tmp_path: Path) -> None:
    archive(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert list(check(tmp_path)) == []
    assert list(repair(tmp_path)) == []
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert list(check(tmp_path / "nowhere")) == []


def test_a_truncated_last_member(tmp_path: Path) -> None:
    """faults: 43"""
    archive(tmp_path)
    path = only_warc(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    first = next(iter(check(tmp_path)))
    assert first.path == path
    assert whole[first.offset : first.offset + 3] == b"\x1f\x8b\x08"
    assert first.record == 1 + 3 * COUNT
    assert "too early" in first.what
    assert readable(tmp_path) == list(range(COUNT))
    mended(tmp_path)
    assert readable(tmp_path) == list(range(COUNT))


def test_a_bit_flip_in_the_middle_costs_one_record(tmp_path: Path) -> None:
    """faults: 43"""
    found = archive(tmp_path)
    offset = found[3].offset
    byte = only_warc(tmp_path).read_bytes()[offset + 200]
    alter(tmp_path, offset + 200, bytes([byte ^ 4]))
    damage = list(check(tmp_path))
    assert damage[0].offset == offset
    assert damage[0].record == 2 + 3 * 3
    assert readable(tmp_path) == [0, 1, 2, 4, 5, 6, 7]
    with pytest.raises(Corruption) as error:
        read(tmp_path, found[3])
    assert error.value.offset == offset
    told: list[Damage] = []
    list(read_from(tmp_path, "job", damage=told.append))
    assert [each.offset for each in told] == [offset]
    assert str(offset) in str(told[0])

    original = only_warc(tmp_path).read_bytes()
    mended(tmp_path)
    assert (tmp_path / (only_warc(tmp_path).name + ".damaged")).read_bytes() == original
    assert readable(tmp_path) == [0, 1, 2, 4, 5, 6, 7]
    for number in (2, 4, 7):  # the others kept their places
        assert read(tmp_path, found[number]).body == exchange(number).body
    assert [found[number] in [each.capture for each in read_from(tmp_path, "job")] for number in (3, 4)] == [
        False, True,
    ]  # fmt: skip


def test_a_zero_filled_tail(tmp_path: Path) -> None:
    """faults: 43"""
    archive(tmp_path)
    size = only_warc(tmp_path).stat().st_size
    alter(tmp_path, size, bytes(70_000))
    damage = list(check(tmp_path))
    assert (damage[0].offset, damage[0].what) == (size, "70000 zero bytes")
    mended(tmp_path)
    assert only_warc(tmp_path).stat().st_size == size


def test_zeros_in_the_middle(tmp_path: Path) -> None:
    """faults: 41, 43"""
    found = archive(tmp_path)
    alter(tmp_path, found[2].offset - 20, bytes(found[4].offset - found[2].offset))
    assert readable(tmp_path) == [0, 1, 4, 5, 6, 7]
    mended(tmp_path)
    assert read(tmp_path, found[6]).body == exchange(6).body


def test_bytes_put_in_between(tmp_path: Path) -> None:
    """faults: 43"""
    found = archive(tmp_path)
    alter(tmp_path, found[4].offset, b"intruder", instead_of=0)
    assert readable(tmp_path) == list(range(COUNT))
    (done,) = repair(tmp_path)
    assert done.moved
    assert list(check(tmp_path)) == []
    assert read(tmp_path, found[7]).body == exchange(7).body


def replace_record(directory: Path, capture: Capture, old: bytes, new: bytes) -> None:
    """A sound gzip member whose record lies."""
    path = only_warc(directory)
    whole = path.read_bytes()
    record = gzip.decompress(whole[capture.offset : capture.offset + capture.length])
    assert old in record
    member = gzip.compress(record.replace(old, new, 1))
    path.write_bytes(whole[: capture.offset] + member + whole[capture.offset + capture.length :])


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b"<p>", b"<q>", "digest"),
        (b"Payload-Digest: sha1:", b"Payload-Digest: sha1:AAAA", "payload"),
        (b"Content-Length: 6", b"Content-Length: 7", "shorter than its Content-Length"),
        (b"Content-Length: 6", b"Content-Length: 5", "does not end at its Content-Length"),
        (b"Content-Length: 6", b"Content-Length: 9999999999996", "more than"),
        (b"Content-Length: 6", b"Content-Length: -6", "without a proper Content-Length"),
        (b"WARC/1.1", b"JUNK/1.1", "not the head"),
    ],
)
def test_a_record_that_lies(tmp_path: Path, old: bytes, new: bytes, says: str) -> None:
    """faults: 43"""
    found = archive(tmp_path)
    replace_record(tmp_path, found[5], old, new)
    damage = list(check(tmp_path))
    assert damage[0].offset == found[5].offset
    assert says in damage[0].what
    mended(tmp_path)
    assert readable(tmp_path) == [0, 1, 2, 3, 4, 6, 7]


def sidecar_of(directory: Path) -> Path:
    (path,) = directory.glob("*.cdxj")
    return path


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-20]),
        lambda path: path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-2])),
        lambda path: path.write_bytes(path.read_bytes().replace(b"page/3", b"page/4")),
        lambda path: path.write_bytes(path.read_bytes().replace(b'"offset":"', b'"offset":"7')),
        lambda path: path.write_bytes(path.read_bytes() + b'com,x)/ 20200101000000 {"url":"http://x.com/"}\n'),
        lambda path: path.write_bytes(path.read_bytes().replace(b"closed", b"closes")),
        lambda path: path.write_bytes(
            b"".join((lines := path.read_bytes().splitlines(keepends=True))[:1] + lines[:0:-1])
        ),
        lambda path: path.rename(path.with_name("stray-20200101000000-00001.cdxj")),
    ],
)  # fmt: skip
def test_a_missing_or_wrong_cdxj(tmp_path: Path, harm: object) -> None:
    """faults: 43"""
    archive(tmp_path)
    assert callable(harm)
    harm(sidecar_of(tmp_path))
    assert list(check(tmp_path))
    before = only_warc(tmp_path).read_bytes()
    mended(tmp_path)
    assert only_warc(tmp_path).read_bytes() == before
    assert readable(tmp_path) == list(range(COUNT))


def test_a_file_of_nothing_but_rubbish_is_put_aside(tmp_path: Path) -> None:
    """faults: 43"""
    archive(tmp_path)
    path = only_warc(tmp_path)
    path.write_bytes(random.Random(1).randbytes(100_000))
    assert list(check(tmp_path))
    list(repair(tmp_path))
    assert list(check(tmp_path)) == []
    assert not path.exists()
    assert (tmp_path / (path.name + ".damaged")).stat().st_size == 100_000
    assert writer(tmp_path).position.offset == 0


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    found = archive(tmp_path)
    only_warc(tmp_path).unlink()
    with pytest.raises(StorageError, match="missing"):
        read(tmp_path, found[0])
    assert [each.what for each in check(tmp_path)] == ["its WARC file is missing"]


def test_a_second_repair_keeps_both_damaged_files(tmp_path: Path) -> None:
    found = archive(tmp_path)
    for number in (1, 5):
        alter(tmp_path, found[number].offset + 30, bytes(30))
        mended(tmp_path)
    name = only_warc(tmp_path).name
    assert {path.name for path in tmp_path.glob("*damaged*")} == {f"{name}.damaged", f"{name}.damaged-2"}
    assert readable(tmp_path) == [0, 2, 3, 4, 6, 7]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 0.999), st.binary(min_size=1, max_size=60)), min_size=1, max_size=4))
def test_any_damage_is_found_and_mended(
    tmp_path_factory: pytest.TempPathFactory, harms: list[tuple[float, bytes]]
) -> None:
    """faults: 43"""
    folder = tmp_path_factory.mktemp("harm")
    archive(folder)
    path = only_warc(folder)
    before = path.read_bytes()
    for place, data in harms:
        alter(folder, int(place * len(before)), data)
    harmless = path.read_bytes() == before
    found = list(check(folder))
    # The operating system's byte in a gzip head and the like may change without a loss.
    assert found or harmless or len(readable(folder)) == COUNT
    good = readable(folder)
    list(repair(folder))
    assert list(check(folder)) == []
    assert readable(folder) == good or not path.exists()
    judge(folder)
