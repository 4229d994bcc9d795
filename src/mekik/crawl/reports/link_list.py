"""`mekik export links`: every link of every page, as the archive has them now."""

from __future__ import annotations

from pathlib import Path

from mekik.archive import Archived
from mekik.crawl.catalogue import Job
from mekik.crawl.folder import Folder
from mekik.crawl.reports.bench import Bench
from mekik.crawl.reports.reading import Progress, read_archive
from mekik.crawl.tables import Table, open_table
from mekik.page import NOFOLLOW, LinkKind, Page

COLUMNS = ("job", "page", "target", "anchor", "kind", "rel")
_KINDS = [kind.name.lower() for kind in LinkKind]


class _Lister:
    pages, text = True, False

    def __init__(self, job: str, table: Table) -> None:
        self._job, self._table = job, table
        self.count = 0

    def exchange(self, id: int, archived: Archived) -> None:
        """Only pages have links."""

    def page(self, id: int, page: Page) -> None:  # noqa: ARG002 - as every reader
        assert page.document is not None
        links = page.document.links
        for target, anchor, kind in zip(links.urls, links.anchors, links.kinds, strict=True):
            relation = "nofollow" if kind & NOFOLLOW else ""
            row = (self._job, page.address.url, target, anchor, _KINDS[kind & ~NOFOLLOW], relation)
            self._table.add(dict(zip(COLUMNS, row, strict=True)))
        self.count += len(links.urls)


def export_links(folder: Folder, jobs: list[Job], format: str, target: Path, progress: Progress) -> int:
    """One row a link, as CSV, JSON lines or Parquet."""
    count = 0
    with open_table(format, target, dict.fromkeys(COLUMNS, str)) as table:
        for job in jobs:
            if folder.frontier(job.name).exists():
                with Bench(folder.frontier(job.name)) as bench:
                    lister = _Lister(job.name, table)
                    read_archive(folder, bench, job, [lister], progress)
                    count += lister.count
    return count
