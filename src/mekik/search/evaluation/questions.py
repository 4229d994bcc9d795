"""Queries and judgements of a collection, in the formats that are about."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from mekik.errors import UsageError
from mekik.search.evaluation.reading import between, first_sign, lines, wrong

PARTS = ("title", "desc", "narr")
"""What a TREC topic is made of."""
Judgements = dict[str, dict[str, int]]
"""Relevance by query and document; 0 is judged and not relevant."""

_TAG = re.compile(r"<(/?)(num|title|desc|narr)[^<>]*>", re.IGNORECASE)
_LABEL = re.compile(r"\s*(?:Number|Topic|Description|Narrative)\s*:", re.IGNORECASE)
_ANY_TAG = re.compile(r"<[^<>]*>")


class _Line(msgspec.Struct):
    id: str | int | None = None
    other_id: str | int | None = msgspec.field(default=None, name="_id")
    text: str = ""


def read_queries(path: Path, encoding: str = "utf-8", parts: Sequence[str] = ("title",)) -> dict[str, str]:
    """Texts by name: JSON lines, TREC topics (of which `parts` are taken), or lines `name TAB text`."""
    sign = first_sign(path, encoding)
    found = (
        _topics(path, encoding, parts)
        if sign == "<"
        else _json_lines(path, encoding)
        if sign == "{"
        else _columns(path, encoding)
    )
    if not found:
        raise UsageError(f"There are no queries in {path}.")
    return found


def _json_lines(path: Path, encoding: str) -> dict[str, str]:
    decoder, found = msgspec.json.Decoder(_Line), dict[str, str]()
    for number, line in lines(path, encoding):
        try:
            row = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            raise wrong(path, number, f"no JSON object with id and text ({error})") from None
        name = row.id if row.id is not None else row.other_id
        if name is None:
            raise wrong(path, number, "the query has no id")
        _add(found, str(name), row.text, path)
    return found


def _columns(path: Path, encoding: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, line in lines(path, encoding):
        name, tab, text = line.partition("\t")
        if not tab:
            raise wrong(path, number, "neither JSON, nor a TREC topic, nor a name and a text with a tab between them")
        _add(found, name.strip(), text.strip(), path)
    return found


def _topics(path: Path, encoding: str, parts: Sequence[str]) -> dict[str, str]:
    """The elements of a topic mostly have no end: each reaches to the next."""
    found: dict[str, str] = {}
    for record in between(path, "top", encoding):
        texts: dict[str, str] = {}
        marks = list(_TAG.finditer(record))
        for mark, end in zip(marks, [*(one.start() for one in marks[1:]), len(record)], strict=True):
            if not mark[1]:
                text = _LABEL.sub("", _ANY_TAG.sub(" ", record[mark.end() : end]), count=1)
                texts.setdefault(mark[2].lower(), " ".join(html.unescape(text).split()))
        if not texts.get("num"):
            raise UsageError(f"{path}: a <top> has no <num>.")
        _add(found, texts["num"], " ".join(filter(None, (texts.get(part, "") for part in parts))), path)
    return found


def _add(found: dict[str, str], name: str, text: str, path: Path) -> None:
    if name in found:
        raise UsageError(f"{path}: the query {name} is there twice.")
    found[name] = text


def read_judgements(path: Path, encoding: str = "utf-8") -> Judgements:
    """Lines `query document relevance`, or TREC's with a column between query and document.

    As in trec_eval, a relevance below 0 is no judgement. A first line of column names is passed over.
    """
    found: Judgements = {}
    for number, line in lines(path, encoding):
        cells = line.split("\t") if line.count("\t") in (2, 3) else line.split()
        if len(cells) not in (3, 4):
            raise wrong(path, number, "not the three columns query, document, relevance, nor TREC's four")
        query, document, value = cells[0].strip(), cells[-2].strip(), cells[-1].strip()
        try:
            relevance = int(value)
        except ValueError:
            if number == 1:
                continue
            raise wrong(path, number, f"the relevance {value[:40]!r} is no whole number") from None
        if relevance >= 0:
            found.setdefault(query, {})[document] = relevance
    if not found:
        raise UsageError(f"There are no judgements in {path}.")
    return found
