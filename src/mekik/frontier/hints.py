"""What sitemaps, feeds and forms said about addresses: a side table, so that all others cost nothing."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable
from typing import Any

import msgspec

from mekik.frontier.store import Batch, FrontierStore, HintRow
from mekik.ordering import USUAL_PRIORITY
from mekik.page import Hint

_MOST = 20
"""Topics, categories or enclosures kept of one address, however many feeds name it."""
_WORDS = {"title": 300, "summary": 1000, "author": 200, "guid": 500, "query": 500}


class Hints:
    """Holds those of the next batch and knows where the others are."""

    def __init__(self, store: FrontierStore) -> None:
        self._store = store
        self._fresh: dict[int, Hint] = {}
        """Told, but not yet committed."""
        self._new: set[int] = set()
        """Those of them that no batch has taken."""
        self.grown: set[int] = set()
        """Known before, and with more topics now."""
        self.news: dict[int, int] = {}
        """Known before, and said to have changed at another time now: id → that time."""

    def of(self, id: int) -> Hint | None:
        return self._fresh.get(id) or self._store.hint(id)

    def fresh(self, id: int) -> Hint | None:
        """What the store may not know yet."""
        return self._fresh.get(id)

    def tell(self, id: int, hint: Hint, source: int = 0, *, is_new: bool = False) -> bool:
        """Adds to what is known of an address; True when its topics grew. `source` is who says so; nothing is known
        yet of one that `is_new`."""
        if source and not hint.source:
            hint = msgspec.structs.replace(hint, source=source)
        before = self._fresh.get(id) if is_new else self.of(id)
        merged = bounded(hint) if before is None else merge(before, hint)
        if merged == before:
            return False
        self._fresh[id] = merged
        self._new.add(id)
        return merged.topics != (before.topics if before else ())

    def hear(
        self, told: Iterable[tuple[int | None, Hint]], source: int, fresh: Container[int], known: int
    ) -> None:  # fmt: skip
        """What a listing says of its addresses, also of those that were known before: up to the id `known`."""
        for id, hint in told:
            if id is None:
                continue
            date = changed_at(hint) if id <= known else 0
            before = self.of(id) if date else None
            if self.tell(id, hint, source, is_new=id in fresh) and id <= known:
                self.grown.add(id)
            if date and date > (changed_at(before) if before else 0):
                self.news[id] = date

    def take_grown(self) -> set[int]:
        grown, self.grown = self.grown, set()
        return grown

    def take_news(self) -> dict[int, int]:
        news, self.news = self.news, {}
        return news

    def give(self, batch: Batch) -> None:
        """What is new goes with this batch."""
        batch.hints = [row_of(id, self._fresh[id]) for id in sorted(self._new)]
        self._new.clear()

    def written(self, batch: Batch) -> None:
        for row in batch.hints:
            if row.address not in self._new:
                self._fresh.pop(row.address, None)

    @property
    def changed(self) -> bool:
        return bool(self._new)


def merge(before: Hint, after: Hint) -> Hint:
    """The newer word counts where it says anything; topics, categories and media come together."""
    return bounded(
        Hint(
            role=before.role if after.role in ("", "guess") else after.role,
            priority=before.priority if after.priority is None else after.priority,
            changefreq=after.changefreq or before.changefreq,
            lastmod=before.lastmod if after.lastmod is None else after.lastmod,
            published=before.published if after.published is None else after.published,
            author=after.author or before.author,
            topics=_both(before.topics, after.topics),
            query=before.query or after.query,
            title=after.title or before.title,
            summary=after.summary or before.summary,
            categories=_both(before.categories, after.categories),
            guid=after.guid or before.guid,
            enclosures=_both(before.enclosures, after.enclosures),
            source=before.source or after.source,
            interval=after.interval or before.interval,
        )
    )


def bounded(hint: Hint) -> Hint:
    """Nobody may fill the store by what a feed says of one address."""
    texts = {name: getattr(hint, name)[:most] for name, most in _WORDS.items()}
    return Hint(
        role=hint.role, priority=hint.priority, changefreq=hint.changefreq, lastmod=hint.lastmod,
        published=hint.published, topics=_lines(hint.topics), categories=hint.categories[:_MOST],
        enclosures=hint.enclosures[:_MOST], source=hint.source, interval=hint.interval, **texts,
    )  # fmt: skip


def changed_at(hint: Hint) -> int:
    """When others say that it changed last; 0: they do not say."""
    return max(hint.lastmod or 0, hint.published or 0)


def percent(priority: float | None) -> int:
    """Priority as an ordering wants it."""
    return USUAL_PRIORITY if priority is None else min(max(round(priority * 100), 0), 100)


def row_of(id: int, hint: Hint) -> HintRow:
    item = {
        name: value
        for name in ("title", "summary", "categories", "guid", "enclosures")
        if (value := getattr(hint, name))
    }
    return HintRow(
        address=id, source=hint.source or None, role=hint.role or None, priority=hint.priority,
        changefreq=hint.changefreq or None, lastmod=hint.lastmod, published=hint.published,
        author=hint.author or None, topics="\n".join(hint.topics) or None, query=hint.query or None,
        item=json.dumps(item, ensure_ascii=False) if item else None, interval=hint.interval or None,
    )  # fmt: skip


def hint_of(row: tuple[Any, ...]) -> Hint:
    """From the columns of `HintRow` without the address."""
    source, role, priority, changefreq, lastmod, published, author, topics, query, item, interval = row
    more = json.loads(item) if item else {}
    return Hint(
        source=source or 0, role=role or "", priority=priority, changefreq=changefreq or "", lastmod=lastmod,
        published=published, author=author or "", topics=tuple(topics.split("\n")) if topics else (),
        query=query or "", title=more.get("title", ""), summary=more.get("summary", ""),
        categories=tuple(more.get("categories", ())), guid=more.get("guid", ""),
        enclosures=tuple(more.get("enclosures", ())), interval=interval or 0,
    )  # fmt: skip


def _lines(topics: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(" ".join(topic.split()) for topic in topics[:_MOST])


def _both(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    return before if before == after else tuple(dict.fromkeys(before + after))
