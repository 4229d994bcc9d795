"""How our SQLite databases are opened and written: never misread, all of a change or nothing."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from mekik.errors import DiskFull, OldFormat, StorageError
from mekik.frontier.medium import is_writable, remote_kind

_CACHE = 32_768
"""KiB of pages kept in memory: new keys fall anywhere in their index."""


def connect(
    path: Path, schema: str, format: int, *, read_only: bool = False, steps: Mapping[int, str] | None = None
) -> sqlite3.Connection:
    """Opens or makes one of our databases; another format is refused, never misread. `steps` lead from a format to
    the next. Where nothing can be written it can still be read."""
    read_only = read_only or (path.exists() and not is_writable(path))
    try:
        connection = open_to_read(path) if read_only else _open(str(path))
        connection.execute(f"PRAGMA cache_size = -{_CACHE}")
        if not read_only:
            connection.execute(f"PRAGMA journal_mode = {'DELETE' if remote_kind(path) else 'WAL'}")
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


def _open(address: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        address, uri=address.startswith("file:"), isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA busy_timeout = 20000")
    return connection


_copies: list[TemporaryDirectory[str]] = []
"""Of databases that cannot be read where they are; they go when the process ends."""


def open_to_read(path: Path) -> sqlite3.Connection:
    return _open(readable(path))


def readable(path: Path) -> str:
    """The address by which SQLite can read a database, also where nothing can be written, not even what readers of a
    write-ahead log have to."""
    address = path.absolute().as_uri()
    plain = f"{address}?mode=ro"
    if not path.exists() or is_writable(path):
        return plain
    try:
        with closing(_open(plain)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema")
            return plain
    except sqlite3.OperationalError:
        pass
    log = path.with_name(path.name + "-wal")
    if not log.exists() or not log.stat().st_size:
        return f"{address}?immutable=1"
    copy = TemporaryDirectory(prefix="mekik-")  # without its log the database may be torn
    _copies.append(copy)
    for file in (path, log):
        shutil.copyfile(file, Path(copy.name, file.name))
    return Path(copy.name, path.name).as_uri()


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
