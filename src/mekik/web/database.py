"""One SQLite file that many threads use."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mekik.frontier.sqlite import connect

Row = tuple[Any, ...]


class Database:
    """Readable by its owner only: there are secrets in it."""

    def __init__(self, path: Path, schema: str, format: int, steps: Mapping[int, str] | None = None) -> None:
        self._connection = connect(path, schema, format, steps=steps)
        path.chmod(0o600)
        self.lock = threading.RLock()
        """For what takes more than one statement."""

    def close(self) -> None:
        with self.lock:
            self._connection.close()

    def one(self, sql: str, *values: object) -> Row | None:
        with self.lock:
            row: Row | None = self._connection.execute(sql, values).fetchone()
            return row

    def all(self, sql: str, *values: object) -> list[Row]:
        with self.lock:
            return self._connection.execute(sql, values).fetchall()

    def run(self, sql: str, *values: object) -> int:
        """How many rows it changed."""
        with self.lock:
            return self._connection.execute(sql, values).rowcount

    def add(self, sql: str, *values: object) -> int:
        """The number of the new row."""
        with self.lock:
            return int(self._connection.execute(sql, values).lastrowid or 0)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it, or nothing."""
        with self.lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
