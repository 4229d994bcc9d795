from __future__ import annotations

import os
import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from archive_kit import exchange, judge, only_warc, page, warcs, write, writer

from mekik.archive import Position, captures, check, read, read_from, safe_job_name, warc_files
from mekik.archive.names import next_file
from mekik.errors import DiskFull, StorageError
from mekik.page import Capture


def test_a_file_is_closed_at_its_size_and_the_next_begins(tmp_path: Path) -> None:
    write(tmp_path, map(exchange, range(40)), max_file_size=10_000)
    files = warcs(tmp_path)
    assert len(files) > 3
    assert all(path.stat().st_size <= 10_000 for path in files)
    assert [path.name.rpartition("-")[2] for path in files[:2]] == ["00001.warc.gz", "00002.warc.gz"]
    assert warc_files(tmp_path, "job") == [path.name for path in files]
    assert judge(tmp_path).count(("warcinfo", "")) == len(files)
    assert list(check(tmp_path)) == []
    assert len(list(read_from(tmp_path, "job"))) == 40


def test_an_exchange_larger_than_a_file_gets_a_file_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, [exchange(0), exchange(1, body=page(1, 20_000)), exchange(2)], max_file_size=3000)
    assert len(warcs(tmp_path)) == 3


def test_the_next_run_goes_on_in_the_last_file(tmp_path: Path) -> None:
    write(tmp_path, [exchange(0)])
    size = only_warc(tmp_path).stat().st_size
    archive = writer(tmp_path)
    assert archive.position == Position(only_warc(tmp_path).name, size)
    archive.write(exchange(1))
    archive.close()
    assert [kind for kind, _ in judge(tmp_path)].count("warcinfo") == 2
    assert [found.exchange.url[-1] for found in read_from(tmp_path, "job")] == ["0", "1"]
    assert list(check(tmp_path)) == []
    assert len(captures(tmp_path, exchange(0).url)) == 1


def test_a_full_last_file_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, [exchange(0)], max_file_size=1000)
    write(tmp_path, [exchange(1)], max_file_size=1000)
    assert len(warcs(tmp_path)) == 2


def test_nothing_written_leaves_nothing(tmp_path: Path) -> None:
    archive = writer(tmp_path / "archive")
    assert archive.position == Position()
    archive.sync()
    archive.flush()
    archive.close()
    assert list((tmp_path / "archive").iterdir()) == []


def test_jobs_keep_to_their_own_files(tmp_path: Path) -> None:
    write(tmp_path, [exchange(0)], job="a")
    write(tmp_path, [exchange(1)], job="a-20200101000000-00001")
    write(tmp_path, [exchange(2)], job="a/b")
    write(tmp_path, [exchange(3)], job="a_b")
    assert len(warcs(tmp_path)) == 4
    for number, job in enumerate(["a", "a-20200101000000-00001", "a/b", "a_b"]):
        assert [found.exchange.url for found in read_from(tmp_path, job)] == [exchange(number).url]


@pytest.mark.parametrize(
    "job",
    [
        "../../etc/passwd",
        "/etc/passwd",
        "..",
        "",
        "a\0b",
        "con",
        "NUL.txt",
        "x" * 300,
        "..%2f",
        "-rf",
        "ağ\nı",
        "\ud800",
    ],
)
def test_job_names_stay_inside(tmp_path: Path, job: str) -> None:
    """faults: 58"""
    name = safe_job_name(job)
    assert name == safe_job_name(name)
    assert len(name) <= 100
    assert not set(name) & set("/\\\0\n%")
    folder = tmp_path / "archive"
    write(folder, [exchange()], job=job)
    assert {path.parent for path in tmp_path.rglob("*.warc.gz")} == {folder}
    assert len(list(read_from(folder, job))) == 1


def test_names_keep_their_order_when_the_clock_is_put_back() -> None:
    """faults: 47"""
    first = next_file("job", None, now=2e9)
    second = next_file("job", first, now=1e9)
    third = next_file("job", second, now=3e9)
    assert first < second < third
    assert Position(first, 900) < Position(second, 0) < Position(third, 5)


def test_a_capture_cannot_lead_out_of_the_archive(tmp_path: Path) -> None:
    """faults: 58"""
    for name in ("../secret.warc.gz", "/etc/passwd", "", "..", "a\0b"):
        with pytest.raises(StorageError):
            read(tmp_path, Capture(name, 0, 10, bytes(20)))


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """The system refuses to let any file grow beyond: a full disk without a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path) -> None:
    """faults: 42"""
    archive = writer(tmp_path)
    archive.write(exchange(0))
    before = archive.position
    with file_size_limit(before.offset + 300), pytest.raises(DiskFull, match="No room"):
        archive.write(exchange(1))
    assert archive.position == before
    assert only_warc(tmp_path).stat().st_size == before.offset
    archive.write(exchange(2))
    archive.close()
    assert [found.exchange.url[-1] for found in read_from(tmp_path, "job")] == ["0", "2"]
    assert list(check(tmp_path)) == []
    judge(tmp_path)


def test_a_disk_that_is_full_when_a_file_begins(tmp_path: Path) -> None:
    """faults: 42"""
    archive = writer(tmp_path, max_file_size=1000)
    archive.write(exchange(0))
    for limit in (0, 10, 200, 600):
        with file_size_limit(limit), pytest.raises(DiskFull):
            archive.write(exchange(1))
    archive.write(exchange(2))
    archive.close()
    assert [found.exchange.url[-1] for found in read_from(tmp_path, "job")] == ["0", "2"]
    assert list(check(tmp_path)) == []


def test_a_full_disk_for_the_cdxj_loses_no_line(tmp_path: Path) -> None:
    """faults: 42"""
    archive = writer(tmp_path)
    for number in range(20):
        archive.write(exchange(number))
    with file_size_limit(1000):
        with pytest.raises(DiskFull):
            archive.flush()
        with pytest.raises(DiskFull):
            archive.sync()
        with pytest.raises(DiskFull):
            archive.close()
    archive.close()
    assert list(check(tmp_path)) == []
    assert all(captures(tmp_path, exchange(number).url) for number in range(20))


def test_a_broken_disk_is_a_storage_error(tmp_path: Path) -> None:
    """faults: 42"""
    archive = writer(tmp_path)
    archive.write(exchange(0))
    real = archive._fd
    archive._fd = os.open(only_warc(tmp_path), os.O_RDONLY)  # every write to it fails, and so does every cut
    with pytest.raises(StorageError, match="Cannot write"):
        archive.write(exchange(1))
    os.close(archive._fd)
    archive._fd = real
    archive.write(exchange(2))
    archive.close()
    assert [found.exchange.url[-1] for found in read_from(tmp_path, "job")] == ["0", "2"]


def test_sync_from_another_thread_while_files_roll(tmp_path: Path) -> None:
    archive = writer(tmp_path, max_file_size=4000)
    stop = threading.Event()
    reached: list[Position] = []

    def keep_syncing() -> None:
        while not stop.is_set():
            reached.append(archive.sync())

    thread = threading.Thread(target=keep_syncing)
    thread.start()
    try:
        for number in range(60):
            archive.write(exchange(number))
    finally:
        stop.set()
        thread.join()
    archive.close()
    assert reached == sorted(reached)
    assert list(check(tmp_path)) == []
    assert len(list(read_from(tmp_path, "job"))) == 60


def test_no_file_stays_open(tmp_path: Path) -> None:
    """faults: 48"""
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        write(tmp_path, map(exchange, range(10)), max_file_size=2000)
        list(read_from(tmp_path, "job"))
        list(check(tmp_path))
        captures(tmp_path, exchange(1).url)
    assert len(os.listdir("/proc/self/fd")) == before
