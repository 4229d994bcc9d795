"""Which pages of a job link to one address: the archive is read for it."""

from __future__ import annotations

from mekik.archive import Archived
from mekik.crawl.catalogue import Job
from mekik.crawl.facts import signed
from mekik.crawl.folder import Folder
from mekik.crawl.reports.bench import Bench, Row, Table
from mekik.crawl.reports.links import Targets
from mekik.crawl.reports.reading import Progress, read_archive
from mekik.crawl.rules import Rules
from mekik.page import NOFOLLOW, LinkKind, Page
from mekik.urls import key

_COLUMNS = ("page", "anchor", "kind")
MOST = 10_000


class _Links:
    pages, text = True, False

    def __init__(self, bench: Bench, wanted: int) -> None:
        self._targets = Targets(bench, "SELECT ?", (wanted,))
        self.rows: list[Row] = []
        self.total = 0

    def exchange(self, id: int, archived: Archived) -> None:
        """Only pages have links."""

    def page(self, id: int, page: Page) -> None:  # noqa: ARG002 - as every reader
        assert page.document is not None
        links = page.document.links
        for place, _ in self._targets.hits(links):
            self.total += 1
            if len(self.rows) < MOST:
                kind = LinkKind(links.kinds[place] & ~NOFOLLOW).name.lower()
                self.rows.append((page.address.url, links.anchors[place], kind))


def links_to(folder: Folder, job: Job, asked: str, progress: Progress) -> Table:
    """A row a link, the first ten thousand."""
    url = Rules(job.settings).normaliser.normalise(asked)
    found = Table(report="links-to", job=job.name, columns=_COLUMNS, total=0, rows=[])
    if url is None or not folder.frontier(job.name).exists():
        return found
    with Bench(folder.frontier(job.name)) as bench:
        reader = _Links(bench, signed(key(url)))
        read_archive(folder, bench, job, [reader], progress)
    found.rows, found.total = sorted(reader.rows), reader.total
    return found
