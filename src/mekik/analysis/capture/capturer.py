"""All that a job asks for, picked out of one page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from mekik.analysis.capture.country import AUTO, country_of
from mekik.analysis.capture.email import emails
from mekik.analysis.capture.markup import EMAIL, PHONE, in_markup
from mekik.analysis.capture.patterns import NamedPatterns, compile_pattern
from mekik.analysis.capture.phone import is_country, phones
from mekik.analysis.capture.searching import Characters, Text
from mekik.analysis.capture.selectors import CssSelectors, XPathSelectors
from mekik.errors import SettingError
from mekik.page import Document, Find
from mekik.settings import CaptureSettings

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_HTML = ("text/html", "application/xhtml+xml")


class Capturer:
    """Made once for a job: raises SettingError for what it cannot look for."""

    def __init__(self, settings: CaptureSettings, max_nesting: int = 512) -> None:
        self._settings = settings
        self._max_nesting = max_nesting
        _check_names(settings)
        self._patterns = NamedPatterns("capture.patterns", settings.patterns)
        self._source = NamedPatterns("capture.source", settings.source)
        self._css = CssSelectors(settings.css)
        self._xpath = XPathSelectors(settings.xpath)
        self._pages = [compile_pattern("capture.pages", pattern) for pattern in settings.pages]

    def __bool__(self) -> bool:
        """Whether the job asks for anything."""
        settings = self._settings
        return bool(settings.emails or settings.phones or self._patterns or self._source or self._css or self._xpath)

    def wants(self, url: str) -> bool:
        if not self._pages:
            return True
        address = url.encode("utf-8", "replace")
        return any(pattern.search(address) for pattern in self._pages)

    def finds(
        self, document: Document, source: bytes | None, url: str, language: str = "", *, utf8: bytes | None = None,
        with_context: bool = True,
    ) -> list[Find]:  # fmt: skip
        """The page's finds, each value of a kind once. `source` is its HTML in UTF-8, `utf8` its text where somebody
        has it so already; `language` helps with phone numbers."""
        if not self.wants(url):
            return []
        html = source if source is not None and document.content_type in _HTML else None
        found: dict[tuple[str, str], Find] = {}
        text = Text(document.text, utf8)
        for find in self._all(document.text, text, html, country_of(self._settings.country, url, language)):
            if not find.value or (find.kind, find.value) in found:
                continue
            if len(found) >= self._settings.max_finds:
                break
            found[find.kind, find.value] = find if with_context else msgspec.structs.replace(find, context="")
        return list(found.values())

    def _all(self, given: str, text: Text, html: bytes | None, country: str | None) -> Iterator[Find]:
        settings = self._settings
        if settings.emails:
            for span in emails(text):
                yield self._in_text(EMAIL, span.value, given, span.start, span.end)
        if settings.phones:
            for span in phones(text, country):
                yield self._in_text(PHONE, span.value, given, span.start, span.end)
        if self._patterns:
            yield from self._by_patterns(given, text)
        if html is None:
            return
        if settings.emails or settings.phones:
            for one in in_markup(html, with_emails=settings.emails, with_phones=settings.phones, country=country):
                yield self._find(one.kind, one.value, one.original, one.place, one.offset, one.context)
        if self._source:
            yield from self._in_source(html)
        if (self._css or self._xpath) and html.count(b"<") <= settings.max_tree:
            yield from self._selected(html)

    def _by_patterns(self, given: str, text: Text) -> Iterator[Find]:
        characters = Characters(text.utf8)
        for match in self._patterns.matches(text.utf8, self._settings.max_finds):
            value = match.value.decode("utf-8", "replace")
            start = characters.before(match.start)
            span = text.span(value, start, start + len(value))
            yield self._in_text(match.name, value, given, span.start, span.end)

    def _in_source(self, html: bytes) -> Iterator[Find]:
        side = self._settings.context
        for match in self._source.matches(html, self._settings.max_finds):
            value = match.value.decode("utf-8", "replace")
            around = html[max(0, match.start - side) : match.end + side].decode("utf-8", "replace")
            yield self._find(match.name, value, value, "source", match.start, around)

    def _selected(self, html: bytes) -> Iterator[Find]:
        for place, selectors in (("css", self._css), ("xpath", self._xpath)):
            if selectors:
                for one in selectors.select(html, self._max_nesting, self._settings.max_finds):
                    yield self._find(one.name, one.value, one.value, place, one.number, "")

    def _in_text(self, kind: str, value: str, given: str, start: int, end: int) -> Find:
        side = self._settings.context
        around = given[max(0, start - side) : end + side]
        return self._find(kind, value, given[start:end], "text", start, around)

    def _find(self, kind: str, value: str, original: str, place: str, offset: int, context: str) -> Find:
        most = self._settings.max_length
        return Find(
            kind=kind, value=_line(value, most), original=_line(original, most), place=place, offset=offset,
            context=_line(context, most + 2 * self._settings.context),
        )  # fmt: skip


def _line(text: str, most: int) -> str:
    """On one line, and not too long."""
    return " ".join(text[: most * 4].split())[:most].rstrip()


def _check_names(settings: CaptureSettings) -> None:
    seen = {EMAIL, PHONE}
    for table in ("patterns", "source", "css", "xpath"):
        for name in getattr(settings, table):
            if not _NAME.fullmatch(name):
                raise SettingError(
                    f"capture.{table}: {name[:60]!r} cannot name a kind of find: lower-case letters, figures, _ and -."
                )
            if name in seen:
                raise SettingError(f"capture.{table}: the name {name!r} is taken already.")
            seen.add(name)
    if settings.country != AUTO and not is_country(settings.country):
        raise SettingError(f"capture.country: {settings.country!r} is not a country: two letters such as TR, or auto.")
