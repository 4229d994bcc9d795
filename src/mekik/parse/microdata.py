"""Things that a page describes for machines by attributes: itemscope, itemtype and itemprop."""

from __future__ import annotations

from typing import NamedTuple

from mekik.page import Item
from mekik.parse.jsonld import FIELDS, MOST_ITEMS, type_name
from mekik.parse.text import line
from mekik.parse.tree import HtmlPage, Node

_LONGEST_VALUE = 500
_MOST_PROPERTIES = 1000
_MOST_STEPS = 64
"""From a property up to the thing that it belongs to."""
_ADDRESSES = {
    "a": "href", "link": "href", "area": "href", "img": "src", "iframe": "src", "audio": "src", "video": "src",
    "source": "src", "embed": "src", "track": "src", "object": "data",
}  # fmt: skip


class _Thing(NamedTuple):
    item: Item
    owner: Item | None
    """The thing around it."""
    names: list[str]
    """What it is to that one."""


def read_microdata(page: HtmlPage) -> list[Item]:
    """The things that belong to no other; one inside another gives it its name."""
    things: dict[int, _Thing] = {}
    nodes: list[Node] = page.tree.css("[itemscope],[itemprop]")
    for node in nodes[:_MOST_PROPERTIES]:
        attributes = node.attributes
        owner = _owner(node, things)
        names = [name for name in (attributes.get("itemprop") or "").split() if name in FIELDS]
        if "itemscope" in attributes:
            things[node.mem_id] = _Thing(Item(type_name(attributes.get("itemtype"))), owner, names)
        elif owner is not None:
            for name in names:
                if name not in owner.fields:
                    owner.fields[name] = _value(node, attributes)
    for item, owner, names in reversed(things.values()):  # from the inside out
        text = item.fields.get("name") or item.fields.get("headline") or item.fields.get("url")
        for name in names:
            if owner is not None and text:
                owner.fields.setdefault(name, text)
    return [thing.item for thing in things.values() if thing.owner is None and thing.item.type][:MOST_ITEMS]


def _owner(node: Node, things: dict[int, _Thing]) -> Item | None:
    parent = node.parent if things else None
    for _ in range(_MOST_STEPS):
        if parent is None:
            break
        thing = things.get(parent.mem_id)
        if thing is not None:
            return thing.item
        parent = parent.parent
    return None


def _value(node: Node, attributes: dict[str, str | None]) -> str:
    value = attributes.get("content") or attributes.get(_ADDRESSES.get(node.tag, "datetime"))
    return line(value or node.text(), _LONGEST_VALUE)
