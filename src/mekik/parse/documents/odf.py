"""OpenDocument: texts, spreadsheets and presentations of LibreOffice and its kin."""

from __future__ import annotations

from mekik.outcome import Outcome
from mekik.parse.dates import read_date
from mekik.parse.documents.draft import Draft, Trouble
from mekik.parse.documents.package import Package
from mekik.parse.documents.xml import Attributes, Collected, Elements, Events, attribute, read_xml

_FACTS = ("title", "initial-creator", "creator", "description", "subject", "language", "creation-date", "date")
_UNREAD = {"tracked-changes", "annotation", "note-citation", "forms", "scripts", "font-face-decls", "automatic-styles"}
"""What is not, or no longer, part of the text."""
_PAGES = {"table", "page"}


class _Content(Events):
    """Everything inside paragraphs and headings."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._paragraphs = self._skipped = self._tables = 0
        self._heading: list[str] | None = None
        self._anchor: list[str] = []
        self._href = ""

    def start(self, name: str, attributes: Attributes) -> None:
        if self._skipped or name in _UNREAD:
            self._skipped += 1
        elif name in ("p", "h"):
            self._paragraphs += 1
            if name == "h" and not self._draft.heading:
                self._heading = []
        elif name in ("s", "tab", "line-break"):
            self._say(" ")
        elif name == "a":
            self._href = attribute(attributes, "href")
            self._anchor.clear()
        elif name in _PAGES:
            if name == "page" or not self._tables:
                self._draft.begin_page()
            self._tables += name == "table"
            self._draft.add(attribute(attributes, "name") if name == "table" else "")
            self._draft.end_paragraph()

    def text(self, text: str) -> None:
        if self._paragraphs and not self._skipped:
            self._say(text)

    def end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
        elif name in ("p", "h"):
            self._paragraphs -= 1
            self._draft.end_paragraph()
            if name == "h" and self._heading is not None:
                self._draft.heading = "".join(self._heading).strip()
                self._heading = None
        elif name == "a":
            self._draft.link(self._href, "".join(self._anchor))
            self._href = ""
        elif name == "table":
            self._tables -= 1

    def _say(self, text: str) -> None:
        self._draft.add(text)
        if self._heading is not None:
            self._heading.append(text)
        if self._href:
            self._anchor.append(text)


def read_odf(package: Package, draft: Draft) -> None:
    if "META-INF/manifest.xml" in package:
        ciphers = Elements(("encryption-data",), 1)
        read_xml(package.pieces("META-INF/manifest.xml"), ciphers)
        if ciphers.found:
            raise Trouble(Outcome.ENCRYPTED, "it opens with a password only")
    if "meta.xml" in package:
        facts = Collected(_FACTS)
        read_xml(package.pieces("meta.xml"), facts)
        draft.title, draft.language = facts.first("title"), facts.first("language")
        draft.author = facts.first("initial-creator") or facts.first("creator")
        draft.description = facts.first("description") or facts.first("subject")
        draft.created, draft.modified = read_date(facts.first("creation-date")), read_date(facts.first("date"))
    draft.begin_page()
    read_xml(package.pieces("content.xml"), _Content(draft))
