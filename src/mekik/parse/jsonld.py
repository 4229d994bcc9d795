"""Things that a page describes for machines in JSON-LD scripts, as types with their main fields."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from mekik.page import Item
from mekik.parse.marks import unmarked
from mekik.parse.text import line
from mekik.parse.tree import HtmlPage

MOST_ITEMS = 20
_LONGEST_SCRIPT = 300_000
_LONGEST_VALUE = 500
_MOST_SCRIPTS = 20
_MOST_VALUES = 5

FIELDS = {
    "name", "headline", "alternativeHeadline", "description", "author", "creator", "publisher", "datePublished",
    "dateModified", "dateCreated", "uploadDate", "image", "thumbnailUrl", "url", "articleSection", "keywords",
    "inLanguage", "startDate", "endDate", "location", "price", "priceCurrency", "ratingValue", "reviewCount", "isbn",
    "genre", "duration", "telephone", "address", "email", "jobTitle", "sku", "brand",
}  # fmt: skip
"""The main ones of schema.org's types; others are left out."""
_NAMES = ("name", "headline", "@value", "url", "contentUrl", "@id", "streetAddress", "price", "ratingValue")
"""What stands for a thing inside another one, the first that it has."""
_NESTED = ("mainEntity", "mainEntityOfPage", "offers", "aggregateRating")


def read_json_ld(page: HtmlPage) -> list[Item]:
    found: list[Item] = []
    for script in page.described[:_MOST_SCRIPTS]:
        text = unmarked(script)
        if len(text) <= _LONGEST_SCRIPT:
            found += _items(_decode(text))
    return found[:MOST_ITEMS]


def _decode(text: str) -> Any:
    """None when it cannot be read. Sites wrap it in comments and put bare line breaks into texts."""
    text = text.strip().removeprefix("<!--").removeprefix("//<![CDATA[").removeprefix("<![CDATA[")
    text = text.removesuffix("-->").removesuffix("//]]>").removesuffix("]]>").strip().rstrip(";")
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        pass
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _items(data: Any) -> Iterator[Item]:
    """The things at the top, in @graph, and what the page says it is mainly about."""
    waiting = data[:MOST_ITEMS] if isinstance(data, list) else [data]
    named: dict[str, Any] = {}
    given = 0
    while waiting and given < MOST_ITEMS:
        thing = waiting.pop(0)
        if not isinstance(thing, dict):
            continue
        graph = thing.get("@graph")
        if isinstance(graph, list):
            graph = [one for one in graph[:200] if isinstance(one, dict)]
            named.update((one["@id"], one) for one in graph if isinstance(one.get("@id"), str))
            waiting += graph
        elif isinstance(graph, dict):
            waiting.append(graph)
        kind = type_name(thing.get("@type"))
        if not kind:
            continue
        given += 1
        fields: dict[str, str] = {}
        for nested in _NESTED:
            inner = thing.get(nested)
            inner = inner[0] if isinstance(inner, list) and inner else inner
            if isinstance(inner, dict) and nested in ("offers", "aggregateRating"):
                _fill(fields, inner, named)
            elif isinstance(inner, dict) and type_name(inner.get("@type")) and len(inner) > 2:
                waiting.append(inner)
        _fill(fields, thing, named)
        yield Item(kind, fields)


def _fill(fields: dict[str, str], thing: dict[Any, Any], named: dict[str, Any]) -> None:
    for name, value in thing.items():
        if name in FIELDS:
            text = _text(value, named)
            if text:
                fields[name] = text


def _text(value: Any, named: dict[str, Any]) -> str:
    if isinstance(value, list):
        texts = [_text(one, named) for one in value[:_MOST_VALUES] if not isinstance(one, list)]
        return ", ".join(dict.fromkeys(filter(None, texts)))[:_LONGEST_VALUE]
    if isinstance(value, dict):
        reference = value.get("@id")
        if isinstance(reference, str) and len(value) == 1:
            value = named.get(reference, value)
        value = next((value[name] for name in _NAMES if isinstance(value.get(name), str | int | float)), "")
    if isinstance(value, str):
        return line(value, _LONGEST_VALUE)
    return str(value)[:_LONGEST_VALUE] if isinstance(value, int | float) and not isinstance(value, bool) else ""


def type_name(value: Any) -> str:
    """`NewsArticle` of `https://schema.org/NewsArticle`, empty when there is none."""
    if isinstance(value, list):
        value = value[0] if value else ""
    if not isinstance(value, str):
        return ""
    name: str = value.strip().partition(" ")[0]
    return name.rstrip("/").rpartition("/")[2].rpartition("#")[2].rpartition(":")[2][:100]
