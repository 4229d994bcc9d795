"""Spelling mistakes page by page, in the languages whose dictionaries are installed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mekik.analysis.spelling import Speller, dictionaries_of, is_available, package_of, plain_words
from mekik.archive import Archived
from mekik.crawl.catalogue import Job
from mekik.crawl.reports.bench import Bench, Note, Row, Table
from mekik.errors import UsageError
from mekik.page import Page

_COLUMNS = ("page", "language", "word", "times", "pages", "suggestions")


class Spelling:
    pages = text = True

    def __init__(self, bench: Bench, job: Job) -> None:
        if not is_available():
            raise UsageError("The report spelling needs a package more: pip install 'mekik[reports]'")
        self._bench, self._settings = bench, job.settings.report
        self._spellers: dict[str, Speller | None] = {}
        self._unread: Counter[str] = Counter()
        """Pages by language that no dictionary is here for."""
        self._read = self._cut = 0
        bench.db.execute("CREATE TABLE mistake (page, language, word, times)")
        for (language,) in bench.rows("SELECT DISTINCT language FROM job.visit WHERE language != ''").fetchall():
            self._speller(language)

    def exchange(self, id: int, archived: Archived) -> None:
        """Only pages have words."""

    def page(self, id: int, page: Page) -> None:
        language = self._language(id)
        if not language:
            return
        speller = self._speller(language)
        if speller is None or self._looked_up() >= self._settings.max_spelled:
            self._unread[language] += 1
            return
        self._read += 1
        rows = [
            (id, language, word, times)
            for word, times in plain_words(page.text).items()
            if not speller.is_right(word) and not self._is_foreign(word)
        ]
        self._cut += len(rows) > self._settings.max_mistakes
        self._bench.db.executemany("INSERT INTO mistake VALUES (?, ?, ?, ?)", rows[: self._settings.max_mistakes])

    def table(self, job: Job, name: str) -> Table:
        db = self._bench.db
        db.execute("CREATE TABLE misspelt AS SELECT language, word, count(*) AS pages, sum(times) AS times"
                   " FROM mistake GROUP BY 1, 2")  # fmt: skip
        db.execute("CREATE UNIQUE INDEX misspelt_word ON misspelt (word, language)")
        db.execute("CREATE TABLE weight AS SELECT page, count(*) AS mistakes FROM mistake GROUP BY 1")
        db.execute("CREATE UNIQUE INDEX weight_page ON weight (page)")
        notes = [Note("spelling_pages", {"n": self._read})]
        if self._cut:
            notes.append(Note("spelling_cut", {"n": self._cut, "most": self._settings.max_mistakes}))
        for language, pages in self._unread.most_common():
            reason = "no_dictionary" if self._spellers.get(language) is None else "spelling_limit"
            notes.append(Note(reason, {"language": language, "n": pages, "package": package_of(language)}))
        total = self._bench.one("SELECT count(*) FROM mistake")
        return Table(report=name, job=job.name, columns=_COLUMNS, total=total, rows=self._rows(), notes=notes)

    def _rows(self) -> Iterator[Row]:
        """Pages with the most mistakes first."""
        suggested = {
            (language, word): self._suggest(language, word)
            for language, word in self._bench.rows(
                "SELECT language, word FROM misspelt ORDER BY times DESC, word LIMIT ?", (self._settings.suggestions,)
            )
        }
        for page, language, word, times, pages in self._bench.rows(
            "SELECT a.url, m.language, m.word, m.times, s.pages FROM mistake m JOIN job.address a ON a.id = m.page"
            " JOIN weight w ON w.page = m.page JOIN misspelt s ON s.word = m.word AND s.language = m.language"
            " ORDER BY w.mistakes DESC, a.url, m.times DESC, m.word"
        ):
            yield page, language, word, times, pages, suggested.get((language, word), [])

    def _language(self, id: int) -> str:
        row = self._bench.db.execute("SELECT language FROM job.visit WHERE address = ?", (id,)).fetchone()
        return (row[0] or "") if row else ""

    def _speller(self, language: str) -> Speller | None:
        if language not in self._spellers:
            paths = dictionaries_of(language, self._settings.dictionaries)
            self._spellers[language] = Speller(paths, self._settings.spelling_words) if paths else None
        return self._spellers[language]

    def _is_foreign(self, word: str) -> bool:
        """A word of another language that the job's pages are in: a menu, a quotation, a title."""
        return any(other is not None and other.is_right(word) for other in self._spellers.values())

    def _suggest(self, language: str, word: str) -> list[str]:
        speller = self._spellers[language]
        return speller.suggest(word) if speller else []

    def _looked_up(self) -> int:
        return sum(speller.looked_up for speller in self._spellers.values() if speller)
