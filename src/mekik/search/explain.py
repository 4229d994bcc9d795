"""Why a page is among the hits, and why there: which word in which field brought how much of its score.

tantivy tells how it calculated; that is a tree of sums, best-ofs and boosts over words in fields. Its numbers of pages
and its rarities stay here: they count pages that the viewer may not see.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import tantivy

from mekik.index.schema import schema
from mekik.search.parts import CONSTANTS, Query

_FIELDS = {
    "title_exact": ("title", "exact"), "title_root": ("title", "root"), "content_exact": ("text", "exact"),
    "content_root": ("text", "root"), "content_short": ("text", "short"), "rest_exact": ("rest", "exact"),
    "rest_root": ("rest", "root"), "headings": ("heading", "root"), "anchors": ("anchor", "root"),
    "url": ("address", "exact"), "translated": ("translation", "root"),
}  # fmt: skip
_TERM = re.compile(r'field=(\d+), type=Str, (".*")\)', re.DOTALL)
_LEAST = 0.00005
_MOST = 40
"""Reasons of one page."""


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    score: float
    """What it adds; all reasons of a page add up to its score."""
    kind: str
    """word, phrase (words side by side), all_words (the page has every word), whole_title (its title has), linked (how
    well it is linked), fresh (how new it is, where news are asked for), beginning (of a word), or other."""
    field: str = ""
    """title, text (the main content), rest (of the page), heading (and what is bold), anchor (what links to the page
    say), address or translation."""
    form: str = ""
    """exact, root, or short (its first letters)."""
    word: str = ""


def reasons(searcher: Any, query: Query, address: Any, score: float) -> tuple[Reason, ...]:
    """The weightiest first, all together `score`."""
    tree = json.loads(query.explain(searcher, address).to_json())
    found: dict[tuple[str, str, str, str], float] = {}
    for name, share in _leaves(tree, score):
        found[name] = found.get(name, 0.0) + share
    order = sorted(found.items(), key=lambda pair: -pair[1])
    return tuple(Reason(round(score, 4), *name) for name, score in order[:_MOST] if score > _LEAST)


def _leaves(tree: dict[str, Any], share: float) -> Iterator[tuple[tuple[str, str, str, str], float]]:
    """What each leaf adds to the whole. Without recursion: a query may be deep."""
    waiting = [(tree, share)]
    while waiting:
        node, share = waiting.pop()
        name = _name(node)
        if name is not None:
            yield name, share
            continue
        parts = [part for part in node.get("details", ()) if part["value"] > 0]
        if node["description"].startswith("Boost") or len(parts) == 1:
            waiting += [(part, share) for part in parts]
            continue
        for part, weight in zip(parts, _weights(node["value"], [part["value"] for part in parts]), strict=True):
            waiting.append((part, share * weight))


def _weights(value: float, parts: list[float]) -> list[float]:
    """A sum, or the best with some of each other: how much of the whole each part is."""
    total = sum(parts)
    if not parts or value <= 0:
        return [0.0] * len(parts)
    if abs(total - value) <= 0.001 * value:
        return [part / total for part in parts]
    best = max(parts)
    others = max(value - best, 0.0) / (total - best) if total > best else 0.0
    first = parts.index(best)
    return [(part if place == first else part * others) / value for place, part in enumerate(parts)]


def _name(node: dict[str, Any]) -> tuple[str, str, str, str] | None:
    """Kind, field, form and word of a leaf; None for what has leaves below it."""
    description = node["description"]
    if description.startswith("Phrase"):
        return "phrase", "", "", ""
    if description.startswith("TermQuery"):
        found = _TERM.search("".join(node.get("context", ())))
        field, form = _FIELDS.get(_field_names().get(int(found[1]), ""), ("", "")) if found else ("", "")
        if not found or not field:
            return "other", "", "", ""
        return "word", field, form, _unquoted(found[2])
    if description.startswith("Const"):
        return _constant(float(node["value"])), "", "", ""
    if "no scoring" in description:
        return "beginning", "", "", ""
    return None if node.get("details") else ("other", "", "", "")


def _constant(value: float) -> str:
    number = round(value)
    return CONSTANTS[number] if 0 < number < len(CONSTANTS) else "other"


def _unquoted(text: str) -> str:
    """A string as Rust shows it."""
    try:
        return str(json.loads(re.sub(r"\\u\{([0-9a-f]+)\}|\\'", lambda found: chr(int(found[1] or "27", 16)), text)))
    except ValueError:
        return text.strip('"')


@cache
def _field_names() -> dict[int, str]:
    """Which number tantivy gave to which field."""
    names = {}
    for name in _FIELDS:
        found = _TERM.search(repr(tantivy.Query.term_query(schema(), name, "x")))
        if found:
            names[int(found[1])] = name
    return names
