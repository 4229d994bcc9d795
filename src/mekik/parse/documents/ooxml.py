"""Word, Excel and PowerPoint since 2007: a zip file with parts of XML and relationships between them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

import msgspec

from mekik.parse.dates import read_date
from mekik.parse.documents.draft import Draft, Trouble
from mekik.parse.documents.package import Package
from mekik.parse.documents.xml import Attributes, Collected, Elements, Events, attribute, read_xml

_HYPERLINK = re.compile(r"""\bHYPERLINK\s*\(?\s*"([^"\s]{1,2000})""", re.IGNORECASE)
_FACTS = ("title", "creator", "description", "subject", "language", "created", "modified")
_NOTES = ("footnotes", "endnotes", "header", "footer", "comments")


class Relation(msgspec.Struct, frozen=True):
    target: str
    """A part of the package, or an address."""
    external: bool
    kind: str
    """Last word of its type: hyperlink, slide, worksheet, …"""


class Parts:
    """A package with its relationships."""

    def __init__(self, package: Package, draft: Draft) -> None:
        self.package, self._most = package, draft.settings.max_document_parts

    def relations(self, part: str) -> dict[str, Relation]:
        """By id; empty where a part has none."""
        folder, name = posixpath.split(part)
        place = posixpath.join(folder, "_rels", name + ".rels")
        if place not in self.package:
            return {}
        elements = Elements(("Relationship",), self._most)
        read_xml(self.package.pieces(place), elements)
        found = {}
        for _, attributes in elements.found:
            target, external = attributes.get("Target", ""), attributes.get("TargetMode", "").lower() == "external"
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            kind = attributes.get("Type", "").rpartition("/")[2].lower()
            found[attributes.get("Id", "")] = Relation(target, external, kind)
        return found

    def main(self, usual: str) -> str:
        """The part with which reading begins."""
        for relation in self.relations("").values():
            if relation.kind == "officedocument" and relation.target in self.package:
                return relation.target
        return usual

    def facts(self, draft: Draft) -> None:
        """Title, author, dates. What is wrong with them costs nobody the text."""
        if "docProps/core.xml" not in self.package:
            return
        facts = Collected(_FACTS)
        try:
            read_xml(self.package.pieces("docProps/core.xml"), facts)
        except Trouble as trouble:
            if trouble.outcome.name != "UNREADABLE":
                raise
        draft.title, draft.author = facts.first("title"), facts.first("creator")
        draft.description = facts.first("description") or facts.first("subject")
        draft.language = facts.first("language")
        draft.created, draft.modified = read_date(facts.first("created")), read_date(facts.first("modified"))


class _Runs(Events):
    """Text of `t` elements by paragraph `p`, links by relationship or field; the same in Word and PowerPoint."""

    def __init__(self, draft: Draft, relations: dict[str, Relation]) -> None:
        self._draft, self._relations = draft, relations
        self._in_text = self._in_field = self._hidden = False
        self._title_paragraph = self._title_shape = False
        self._skipped = 0
        """Inside a fallback, which repeats what a newer program reads elsewhere."""
        self._anchor: list[str] | None = None
        self._href = ""
        self._clicked = ""
        """Where the run that is being read leads to, as PowerPoint says it."""
        self._run: list[str] = []
        self._paragraph: list[str] = []
        self._field: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if self._skipped or name == "Fallback":
            self._skipped += 1
            return
        if name == "t":
            self._in_text = not self._hidden
        elif name in ("tab", "br", "cr", "noBreakHyphen"):
            if name != "tab" or not attributes:  # a tab stop in the properties of a paragraph has some
                self._say("-" if name == "noBreakHyphen" else " ")
        elif name == "vanish":
            self._hidden = attribute(attributes, "val") not in ("0", "false")
        elif name == "hyperlink":
            self._href, self._anchor = self._address(attributes), []
        elif name in ("hlinkClick", "hlinkHover"):
            self._clicked = self._address(attributes)
        elif name in ("instrText", "delInstrText"):
            self._in_field = name == "instrText"
        elif name == "fldSimple":
            self._follow(attribute(attributes, "instr"))
        elif name == "pStyle":
            self._title_paragraph = attribute(attributes, "val").lower() in ("title", "heading1", "balk1", "konubal")
        elif name == "ph":
            self._title_shape = attribute(attributes, "type") in ("title", "ctrTitle")

    def text(self, text: str) -> None:
        if self._in_text:
            self._say(text)
        elif self._in_field:
            self._field.append(text[:4000])

    def end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        if name == "t":
            self._in_text = False
        elif name == "instrText":
            self._in_field = False
        elif name == "fldChar" and self._field:
            self._follow("".join(self._field[:50]))
            self._field.clear()
        elif name == "r":
            self._hidden = False
            self._draft.link(self._clicked, "".join(self._run))
            self._clicked = ""
            self._run.clear()
        elif name == "hyperlink":
            self._draft.link(self._href, "".join(self._anchor or ()))
            self._anchor = None
        elif name == "p":
            self._end_paragraph()
        elif name == "sp":
            self._title_shape = False

    def _say(self, text: str) -> None:
        self._draft.add(text)
        self._run.append(text)
        self._paragraph.append(text)
        if self._anchor is not None:
            self._anchor.append(text)

    def _end_paragraph(self) -> None:
        if (self._title_paragraph or self._title_shape) and not self._draft.heading:
            self._draft.heading = "".join(self._paragraph).strip()
        self._title_paragraph = False
        self._paragraph.clear()
        self._draft.end_paragraph()

    def _address(self, attributes: Attributes) -> str:
        relation = self._relations.get(attribute(attributes, "id"))
        return relation.target if relation and relation.external else ""

    def _follow(self, instruction: str) -> None:
        found = _HYPERLINK.search(instruction[:4000])
        if found:
            self._draft.link(found[1])


def read_docx(package: Package, draft: Draft) -> None:
    parts = Parts(package, draft)
    parts.facts(draft)
    main = parts.main("word/document.xml")
    relations = parts.relations(main)
    draft.begin_page()
    read_xml(package.pieces(main), _Runs(draft, relations))
    for relation in relations.values():
        if relation.kind in _NOTES and not relation.external and relation.target in package:
            draft.begin_page()
            read_xml(package.pieces(relation.target), _Runs(draft, parts.relations(relation.target)))


def read_pptx(package: Package, draft: Draft) -> None:
    parts = Parts(package, draft)
    parts.facts(draft)
    main = parts.main("ppt/presentation.xml")
    for slide in _in_order(parts, main, "sldId"):
        draft.begin_page()
        relations = parts.relations(slide)
        read_xml(package.pieces(slide), _Runs(draft, relations))
        for relation in relations.values():
            if relation.kind == "notesslide" and relation.target in package:
                read_xml(package.pieces(relation.target), _Runs(draft, parts.relations(relation.target)))


def _in_order(parts: Parts, main: str, element: str, name: Callable[[str], None] | None = None) -> list[str]:
    """The parts that a main part lists by relationship, in its order; `name` hears what they are called."""
    relations = parts.relations(main)
    listed = Elements((element,), parts._most)
    read_xml(parts.package.pieces(main), listed)
    found = []
    for _, attributes in listed.found:
        by_prefix = next((value for key, value in attributes.items() if key.endswith(":id")), "")
        relation = relations.get(by_prefix)
        if relation and not relation.external and relation.target in parts.package:
            found.append(relation.target)
            if name is not None:
                name(attributes.get("name", ""))
    return found


class _Strings(Events):
    """The strings that all sheets share."""

    def __init__(self, most: int) -> None:
        self.found: list[str] = []
        self._most = most
        self._size = 0
        self._string: list[str] = []
        self._in_text = self._phonetic = False

    def start(self, name: str, attributes: Attributes) -> None:  # noqa: ARG002 - of the protocol
        if name == "t":
            self._in_text = not self._phonetic
        elif name == "rPh":
            self._phonetic = True

    def text(self, text: str) -> None:
        if self._in_text and self._size < self._most:
            self._size += len(text)
            self._string.append(text)

    def end(self, name: str) -> None:
        if name == "t":
            self._in_text = False
        elif name == "rPh":
            self._phonetic = False
        elif name == "si":
            self.found.append("".join(self._string))
            self._string.clear()


class _Cells(Events):
    """Cells in their order: shared strings, strings of their own, numbers."""

    def __init__(self, draft: Draft, strings: list[str], relations: dict[str, Relation]) -> None:
        self._draft, self._strings, self._relations = draft, strings, relations
        self._kind = ""
        self._open = ""
        self._value: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "c":
            self._kind = attributes.get("t", "n")
        elif name in ("v", "t", "f"):
            self._open = name
        elif name == "hyperlink":
            relation = self._relations.get(attribute(attributes, "id"))
            if relation and relation.external:
                self._draft.link(relation.target, attributes.get("display", ""))

    def text(self, text: str) -> None:
        if self._open:
            self._value.append(text)

    def end(self, name: str) -> None:
        if name not in ("v", "t", "f") or name != self._open:
            if name == "row":
                self._draft.end_paragraph()
            return
        value = "".join(self._value)
        self._value.clear()
        self._open = ""
        if name == "f":
            found = _HYPERLINK.search(value[:4000])
            if found:
                self._draft.link(found[1])
        elif self._kind == "s" and name == "v":
            if value.isascii() and value.isdigit() and len(value) < 10 and int(value) < len(self._strings):
                self._draft.add(self._strings[int(value)] + " ")
        elif self._kind not in ("b", "e"):
            self._draft.add(value + " ")


def read_xlsx(package: Package, draft: Draft) -> None:
    parts = Parts(package, draft)
    parts.facts(draft)
    main = parts.main("xl/workbook.xml")
    strings = _Strings(draft.settings.max_text * 4)
    shared = next((one.target for one in parts.relations(main).values() if one.kind == "sharedstrings"), "")
    if shared in package:
        read_xml(package.pieces(shared), strings)
    names: list[str] = []
    for sheet, name in zip(_in_order(parts, main, "sheet", names.append), names, strict=True):
        draft.begin_page()
        draft.add(name)
        draft.end_paragraph()
        relations = parts.relations(sheet)
        read_xml(package.pieces(sheet), _Cells(draft, strings.found, relations))
        for relation in relations.values():
            if relation.kind == "comments" and relation.target in package:
                read_xml(package.pieces(relation.target), _Runs(draft, {}))
