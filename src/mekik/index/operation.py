"""One change of the index, ready for tantivy: made outside the writer, so that a bad value costs nobody else."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NamedTuple

import tantivy

from mekik.index.entry import IndexEntry, shown_uid, uid_of
from mekik.index.names import name_words
from mekik.index.samples import samples_of
from mekik.index.schema import schema

_EPOCH = datetime.fromtimestamp(0, UTC)
_FIRST, _LAST = tantivy.MIN_DATETIME, tantivy.MAX_DATETIME
_LARGEST = 2**63 - 1
_AHEAD = 86_400
"""Seconds that a page may be published after it was fetched, by its own clock; later ones are not believed."""
_WORDS = (
    "language", "title_exact", "title_root", "content_exact", "content_root", "content_short", "rest_exact",
    "rest_root", "headings", "anchors", "translated",
)  # fmt: skip


class Operation(NamedTuple):
    uid: str | None
    """Whose entry goes away first."""
    document: tantivy.Document | None
    size: int
    """About what it takes in memory."""
    job: str | None = None
    """All of whose entries go away."""


def removal(owner: str, url: str) -> Operation:
    return Operation(_clean(uid_of(owner, url)), None, 100)


def removal_of_shown(owner: str, url: str) -> Operation:
    return Operation(_clean(shown_uid(owner, url)), None, 100)


def removal_of_job(job: str) -> Operation:
    return Operation(None, None, 100, _clean(job))


def addition(entry: IndexEntry, replace: bool) -> Operation:
    values = _values(entry)
    try:
        document = tantivy.Document.from_dict(values, schema())
    except ValueError:  # half a surrogate pair, which cannot be written as UTF-8
        values = {name: _clean(value) for name, value in values.items()}
        document = tantivy.Document.from_dict(values, schema())
    words = (
        entry.content_exact,
        entry.content_root,
        entry.content_short,
        entry.rest_exact,
        entry.rest_root,
        entry.translated,
        entry.glossary,
    )
    size = 500 + len(values["content"]) + sum(map(len, words))
    uid = values["uid"]
    return Operation((uid[0] if isinstance(uid, list) else uid) if replace else None, document, size)


def _values(entry: IndexEntry) -> dict[str, Any]:
    fetched = moment(entry.fetched)
    values: dict[str, Any] = {
        "uid": uid_of(entry.owner, entry.url),
        "url": entry.url,
        "host": entry.host,
        "domain": entry.domain,
        "owner": entry.owner,
        "job": entry.job,
        "type": entry.type,
        "content_type": entry.content_type.encode("utf-8", "replace"),
        "title": entry.title.encode("utf-8", "replace"),
        "content": entry.utf8 or entry.content.encode("utf-8", "replace"),
        "fetched": fetched,
        "date": fetched,
        "tstamp": fetched.year * 10_000 + fetched.month * 100 + fetched.day,
        "size": min(entry.size, _LARGEST),
    }
    # What is not given must cost nothing.
    if entry.file:
        values["file"] = entry.file.encode("utf-8", "replace")
        values["offset"] = min(entry.offset, _LARGEST)
    if entry.nosnippet:
        values["nosnippet"] = True
    if entry.group:
        values["group"] = entry.group
        values["preference"] = entry.preference
    for name in ("repeats", "lowered"):
        if getattr(entry, name):
            values[name] = True
    if entry.rank:
        values["rank"] = entry.rank
    if entry.spam:
        values["spam"] = round(entry.spam * 100)
        values["spam_reasons"] = "\n".join(entry.spam_reasons).encode("utf-8", "replace")
    if entry.noarchive:
        values["noarchive"] = True
    if entry.description:
        values["description"] = entry.description.encode("utf-8", "replace")
    if entry.author:
        values["author"] = entry.author.encode("utf-8", "replace")
        values["author_words"] = " ".join(name_words(entry.author))
    if entry.published is not None:
        values["published"] = moment(entry.published)
        if entry.published <= entry.fetched + _AHEAD:
            values["date"] = values["published"]
    if entry.pivot:
        values["pivot"], values["glossary"] = entry.pivot, entry.glossary
    if entry.source:
        values["source"] = entry.source.encode("utf-8", "replace")
    if entry.shown:
        values["shown"] = True
        values["uid"] = [values["uid"], shown_uid(entry.owner, entry.source)]
    if entry.width and entry.height:
        values["width"], values["height"] = entry.width, entry.height
    if entry.topics:
        values["topics"] = list(entry.topics)
    if entry.query:
        values["query"] = entry.query
    if entry.main is not None:
        values["main"] = entry.main
    if entry.keywords:
        values["keywords"] = [keyword.root for keyword in entry.keywords]
        values["keyword_texts"] = "\n".join(keyword.text for keyword in entry.keywords).encode("utf-8", "replace")
    samples = samples_of(entry.url)
    if samples:
        values["samples"] = samples
    for name in _WORDS:
        value = getattr(entry, name)
        if value:
            values[name] = value
    if entry.other_languages:
        values["language"] = [entry.language, *entry.other_languages]
    return values


def moment(seconds: float) -> datetime:
    """The time of an entry; the beginning of time for one that cannot be."""
    try:
        found = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return _EPOCH
    return found if _FIRST <= found <= _LAST else _EPOCH


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [_clean(part) for part in value]
    return value
