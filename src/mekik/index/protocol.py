"""What an engine of the index must be able to do."""

from __future__ import annotations

from typing import Protocol

from mekik.index.entry import IndexEntry


class IndexWriter(Protocol):
    """One at a time. What was put is searchable after the commit that follows it, and lost with a crash before it:
    whoever writes keeps a watermark and puts it again. So putting the same entry twice must leave one."""

    def put(self, entry: IndexEntry, replace: bool = True) -> None:
        """Replaces the entry of the same owner and address. Finding the old one costs: when there is surely none,
        `replace=False` saves it."""
        ...

    def remove(self, owner: str, url: str) -> None: ...

    def remove_shown(self, owner: str, url: str) -> None:
        """Removes every picture that is known by this page."""
        ...

    def remove_job(self, job: str) -> None:
        """Removes every entry that this job was the last to put."""
        ...

    @property
    def behind(self) -> bool:
        """So much waits to be taken up that whoever can should put less for a while."""
        ...

    def commit(self) -> None:
        """Makes everything put so far durable and searchable. Raises DiskFull or StorageError and keeps it all:
        call again when there is room."""
        ...

    def commit_in_background(self) -> None:
        """Begins a commit of everything put so far, if none is under way."""
        ...

    def poll_committed(self) -> bool:
        """Whether no commit is under way any more. Raises what went wrong with it; the next call tries again."""
        ...

    def wait(self) -> None:
        """Until the commit under way is done. Raises as `poll_committed` does."""
        ...

    def close(self) -> None:
        """Commits what is left and lets go."""
        ...


class IndexReader(Protocol):
    """Sees the newest commit at every call, also of another process."""

    def count(self) -> int:
        """Entries in the index."""
        ...

    def entry(self, owner: str, url: str) -> IndexEntry | None:
        """What is stored of a page; the search fields are not."""
        ...
