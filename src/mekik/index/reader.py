"""tantivy, reading: always the newest commit.

Every commit replaces the index's `meta.json`, so its inode and time tell whether there is anything new; looking
costs two microseconds and needs no thread. An index that is not there yet is empty; one that was exchanged for
another (made anew from the archive) is opened again.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import tantivy
from tantivy import Occur

from mekik.index.entry import IndexEntry, uid_of
from mekik.index.schema import schema
from mekik.index.trouble import storage_error
from mekik.page import Keyword

Stamp = tuple[int, int, int]


class TantivyReader:
    """May be used by several threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._home: Stamp | None = None
        self._stamp: Stamp | None = None
        self._index: Any = None
        self._mirror: TemporaryDirectory[str] | None = None
        self._searcher: Any = tantivy.Index(schema()).searcher()
        self.searcher()

    def searcher(self) -> Any:
        """A tantivy searcher on the newest commit. It stays as it is while one answer is put together."""
        stamp = _stamp(self._path / "meta.json")
        if stamp != self._stamp:
            with self._lock:
                self._follow(stamp)
        return self._searcher

    @property
    def generation(self) -> Stamp | None:
        """Changes with every commit."""
        return self._stamp

    def count(self) -> int:
        return int(self.searcher().num_docs)

    def entry(self, owner: str, url: str) -> IndexEntry | None:
        searcher = self.searcher()
        query = tantivy.Query.term_query(schema(), "uid", uid_of(owner, url), index_option="basic")
        hits = searcher.search(query, 1, count=False).hits
        return stored(searcher.doc(hits[0][1])) if hits else None

    def with_topic(self, owner: str, topic: str, limit: int) -> list[IndexEntry]:
        """Some pages that a feed gave this topic."""
        return self._some([(Occur.Must, _is("owner", owner)), (Occur.Must, _is("topics", topic))], limit)

    def without_topic(self, owner: str, topic: str, limit: int) -> list[IndexEntry]:
        return self._some([(Occur.Must, _is("owner", owner)), (Occur.MustNot, _is("topics", topic))], limit)

    def some(self, owner: str, limit: int) -> list[IndexEntry]:
        return self._some([(Occur.Must, _is("owner", owner))], limit)

    def _some(self, conditions: list[tuple[Any, Any]], limit: int) -> list[IndexEntry]:
        searcher = self.searcher()
        conditions.append((Occur.MustNot, _is("shown", True)))
        hits = searcher.search(tantivy.Query.boolean_query(conditions), limit, count=False).hits
        return [stored(searcher.doc(place)) for _, place in hits]

    def _follow(self, stamp: Stamp | None) -> None:
        if stamp is None:
            return  # not there yet, or being exchanged: what was seen last still stands
        try:
            home = _stamp(self._path)
            moved = self._index is None or self._home is None or home is None or home[0] != self._home[0]
            if moved or self._mirror is not None:
                self._index = tantivy.Index(schema(), path=str(self._readable()))
                self._index.config_reader("manual")
                self._home = home
            self._index.reload()
            self._searcher = self._index.searcher()
        except ValueError as error:
            self._index = None
            if _stamp(self._path / "meta.json") == stamp:
                raise storage_error(self._path, error) from error
            return  # it changed under our hands: the next call sees the new one
        self._stamp = stamp

    def _readable(self) -> Path:
        """tantivy takes a lock to read. Where it may not, it gets a folder of links to the files, which it can lock."""
        if os.access(self._path, os.W_OK):
            return self._path
        self._mirror = TemporaryDirectory(prefix="mekik-index-")
        mirror = Path(self._mirror.name)
        for file in self._path.iterdir():
            if not file.name.endswith(".lock"):
                (mirror / file.name).symlink_to(file.absolute())
        return mirror


def _is(field: str, value: object) -> Any:
    return tantivy.Query.term_query(schema(), field, value, index_option="basic")


def stored(document: Any) -> IndexEntry:
    """What is kept of an entry."""
    values: dict[str, list[Any]] = document.to_dict()

    def first(name: str, otherwise: Any) -> Any:
        found = values.get(name)
        return found[0] if found else otherwise

    def text(name: str) -> str:
        return bytes(first(name, b"")).decode("utf-8", "replace")

    fetched, published = first("fetched", None), first("published", None)
    return IndexEntry(
        owner=first("owner", ""),
        url=first("url", ""),
        job=first("job", ""),
        host=first("host", ""),
        domain=first("domain", ""),
        type=first("type", ""),
        content_type=text("content_type"),
        language=first("language", ""),
        title=text("title"),
        content=text("content"),
        main=first("main", None),
        keywords=tuple(map(Keyword, values.get("keywords", ()), text("keyword_texts").split("\n"))),
        fetched=fetched.timestamp() if fetched else 0.0,
        topics=tuple(values.get("topics", ())),
        query=first("query", ""),
        size=first("size", 0),
        file=text("file"),
        offset=first("offset", 0),
        nosnippet=first("nosnippet", False),
        group=first("group", 0),
        preference=first("preference", 0),
        rank=first("rank", 0),
        spam=first("spam", 0) / 100,
        spam_reasons=tuple(text("spam_reasons").split("\n")) if "spam_reasons" in values else (),
        noarchive=first("noarchive", False),
        author=text("author"),
        published=int(published.timestamp()) if published else None,
        description=text("description"),
        source=text("source"),
        pivot=first("pivot", ""),
        glossary=bytes(first("glossary", b"")),
        shown=first("shown", False),
        width=first("width", 0),
        height=first("height", 0),
    )


def _stamp(path: Path) -> Stamp | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
