"""The site map as a tree: hosts, folders and pages, with how many pages lie below each.

Addresses come sorted, so all of a folder come together and only the way down to the present one is in memory.
"""

from __future__ import annotations

from collections.abc import Iterator

from mekik.crawl.catalogue import Job
from mekik.crawl.reports.bench import Bench, Row, Table

_COLUMNS = ("branch", "name", "pages", "bytes", "url")
_REST = "…"
_INSERT = "INSERT INTO node VALUES (?, ?, ?, ?, ?, ?, ?)"


class _Node:
    """A host, a folder or a page that may still grow."""

    __slots__ = ("children", "name", "number", "pages", "rest", "rest_size", "size", "url")

    def __init__(self, number: int, name: str, url: str) -> None:
        self.number, self.name, self.url = number, name, url
        self.pages = self.size = self.children = 0
        self.rest = self.rest_size = 0
        """Pages in it that are not shown."""


def tree(bench: Bench, job: Job, name: str) -> Table:
    bench.db.execute("DROP TABLE IF EXISTS node")
    bench.db.execute("CREATE TABLE node (number INTEGER PRIMARY KEY, depth, name, url, pages, bytes, last)")
    planting = _Planting(bench, job.settings.report.tree_width)
    for url, size in bench.rows("SELECT url, bytes FROM page WHERE duplicate_of IS NULL ORDER BY url"):
        planting.add(_names(url, job.settings.report.tree_depth), size)
    planting.close(0, end=True)
    total = bench.one("SELECT count(*) FROM node")
    return Table(report=name, job=job.name, columns=_COLUMNS, total=total, rows=_drawn(bench))


class _Planting:
    """Fills the table `node`, numbered in the order of drawing."""

    def __init__(self, bench: Bench, most_wide: int | None) -> None:
        self._db, self._most_wide = bench.db, most_wide
        self._way: list[_Node] = []
        self._number = 0

    def add(self, names: list[str], size: int) -> None:
        way = self._way
        common = 0
        while common < min(len(way), len(names)) and way[common].name == names[common]:
            common += 1
        self.close(common)
        for depth in range(common, len(names)):
            if way:
                parent = way[-1]
                if self._most_wide is not None and parent.children >= self._most_wide:
                    parent.rest += 1
                    parent.rest_size += size
                    break
                parent.children += 1
            self._number += 1
            way.append(_Node(self._number, names[depth], "".join(names[: depth + 1])))
        for node in way:
            node.pages += 1
            node.size += size

    def close(self, depth: int, *, end: bool = False) -> None:
        """What lies below `depth` is complete. Something follows the one at `depth`, but not the deeper ones."""
        while len(self._way) > depth:
            node = self._way.pop()
            place = len(self._way)
            if node.rest:
                self._number += 1
                self._db.execute(
                    _INSERT, (self._number, place + 1, _REST, node.url, node.rest, node.rest_size, True)
                )  # fmt: skip
            last = (end or place > depth) and not (self._way and self._way[-1].rest)
            self._db.execute(_INSERT, (node.number, place, node.name, node.url, node.pages, node.size, last))


def _names(url: str, most_deep: int) -> list[str]:
    """`http://example.org/a/b?c` → [`http://example.org/`, `a/`, `b?c`], cut at `most_deep`."""
    end = url.find("/", 8) + 1
    path, mark, query = url[end:].partition("?")
    parts = path.split("/")
    names = [url[:end], *(part + "/" for part in parts[:-1])]
    last = parts[-1] + mark + query
    if last:
        names.append(last)
    return names[:most_deep]


def _drawn(bench: Bench) -> Iterator[Row]:
    """With the lines that people see; `more` tells which of the ancestors have siblings to come."""
    more: list[bool] = []
    for depth, name, url, pages, size, last in bench.rows(
        "SELECT depth, name, url, pages, bytes, last FROM node ORDER BY number"
    ):
        del more[depth:]
        branch = ""
        if depth:
            branch = "".join("│   " if goes_on else "    " for goes_on in more[1:]) + ("└── " if last else "├── ")
        more.append(not last)
        yield branch, name, pages, size, url
