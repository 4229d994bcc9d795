"""Searching, and opening what was found."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from mekik.crawl.copies import Copies
from mekik.crawl.copy_reading import Read, read_here
from mekik.crawl.copy_text import CopyText, copy_text
from mekik.crawl.reading import analysis_of
from mekik.crawl.translation_file import translation_of
from mekik.errors import NotPermitted, StorageError
from mekik.page import Exchange
from mekik.search import SearchResult, Viewer, Wish, found, search, suggest
from mekik.settings import AnalysisSettings
from mekik.translation import Translator, make_translator
from mekik.workspace.base import Base


class Searching(Base):
    def search(self, query: str, *, viewer: Viewer | None = None, **options: Any) -> SearchResult:
        """`options` are those of `mekik.search.Wish`: limit, offset, host, language, type, topic, since, sort,
        translate and others."""
        wish = Wish(**options)
        translator = self.translator() if wish.translate else None
        viewer = viewer or Viewer("local", everything=True)
        return search(
            self._index(), query, wish, viewer=viewer, settings=self._analysis(wish.job), translator=translator
        )

    def found(self, query: str, *, viewer: Viewer, **options: Any) -> list[tuple[str, str]]:
        """Addresses and titles alone, without snippets and facets: for who needs many. `options` as in `search`."""
        wish = Wish(**options)
        return found(self._index(), query, wish, viewer=viewer, settings=self._analysis(wish.job))

    def suggest(self, text: str, *, viewer: Viewer | None = None, limit: int = 10) -> list[str]:
        """How a query that begins so may go on, by words and titles of what the viewer may see."""
        return suggest(self._index(), text, viewer=viewer or Viewer("local", everything=True), limit=limit)

    def translator(self, loading: Callable[[str], None] | None = None) -> Translator | None:
        """As the section `translation` of `translation.toml` in the data directory asks for it; without that file, the
        usual one; None where queries are not to be translated. `loading` is told the name of a dictionary while that
        is made ready, once on a machine."""
        if self._translator is None:
            settings = translation_of(self._folder)
            if not settings.queries:
                return None
            self._translator = make_translator(settings, loading)
        return self._translator

    def _analysis(self, job: str | None) -> AnalysisSettings:
        """Looked up once for each state of the index: jobs change their analysers rarely, and then write to it."""
        if self._analyses[0] != self.generation:
            self._analyses = (self.generation, {})
        known = self._analyses[1]
        if job not in known:
            known[job] = AnalysisSettings()
            with suppress(StorageError, NotPermitted), self._catalogue() as catalogue:  # who may only read, searches
                known[job] = analysis_of(catalogue.jobs(deleted=True), job)
        return known[job]

    @property
    def generation(self) -> object:
        """Another one after each commit of the index."""
        self._index().searcher()
        return self._index().generation

    def page(self, url: str) -> Exchange:
        """The newest answer of an address as the archive has it, its body unpacked. Raises UsageError for one that is
        not there, or that asks not to be shown (noarchive) and whose job obeys."""
        return self.copies().open(url).exchange

    def text(
        self, url: str, at: str = "", *, offset: int = 0, limit: int = 100_000, jobs: Collection[str] | None = None,
        read: Read = read_here,
    ) -> CopyText:  # fmt: skip
        """What the archived copy of an address nearest to `at` (digits of a time), by default the newest, says."""
        return copy_text(self.copies(jobs, read), self._index(), url, at, offset, limit)

    def copies(self, jobs: Collection[str] | None = None, read: Read = read_here) -> Copies:
        """What the archive of these jobs, or of all, has of any address. `read` reads a page."""
        with self._catalogue() as catalogue:
            chosen = [job for job in catalogue.jobs(deleted=True) if jobs is None or job.name in jobs]
        return Copies(self._folder, chosen, read)
