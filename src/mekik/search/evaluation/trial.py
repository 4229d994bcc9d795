"""One configuration tried on a collection: analysed, indexed and searched by the code that does it for users."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from mekik.analysis import Analyser
from mekik.errors import TranslationError, UsageError
from mekik.index import TantivyReader, TantivyWriter, entry_of
from mekik.outcome import Outcome
from mekik.page import Address, Document, Exchange, Page
from mekik.search.evaluation.documents import CorpusDocument
from mekik.search.evaluation.terms import Distinct
from mekik.search.look import look
from mekik.search.viewer import Viewer
from mekik.search.wish import MOST_HITS, Wish
from mekik.settings import Settings
from mekik.translation import PageTranslator, make_translator
from mekik.urls import key

Progress = Callable[[str, int, int | None], None]
"""Called now and then: what is being done, how many are done, of how many where that is known."""
EVERY = 200
_OWNER = "evaluation"
_HOST = "http://collection.invalid/"


class Terms(msgspec.Struct, frozen=True):
    """Different words of a collection."""

    exact: int
    """As they are written, in one case."""
    root: int
    """By their roots, where the analyser finds any; else as they are."""


class Collected(msgspec.Struct):
    """A collection in an index."""

    reader: TantivyReader
    ids: list[str]
    """By the number that stands in a document's address."""
    terms: Terms
    names: dict[tuple[int, int], str] = {}
    """Of documents that were hits, by their place in the index: looked up once."""


class _Told:
    """The language that whoever evaluates has named."""

    def __init__(self, language: str) -> None:
        self._language = language

    def identify(self, text: str, declared: str = "") -> tuple[str, float]:  # noqa: ARG002 - the Protocol's names
        return self._language, 1.0

    def languages(self) -> frozenset[str]:
        return frozenset({self._language})


@contextmanager
def collected(
    documents: Iterable[CorpusDocument], settings: Settings, language: str, progress: Progress
) -> Iterator[Collected]:
    """An index of them in a folder that is gone afterwards. Documents are read one by one and not kept."""
    with TemporaryDirectory(prefix="mekik-evaluate-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "index"
        writer = TantivyWriter(path, settings.index)
        try:
            ids, terms = _fill(writer, documents, settings, language, progress)
        finally:
            writer.close()
        yield Collected(TantivyReader(path), ids, terms)


def _fill(
    writer: TantivyWriter, documents: Iterable[CorpusDocument], settings: Settings, language: str, progress: Progress
) -> tuple[list[str], Terms]:
    analyser = Analyser(settings.analysis, _Told(language) if language else None)
    translator = PageTranslator(settings.translation, settings.analysis) if settings.translation.documents else None
    ids: dict[str, None] = {}
    exact, root = Distinct(), Distinct()
    for document in documents:
        if document.id in ids:
            raise UsageError(f"The document {document.id} is there twice.")
        page = _page(document, len(ids), language, analyser)
        if translator is not None and page.analysis is not None:
            with suppress(TranslationError):  # a crawl, too, indexes a page that nobody can translate
                page.analysis.translation = translator.of(page.analysis.language, document.title, document.text)
        ids[document.id] = None
        entry = entry_of(page, _OWNER, _OWNER)
        if entry is not None:
            writer.put(entry, replace=False)
        words = page.analysis
        assert words is not None
        for column, other in ((words.title_exact, words.title_root), (words.content_exact, words.content_root)):
            exact.add(column.split())
            root.add((other or column).split())
        if len(ids) % EVERY == 0:
            progress("index", len(ids), None)
    if not ids:
        raise UsageError("There are no documents in the collection.")
    progress("index", len(ids), len(ids))
    return list(ids), Terms(exact.count(), root.count())


def _page(document: CorpusDocument, number: int, language: str, analyser: Analyser) -> Page:
    """As it would come out of a crawl. Its address is a number: names of documents are no words to be found by."""
    url = f"{_HOST}{number}"
    read = Document(
        content_type="text/plain", title=document.title, text=document.text.strip() or document.title, language=language
    )
    return Page(
        address=Address(id=number, url=url, key=key(url), authority=""),
        exchange=Exchange(url=url, outcome=Outcome.OK),
        document=read,
        analysis=analyser.analyse(read, url),
    )


def rankings(
    collection: Collected,
    queries: Mapping[str, str],
    settings: Settings,
    language: str,
    progress: Progress,
    source: str | None = None,
) -> Iterator[tuple[str, list[str]]]:
    """Each query's documents, best first, no more than `MOST_HITS`. With a `source`, queries are in that language."""
    viewer = Viewer(_OWNER, everything=True)
    translator = make_translator(settings.translation) if source and settings.translation.queries else None
    wish = Wish(
        limit=MOST_HITS, language=language or None, similar="all", translate=bool(source), source=source
    )  # fmt: skip
    for number, (name, text) in enumerate(queries.items()):
        if number % EVERY == 0:
            progress("search", number, len(queries))
        seen = look(collection.reader, text, wish, viewer=viewer, settings=settings.analysis, translator=translator)
        # Without words to rank by, the order is that of dates, and documents have none.
        hits = seen.hits if seen.planner.scores else []
        yield name, [_name(collection, seen.searcher, address) for _, address in hits]
    progress("search", len(queries), len(queries))


def _name(collection: Collected, searcher: Any, address: Any) -> str:
    place = (address.segment_ord, address.doc)
    name = collection.names.get(place)
    if name is None:
        number = int(searcher.doc(address).get_first("url").removeprefix(_HOST))
        name = collection.names[place] = collection.ids[number]
    return name
