"""`mekik export sitemap`: what a crawl found as sitemap.xml, for search engines and for `mekik crawl` itself.

A sitemap may name the pages of one site only, 50,000 of them and 50 MB. Where there is more, the file that was
asked for becomes the index of several beside it, which have to stand at the top of their sites.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from email.utils import mktime_tz, parsedate_tz
from pathlib import Path
from xml.sax.saxutils import escape

from mekik.crawl.catalogue import Job
from mekik.crawl.folder import Folder
from mekik.crawl.reports.bench import Bench
from mekik.errors import UsageError
from mekik.urls import split

MOST_PAGES = 50_000
MOST_BYTES = 50_000_000
_SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_HEAD = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {_SPACE}>\n'.encode()
_FOOT = b"</urlset>\n"
_INDEX_HEAD = f'<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex {_SPACE}>\n'
_INDEX_FOOT = "</sitemapindex>\n"


def export_sitemap(folder: Folder, jobs: list[Job], target: Path, most_pages: int = MOST_PAGES) -> int:
    """How many pages were named, all jobs together."""
    writer = _Writer(target, most_pages)
    try:
        for job in jobs:
            if folder.frontier(job.name).exists():
                with Bench(folder.frontier(job.name)) as bench:
                    for url, modified in _pages(bench, job):
                        writer.add(url, modified)
    finally:
        writer.close()
    return writer.count


def _pages(bench: Bench, job: Job) -> Iterator[tuple[str, str | None]]:
    """Pages that people should find: no duplicates, no errors, nothing that asks not to be indexed."""
    yield from bench.rows(
        "SELECT url, last_modified FROM page WHERE duplicate_of IS NULL AND (indexed OR NOT ?) ORDER BY url",
        (job.settings.index.enabled,),
    )


class _Writer:
    """Writes one file after the other. The first has the name that was asked for; when a second is needed, both get
    names of their own and the index takes its place."""

    def __init__(self, target: Path, most_pages: int) -> None:
        self._target, self._most_pages = target, most_pages
        self._parts: list[tuple[Path, str]] = []
        self._root = ""
        self._pages = self._size = self.count = 0
        self._out = target.open("wb")
        self._out.write(_HEAD)

    def add(self, url: str, modified: str | None) -> None:
        entry = f"<url><loc>{escape(url)}</loc>{_lastmod(modified)}</url>\n".encode()
        root = split(url).root
        full = self._pages >= self._most_pages or self._size + len(entry) + len(_FOOT) > MOST_BYTES
        if self._pages and (full or root != self._root):
            self._next()
        if not self._pages:
            self._root, self._size = root, len(_HEAD)
        self._out.write(entry)
        self._pages += 1
        self._size += len(entry)
        self.count += 1

    def close(self) -> None:
        self._out.write(_FOOT)
        self._out.close()
        if self._parts:
            self._part()
            lines = (f"<sitemap><loc>{escape(place)}</loc></sitemap>\n" for _, place in self._parts)
            self._target.write_text(_INDEX_HEAD + "".join(lines) + _INDEX_FOOT, encoding="utf-8")

    def _next(self) -> None:
        if self._target.is_symlink() or not self._target.is_file():  # standard output cannot move aside
            raise UsageError(
                "These pages need more than one sitemap (one for each site, 50,000 pages each), so a file is needed: "
                "mekik export sitemap sitemap.xml"
            )
        self._out.write(_FOOT)
        self._out.close()
        self._part()
        self._out = self._target.open("wb")
        self._out.write(_HEAD)
        self._pages = 0

    def _part(self) -> None:
        """The file that is complete moves aside."""
        path = self._target.with_name(f"{self._target.stem}-{len(self._parts) + 1}{self._target.suffix or '.xml'}")
        self._target.replace(path)
        self._parts.append((path, f"{self._root}/{path.name}"))


def _lastmod(modified: str | None) -> str:
    """From a Last-Modified header; nothing where the server did not say."""
    parsed = parsedate_tz(modified[:64]) if modified else None
    try:
        moment = time.gmtime(mktime_tz(parsed)) if parsed else None
    except (ValueError, OverflowError, OSError):
        return ""
    return f"<lastmod>{time.strftime('%Y-%m-%dT%H:%M:%SZ', moment)}</lastmod>" if moment else ""
