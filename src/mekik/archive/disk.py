"""Writing whole pieces to files, and saying in our own words what went wrong."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mekik.errors import DiskFull, StorageError

_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turns the system's errors on `path` into ours."""
    try:
        yield
    except OSError as error:
        raise storage_error(path, error) from error


def storage_error(path: Path, error: OSError) -> StorageError:
    if error.errno in _NO_ROOM:
        return DiskFull(f"No room to write {path}: {error.strerror}. Make room, then: mekik resume")
    return StorageError(f"Cannot write {path}: {error.strerror}. Nothing half-written was kept.")


def write_all(fd: int, data: bytes, offset: int) -> None:
    written = os.pwrite(fd, data, offset)
    while written < len(data):  # only a full disk or a limit stops a write to a file half-way
        written += os.pwrite(fd, memoryview(data)[written:], offset + written)


def sync_directory(directory: Path) -> None:
    """Makes the names in it durable."""
    fd = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
