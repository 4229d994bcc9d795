"""Archived copies of an address: which there are, one of them at a time, what it says and where it links.

Only the archive of the jobs that were given counts, so whoever asks for others' pages finds none.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mekik import bytestream
from mekik.archive import CdxEntry, captures, read, warc_files
from mekik.crawl.catalogue import Job
from mekik.crawl.copy_reading import Read, read_here
from mekik.crawl.facts import content_type_of, source_of
from mekik.crawl.folder import Folder
from mekik.crawl.rules import Rules
from mekik.errors import UsageError
from mekik.page import NOFOLLOW, Document, Exchange, LinkKind
from mekik.parse.robots import Directives, read_header

_HOPS = 5
"""Redirects that are followed from one copy to the next."""


class Withheld(UsageError):
    """A page that asks not to be shown from an archive."""


class NoCopy(UsageError):
    """The archive has none."""


class Version(msgspec.Struct, frozen=True):
    """One archived answer of an address."""

    time: str
    """14 digits, UTC."""
    code: int
    content_type: str
    """As archived; empty for a repetition of an earlier answer."""
    bytes: int
    """In the archive, packed."""
    job: str
    digest: str
    same_as_before: bool
    """The same bytes as an earlier answer."""


class OutLink(msgspec.Struct, frozen=True):
    url: str
    anchor: str
    kind: str
    nofollow: bool


class Copy(msgspec.Struct):
    """An archived answer with its body unpacked."""

    version: Version
    exchange: Exchange
    content_type: str
    job: str
    complete: bool = True
    """The whole body is there."""


class Copies:
    def __init__(self, folder: Folder, jobs: Sequence[Job], read: Read = read_here) -> None:
        self._folder = folder
        self._jobs = list(jobs)
        self._read = read

    def versions(self, asked: str) -> list[Version]:
        """Oldest first."""
        return [_version(entry, job) for entry, job in self._entries(asked)]

    def find(self, asked: str, at: str = "") -> Version:
        """The one nearest to `at` (digits of a time), by default the newest. Raises NoCopy."""
        entry, job = self._nearest(asked, at)
        return _version(entry, job)

    def open(self, asked: str, at: str = "") -> Copy:
        """The same with its body. Raises NoCopy, or Withheld for a page that asks for noarchive where its job obeys."""
        entry, job = self._nearest(asked, at)
        exchange = read(self._folder.archive, entry.capture)
        if job.settings.robots.obey and self._asks_noarchive(exchange, job):
            raise Withheld(f"{exchange.url} asks not to be shown from an archive (noarchive).")
        encoding = exchange.headers.get("content-encoding", "")
        unpacked = bytestream.decode(exchange.body, encoding, job.settings.fetch.max_size)
        exchange.body = unpacked.data
        exchange.headers = {name: value for name, value in exchange.headers.items() if name != "content-encoding"}
        complete = unpacked.complete and not exchange.truncated
        return Copy(_version(entry, job), exchange, content_type_of(exchange), job.name, complete)

    def follow(self, asked: str, at: str = "") -> Copy:
        """As `open`, and where that is a redirect, what it led to."""
        copy = self.open(asked, at)
        for _ in range(_HOPS):
            target = self.target(copy)
            if target is None:
                break
            copy = self.open(target, at or copy.version.time)
        return copy

    def target(self, copy: Copy) -> str | None:
        """Where a redirect leads."""
        location = copy.exchange.headers.get("location", "")
        if not 300 <= copy.exchange.status < 400 or not location:
            return None
        return self._rules(copy.job).normaliser.normalise(location, copy.exchange.url)

    def document(self, copy: Copy, *, text: bool = True) -> Document | None:
        """What it says; None for what cannot be read."""
        return self._parsed(copy.exchange, self._job(copy.job), text=text, obey=False)

    def owner(self, copy: Copy) -> str:
        """Whose page it is."""
        return self._job(copy.job).owner

    def links(self, copy: Copy, most: int) -> tuple[list[OutLink], int]:
        """The first `most` links of it, and how many there are."""
        document = self.document(copy, text=False)
        if document is None:
            return [], 0
        links = document.links
        rows = [
            OutLink(url, anchor, LinkKind(kind & ~NOFOLLOW).name.lower(), bool(kind & NOFOLLOW))
            for url, anchor, kind in zip(
                links.urls[:most], links.anchors[:most], list(links.kinds)[:most], strict=True
            )
        ]  # fmt: skip
        return rows, len(links.urls)

    # the small parts

    def _entries(self, asked: str) -> list[tuple[CdxEntry, Job]]:
        found: list[tuple[CdxEntry, Job]] = []
        for job in self._jobs:
            url = Rules(job.settings).normaliser.normalise(asked)
            if url is None:
                continue
            files = set(warc_files(self._folder.archive, job.name))
            found += [(entry, job) for entry in captures(self._folder.archive, url) if entry.filename in files]
        return sorted(found, key=lambda pair: (pair[0].timestamp, pair[0].filename, pair[0].offset))

    def _nearest(self, asked: str, at: str) -> tuple[CdxEntry, Job]:
        entries = self._entries(asked)
        if not entries:
            raise NoCopy(f"The archive has no copy of {asked}. What is known about it: mekik why {asked}")
        if not at:
            good = [pair for pair in entries if pair[0].status < 300 or pair[0].status == 304]
            return (good or entries)[-1]
        wanted = _seconds(at)
        return min(entries, key=lambda pair: abs(_seconds(pair[0].timestamp) - wanted))

    def _job(self, name: str) -> Job:
        return next(job for job in self._jobs if job.name == name)

    def _rules(self, name: str) -> Rules:
        return Rules(self._job(name).settings)

    def _asks_noarchive(self, exchange: Exchange, job: Job) -> bool:
        """What is no page can ask by its header only, so nothing of it is read."""
        if content_type_of(exchange) and not _is_page(exchange):
            directives = Directives()
            read_header(directives, exchange.headers.get("x-robots-tag", ""), job.settings.robots.agent)
            return directives.noarchive
        document = self._parsed(exchange, job, text=False, obey=True)
        return document is not None and document.noarchive

    def _parsed(self, exchange: Exchange, job: Job, *, text: bool, obey: bool) -> Document | None:
        return self._read(source_of(exchange, 0, obey=obey), job.settings, text)


def _is_page(exchange: Exchange) -> bool:
    return content_type_of(exchange).startswith(("text/html", "application/xhtml"))


def _version(entry: CdxEntry, job: Job) -> Version:
    return Version(
        time=entry.timestamp, code=entry.status, content_type="" if entry.revisit else entry.mime, bytes=entry.length,
        job=job.name, digest=entry.digest, same_as_before=entry.revisit,
    )  # fmt: skip


def _seconds(stamp: str) -> int:
    """Nearly: good enough to compare by. Missing digits are the earliest."""
    digits = "".join(letter for letter in stamp if letter in "0123456789")[:14]
    full = digits + "00000101000000"[len(digits) :]
    year, month, day = int(full[:4]), int(full[4:6]), int(full[6:8])
    return (((year * 12 + month) * 31 + day) * 86400) + int(full[8:10]) * 3600 + int(full[10:12]) * 60 + int(full[12:])
