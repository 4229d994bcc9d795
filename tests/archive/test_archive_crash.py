from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from archive_kit import exchange, judge, only_warc, warcs, write, writer
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.archive import Position, captures, check, read_from, recover
from mekik.failpoints import arm

PROGRAM = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from archive_kit import exchange, writer
archive = writer(Path(sys.argv[2]), max_file_size=int(sys.argv[3]))
for number in range(12):
    archive.write(exchange(number))
    print(number, flush=True)
    if number == 4:
        archive.sync()
archive.close()
"""


def crash(directory: Path, place: str, max_file_size: int = 100_000) -> int:
    """Runs a writer that dies at `place`; the number of exchanges that it said were written."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(Path(__file__).parent), str(directory), str(max_file_size)],
        env={**os.environ, "MEKIK_FAIL_AT": place}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == -signal.SIGKILL, done.stderr
    return len(done.stdout.split())


@pytest.mark.parametrize(
    ("place", "written", "kept"),
    [
        ("warc.before_write", 0, 0),
        ("warc.before_write:6", 5, 5),
        ("warc.half_written", 0, 0),
        ("warc.half_written:8", 7, 7),
        ("warc.after_write", 0, 1),
        ("warc.after_write:7", 6, 7),
    ],
)
@pytest.mark.parametrize("size", [100_000, 3000])
def test_death_at_a_fail_point(tmp_path: Path, place: str, written: int, kept: int, size: int) -> None:
    """faults: 40"""
    assert crash(tmp_path, place, size) == written
    end = recover(tmp_path, "job")
    whole = [found.exchange.url for found in read_from(tmp_path, "job")]
    # Half of an exchange may be its whole response: then that is kept, and fetching it again does no harm.
    assert whole[:kept] == [exchange(number).url for number in range(kept)]
    assert len(whole) <= kept + place.startswith("warc.half")
    assert recover(tmp_path, "job") == end
    archive = writer(tmp_path, max_file_size=size)
    assert archive.position == end
    archive.write(exchange(99))
    archive.close()
    assert list(check(tmp_path)) == []
    judge(tmp_path)
    assert [found.exchange.url for found in read_from(tmp_path, "job", end)] == [exchange(99).url]
    assert len(captures(tmp_path, exchange(99).url)) == 1
    for number in range(kept):
        assert len(captures(tmp_path, exchange(number).url)) == 1


def test_fail_points_count() -> None:
    def last_act() -> None:
        raise EOFError  # instead of the death that would follow

    fail_at = arm("here:3")
    fail_at("here", last_act)
    fail_at("here", last_act)
    fail_at("there", last_act)
    with pytest.raises(EOFError):
        fail_at("here", last_act)
    arm("")("here", last_act)


@pytest.mark.parametrize(
    "tail", [b"", bytes(1), bytes(40_000), b"garbage", b"\x1f\x8b\x08", b"\x1f\x8b\x08" * 500, os.urandom(5000)]
)
@pytest.mark.parametrize("cut", [0, 8, 100, 700])
def test_the_tail_is_cut_to_the_last_whole_record(tmp_path: Path, tail: bytes, cut: int) -> None:
    """faults: 41, 43"""
    archive = writer(tmp_path)
    for number in range(5):
        archive.write(exchange(number))
    archive.flush()
    sidecar = next(tmp_path.glob("*.cdxj"))
    open_lines = sidecar.read_bytes()
    archive.close()
    path = only_warc(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) - cut] + tail)
    sidecar.write_bytes(open_lines)  # as if it had never been closed
    end = recover(tmp_path, "job")
    assert path.stat().st_size == end.offset
    assert data.startswith(path.read_bytes())
    assert end.offset == len(data) if cut == 0 else end.offset < len(data)
    assert list(check(tmp_path)) == []
    judge(tmp_path)
    assert len(list(read_from(tmp_path, "job"))) in (4, 5)


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("sidecar_damage", ["missing", "empty", "torn", "lies", "garbage", "behind"])
def test_the_cdxj_is_brought_in_line(tmp_path: Path, sidecar_damage: str, closed: bool) -> None:
    """faults: 43"""
    write(tmp_path, map(exchange, range(4)))
    archive = writer(tmp_path)
    for number in range(4, 9):
        archive.write(exchange(number))
    archive.flush()
    path = only_warc(tmp_path)
    sidecar = next(tmp_path.glob("*.cdxj"))
    open_lines = sidecar.read_bytes()
    archive.close()
    lines = (sidecar.read_bytes() if closed else open_lines).splitlines(keepends=True)
    with path.open("ab") as file:
        file.write(b"\x1f\x8b\x08 a torn record")
    broken = {
        "empty": b"",
        "torn": b"".join(lines)[:-30],
        "lies": b"".join(lines).replace(b'"offset":"', b'"offset":"1'),
        "garbage": os.urandom(3000),
        "behind": b"".join(lines[:6]),
    }
    if sidecar_damage == "missing":
        sidecar.unlink()
    else:
        sidecar.write_bytes(broken[sidecar_damage])
    recover(tmp_path, "job")
    assert list(check(tmp_path)) == []
    assert all(len(captures(tmp_path, exchange(number).url)) == 1 for number in range(9))


def test_damage_in_the_middle_is_not_taken_for_the_end(tmp_path: Path) -> None:
    """faults: 43"""
    found = write(tmp_path, map(exchange, range(6)))
    path = only_warc(tmp_path)
    data = bytearray(path.read_bytes())
    data[found[2].offset + 40] ^= 0xFF
    path.write_bytes(data + b"rubbish")
    next(tmp_path.glob("*.cdxj")).unlink()
    assert recover(tmp_path, "job").offset == len(data)
    assert [each.exchange.url[-1] for each in read_from(tmp_path, "job") if each.exchange.status] == list("01345")


def test_a_file_that_never_got_a_record_goes_away(tmp_path: Path) -> None:
    write(tmp_path, [exchange(0)])
    end = recover(tmp_path, "job")
    later = tmp_path / end.file.replace("00001", "00002")
    later.write_bytes(bytes(5000))
    assert recover(tmp_path, "job") == end
    assert warcs(tmp_path) == [tmp_path / end.file]
    assert recover(tmp_path, "nobody") == Position()


def test_a_long_file_is_read_again_only_at_its_end(tmp_path: Path) -> None:
    archive = writer(tmp_path)
    noise = random.Random(1).randbytes
    for number in range(30):
        archive.write(exchange(number, body=noise(500_000)))
    archive.flush()
    archive.write(exchange(30))
    path = only_warc(tmp_path)
    data = bytearray(path.read_bytes())
    data[1_000_000] ^= 1  # far from the end: that is for `check` to find
    with path.open("r+b") as file:
        file.seek(1_000_000)
        file.write(data[1_000_000:1_000_001])
        file.seek(0, 2)
        file.write(b"torn")
    lines = next(tmp_path.glob("*.cdxj")).read_bytes().splitlines()
    assert len(lines) == 1 + 30
    os.close(archive._fd)
    assert recover(tmp_path, "job").offset == len(data)
    recovered = next(tmp_path.glob("*.cdxj")).read_bytes().splitlines()
    assert recovered[:31] == lines
    assert len(recovered) == 1 + 31


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.binary(max_size=50), st.booleans())
def test_any_cut_and_any_tail(tmp_path_factory: pytest.TempPathFactory, cut: int, tail: bytes, keep: bool) -> None:
    """faults: 41, 43"""
    folder = tmp_path_factory.mktemp("cut")
    write(folder, map(exchange, range(4)))
    path = only_warc(folder)
    data = path.read_bytes()
    path.write_bytes(data[: cut % len(data)] + tail)
    if not keep:
        next(folder.glob("*.cdxj")).unlink()
    end = recover(folder, "job")
    if end.file:
        assert path.stat().st_size == end.offset <= cut % len(data)
        assert list(check(folder)) == []
    else:
        assert not path.exists()
