"""How our SQLite databases are opened and written: never misread, all of a change or nothing."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from mekik.errors import DiskFull, OldFormat, StorageError

_CACHE = 32_768
"""KiB of pages kept in memory: new keys fall anywhere in their index."""


def connect(
    path: Path, schema: str, format: int, *, read_only: bool = False, steps: Mapping[int, str] | None = None
) -> sqlite3.Connection:
    """Opens or makes one of our databases; another format is refused, never misread. `steps` lead from a format to
    the next."""
    try:
        if read_only:
            connection = sqlite3.connect(
                f"file:{path}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
            )
        else:
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA busy_timeout = 20000")
        connection.execute(f"PRAGMA cache_size = -{_CACHE}")
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA wal_autocheckpoint = 4000")
        found = connection.execute("PRAGMA user_version").fetchone()[0]
        for _ in range(100 if read_only else 0):
            if found:
                break
            time.sleep(0.02)  # its maker is about to give it its tables
            found = connection.execute("PRAGMA user_version").fetchone()[0]
        if found == 0 and not read_only:
            connection.execute("BEGIN IMMEDIATE")
            if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
                for statement in schema.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {format}")
            connection.execute("COMMIT")
            found = format
        if not read_only and steps and found in steps:
            found = _lead_on(connection, steps)
    except sqlite3.Error as error:
        raise StorageError(f"Cannot open {path}: {error}.") from None
    if found != format:
        connection.close()
        raise OldFormat(
            f"{path} has format {found}; this version of Mekik reads format {format}. "
            "Use the version that wrote it, or crawl into another --data."
        )
    return connection


def _lead_on(connection: sqlite3.Connection, steps: Mapping[int, str]) -> int:
    """All steps that are left, each with its number in one transaction; another process may have gone them first."""
    connection.execute("BEGIN IMMEDIATE")
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    while found in steps:
        for statement in steps[found].split(";"):
            connection.execute(statement)
        found += 1
        connection.execute(f"PRAGMA user_version = {found}")
    connection.execute("COMMIT")
    return found


@contextmanager
def writing(database: sqlite3.Connection, path: Path) -> Iterator[None]:
    """One transaction: all of it or, whatever goes wrong, nothing."""
    try:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("COMMIT")
    except BaseException as error:
        if database.in_transaction:
            database.execute("ROLLBACK")
        if not isinstance(error, sqlite3.Error):
            raise
        if "full" in str(error):
            raise DiskFull(f"No room to write {path}.") from None
        raise StorageError(f"Cannot write {path}: {error}.") from None
