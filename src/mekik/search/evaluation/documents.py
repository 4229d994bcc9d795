"""The documents of a collection: JSON lines or TREC's SGML, one after the other, never all at once."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from mekik.errors import UsageError
from mekik.search.evaluation.reading import between, first_sign, lines, wrong

_ELEMENT = re.compile(r"<(/?)([A-Za-z][\w.-]*)[^<>]*>")
_TITLES = frozenset({"title", "headline", "head", "hl", "ti", "h3"})
_NUMBER = frozenset({"docno", "docid", "id"})
_TEXT = "text"


class CorpusDocument(NamedTuple):
    id: str
    title: str
    text: str


class _Line(msgspec.Struct):
    id: str | int | None = None
    other_id: str | int | None = msgspec.field(default=None, name="_id")
    title: str | None = None
    text: str | None = None


def read_documents(paths: Iterable[Path], encoding: str = "utf-8") -> Iterator[CorpusDocument]:
    """Of files and of folders with files. Raises UsageError with the place of what cannot be read."""
    for path in paths:
        if path.is_dir():
            inside = sorted(found for found in path.rglob("*") if found.is_file() and not found.name.startswith("."))
            if not inside:
                raise UsageError(f"There are no files in {path}.")
            yield from read_documents(inside, encoding)
        elif first_sign(path, encoding) == "<":
            yield from _sgml(path, encoding)
        else:
            yield from _json_lines(path, encoding)


def _json_lines(path: Path, encoding: str) -> Iterator[CorpusDocument]:
    decoder = msgspec.json.Decoder(_Line)
    for number, line in lines(path, encoding):
        try:
            row = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            raise wrong(path, number, f"no JSON object with id, title and text ({error})") from None
        name = row.id if row.id is not None else row.other_id
        if name is None:
            raise wrong(path, number, "the document has no id")
        yield CorpusDocument(str(name), row.title or "", row.text or "")


def _sgml(path: Path, encoding: str) -> Iterator[CorpusDocument]:
    for record in between(path, "DOC", encoding):
        parts = _parts(record)
        name = " ".join(" ".join(parts.get(tag, ())) for tag in ("docno", "docid", "id") if tag in parts).split()
        if not name:
            raise UsageError(f"{path}: a <DOC> has no <DOCNO>.")
        title = " ".join(text for tag in parts if tag in _TITLES for text in parts[tag])
        if _TEXT in parts:
            texts = parts[_TEXT]
        else:
            texts = [text for tag in parts if tag not in _TITLES | _NUMBER for text in parts[tag]]
        yield CorpusDocument(name[0], html.unescape(title), html.unescape("\n".join(texts)))


def _parts(record: str) -> dict[str, list[str]]:
    """Texts by the outermost element around them; what stands in no element goes under an empty name."""
    parts: dict[str, list[str]] = {}
    outer, depth, at = "", 0, 0
    for found in _ELEMENT.finditer(record):
        text = record[at : found.start()].strip()
        if text:
            parts.setdefault(outer, []).append(text)
        at = found.end()
        name = found[2].lower()
        if not outer:
            if not found[1]:
                outer, depth = name, 1
        elif name == outer:
            depth += -1 if found[1] else 1
            if not depth:
                outer = ""
    text = record[at:].strip()
    if text:
        parts.setdefault(outer, []).append(text)
    return parts
