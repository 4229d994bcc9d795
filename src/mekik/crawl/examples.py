"""What a focused order is shown before it begins: what people named, a topic, pages of earlier runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from mekik.analysis import FastTextIdentifier, tokens
from mekik.crawl.folder import Folder
from mekik.errors import SettingError
from mekik.frontier import SqliteStore
from mekik.index import IndexEntry, TantivyReader
from mekik.ordering import ORDINARY, Example
from mekik.page import Source
from mekik.parse import parse
from mekik.settings import Settings
from mekik.urls import Normaliser

_MOST = 200
"""Pages of a kind that are taken from the index."""
_LONGEST = 40_000
"""Characters of a page that are looked at."""
_PAGES = {".html", ".htm", ".xhtml"}
_SURE = 0.8
_JUDGE = "focused"


def examples_of(folder: Folder, settings: Settings, store: SqliteStore) -> Callable[[], Iterable[Example]]:
    """Reads nothing before it is called. Raises SettingError then for an example that is not there."""

    def shown() -> Iterator[Example]:
        reader = TantivyReader(folder.index)
        for grade, named in ((1.0, settings.ordering.examples), (0.0, settings.ordering.counter_examples)):
            for name in named:
                yield _named(name, grade, settings, reader)
        if settings.ordering.examples and not settings.ordering.counter_examples:
            yield from (_of_entry(entry, ORDINARY) for entry in reader.some(settings.owner, _MOST))
        if settings.ordering.topic:
            yield from _of_topic(settings.ordering.topic, settings.owner, reader)
        yield from _read_before(store, settings, reader)

    return shown


def _named(name: str, grade: float, settings: Settings, reader: TantivyReader) -> Example:
    if "://" in name:
        url = Normaliser(settings.urls).normalise(name)
        entry = reader.entry(settings.owner, url) if url else None
        if entry is None:
            raise SettingError(f"The example {name} is not in the index. Crawl it first, or name a file.")
        return _of_entry(entry, grade)
    path = Path(name).expanduser()
    try:
        body = path.read_bytes()[: settings.fetch.max_size]
    except OSError as error:
        raise SettingError(f"The example {name} cannot be read: {error.strerror}.") from None
    kind = "text/html" if path.suffix.lower() in _PAGES else "text/plain"
    source = Source(token=0, url="http://example.invalid/", content_type=kind, content_encoding="", body=body)
    document = parse(source, settings.parse, Normaliser(settings.urls), settings.fetch.max_size)[2]
    if document is None or not document.text.strip():
        raise SettingError(f"The example {name} has no text.")
    text = document.text[: document.main] if document.main else document.text
    return _analysed(grade, document.title, text, FastTextIdentifier().identify(text)[0])


def _of_topic(topic: str, owner: str, reader: TantivyReader) -> Iterator[Example]:
    """Its pages, and others."""
    wanted = reader.with_topic(owner, topic, _MOST)
    if not wanted:
        raise SettingError(f"No page of the index has the topic {topic!r}. Feeds give topics: discovery.topics.")
    yield from (_of_entry(entry, 1.0) for entry in wanted)
    yield from (_of_entry(entry, 0.0) for entry in reader.without_topic(owner, topic, _MOST))


def _read_before(store: SqliteStore, settings: Settings, reader: TantivyReader) -> Iterator[Example]:
    """Pages of earlier runs of this job that were judged clearly: the texts of all would be too many."""
    for url, grade in store.graded(settings.order, _JUDGE, _SURE, _MOST):
        entry = reader.entry(settings.owner, url)
        if entry is not None:
            yield _of_entry(entry, grade)._replace(named=False)


def _of_entry(entry: IndexEntry, grade: float) -> Example:
    text = entry.content[: entry.main] if entry.main else entry.content
    return _analysed(grade, entry.title, text, entry.language)


def _analysed(grade: float, title: str, text: str, language: str) -> Example:
    found = tokens(text[:_LONGEST], language)
    words = " ".join(token.text for token in found)
    roots = " ".join(token.stem for token in found if token.stem != token.text)
    return Example(grade, title, words, roots)
