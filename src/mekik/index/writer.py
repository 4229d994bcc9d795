"""tantivy, writing.

Putting is quick: tantivy takes a copy and its own thread does the work. Only a commit takes long, so it runs in a
thread of ours. While it does, tantivy's writer cannot be touched; what is put then waits here and goes in after it.

Everything put is kept until the commit that covers it has returned. When a commit fails (a full disk kills
tantivy's thread and takes its whole batch with it) a new writer gets the batch again, so nothing is lost.
What is kept is bounded: a batch that grows beyond `index.memory` is committed before its time, and who puts faster
than the disk takes it waits. Before it comes to that, `behind` asks for less.
"""

from __future__ import annotations

import ctypes
import threading
import time
from pathlib import Path
from typing import Any

import tantivy

from mekik.errors import StorageError
from mekik.index.entry import IndexEntry
from mekik.index.operation import Operation, addition, removal, removal_of_job, removal_of_shown
from mekik.index.schema import schema
from mekik.index.trouble import storage_error
from mekik.settings import IndexSettings

THREADS = 1
"""Two threads make twice the segments, which are merged again: more work in all, and the other core is busy."""

_GIVE_BACK = 20.0
"""Seconds between two times that freed memory is given back."""


class TantivyWriter:
    """The one writer of the index at `path`, which is made when it is not there. Call it from one thread."""

    def __init__(self, path: Path, settings: IndexSettings | None = None) -> None:
        self._path = path
        self._memory = (settings or IndexSettings()).memory
        path.mkdir(parents=True, exist_ok=True)
        try:
            self._index = tantivy.Index(schema(), path=str(path))
            self._writer: Any = self._index.writer(self._memory, THREADS)
        except ValueError as error:
            raise storage_error(path, error) from error
        self._batch: list[Operation] = []
        """Given to tantivy, or to be given to its successor; not committed."""
        self._waiting: list[Operation] = []
        self._batch_size = self._waiting_size = 0
        self._thread: threading.Thread | None = None
        self._again = False
        """Another commit was asked for while one was under way."""
        self._broken = False
        self._error: StorageError | None = None
        self._give_back_at = time.monotonic() + _GIVE_BACK

    # changes

    def put(self, entry: IndexEntry, replace: bool = True) -> None:
        self._do(addition(entry, replace))

    def remove(self, owner: str, url: str) -> None:
        self._do(removal(owner, url))

    def remove_shown(self, owner: str, url: str) -> None:
        self._do(removal_of_shown(owner, url))

    def remove_job(self, job: str) -> None:
        self._do(removal_of_job(job))

    def _do(self, operation: Operation) -> None:
        if self._thread is not None and not self._thread.is_alive():
            self._collect()
        if self._batch_size + self._waiting_size > 2 * self._memory:
            self.commit()
        if self._thread is not None:
            self._waiting.append(operation)
            self._waiting_size += operation.size
            return
        self._take(operation)
        if self._batch_size > self._memory and not self._broken:
            self.commit_in_background()

    def _take(self, operation: Operation) -> None:
        self._batch.append(operation)
        self._batch_size += operation.size
        if not self._broken:
            try:
                _apply(self._writer, operation)
            except BaseException as error:  # a panic of tantivy is no Exception
                self._fail(error)

    # commits

    @property
    def behind(self) -> bool:
        return self._waiting_size > self._memory // 2

    def commit(self) -> None:
        self.commit_in_background()
        self.wait()

    def commit_in_background(self) -> None:
        if self._thread is not None and self._thread.is_alive():
            self._again = True
            return
        self._collect()
        if self._batch and self._thread is None:
            self._start()

    def poll_committed(self) -> bool:
        if self._thread is not None and self._thread.is_alive():
            return False
        self._collect()
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        if self._broken and self._thread is None:
            self._start()
        return self._thread is None

    def wait(self) -> None:
        while not self.poll_committed():
            assert self._thread is not None
            self._thread.join()

    def close(self) -> None:
        """Merges that are under way are given up; the next writer begins them again."""
        try:
            self.commit()
        finally:
            if self._thread is not None:
                self._thread.join()
            self._writer = None

    def _start(self) -> None:
        self._error = None
        self._thread = threading.Thread(target=self._run, name="index-commit")
        self._thread.start()

    def _run(self) -> None:
        try:
            if self._broken:
                self._writer = None  # lets go of the lock
                self._writer = self._index.writer(self._memory, THREADS)
                for operation in self._batch:
                    _apply(self._writer, operation)
                self._broken = False
            self._writer.commit()
        except BaseException as error:  # as above
            self._fail(error)
        self._give_back()

    def _give_back(self) -> None:
        """glibc keeps what was freed, the more scattered the longer a crawl goes on; every so often the system gets
        it back, while nobody waits for this thread."""
        if time.monotonic() >= self._give_back_at:
            self._give_back_at = time.monotonic() + _GIVE_BACK
            trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
            if trim is not None:
                trim(0)

    def _fail(self, error: BaseException) -> None:
        self._broken = True
        self._error = storage_error(self._path, error)

    def _collect(self) -> None:
        """After a commit: forgets what is durable, gives on what has waited."""
        if self._thread is None:
            return
        self._thread.join()
        self._thread = None
        if not self._broken:
            self._batch = []
            self._batch_size = 0
        waiting, self._waiting, self._waiting_size = self._waiting, [], 0
        for operation in waiting:
            self._take(operation)
        again, self._again = self._again, False
        if again and self._batch and not self._broken:
            self._start()


def _apply(writer: Any, operation: Operation) -> None:
    if writer is None:
        raise ValueError("the writer is closed")
    if operation.uid is not None:
        writer.delete_documents_by_term("uid", operation.uid)
    if operation.job is not None:
        writer.delete_documents_by_term("job", operation.job)
    if operation.document is not None:
        writer.add_document(operation.document)
