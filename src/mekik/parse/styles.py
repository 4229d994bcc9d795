"""What a style says about being seen: inline, and in style sheets of the page by plain selectors.

Only what hides or colours is read. Rules for print, small screens and the like do not count, nor do selectors with
more than one element in them: when in doubt, a text is seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from mekik.parse.colours import CLEAR, UNKNOWN, colour

MOST_RULES = 1000
LONGEST_SHEET = 300_000
_FAR = 900
"""Pixels beyond which nobody scrolls."""
_ROOTS = {"html", "body"}
_INTERESTING = re.compile("display|visib|opacity|indent|font|colo|backg|clip|left|top|right|height|width|scale|marg")
_DECLARATION = re.compile(r"([\w-]{3,40})\s*:\s*([^;]{1,300})")
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_BRACE = re.compile(r"[{}]")
_SELECTOR = re.compile(r"([A-Za-z][A-Za-z0-9]{0,12})?((?:[.#][\w-]{1,60}){0,4})")
_PART = re.compile(r"[.#][\w-]+")
_LENGTH = re.compile(r"(-?\d{0,7}\.?\d{0,6})\s*(px|em|rem|pt|%|vw|vh|ex|ch|in|cm|mm)?")
_PIXELS = {"": 1.0, "px": 1, "em": 16, "rem": 16, "pt": 1.33, "ex": 8, "ch": 8, "in": 96, "cm": 38, "mm": 3.8,
           "vw": 12, "vh": 8, "%": 10}  # fmt: skip
_SHRUNK = ("scale(0)", "scale(0,0)", "scalex(0)", "scaley(0)")
_EMPTY = ("inset(50%", "inset(100%", "circle(0", "polygon(0 0", "polygon(0px 0px")


class Look(NamedTuple):
    """None: nothing is said about it."""

    gone: bool | None = None
    """display: none"""
    invisible: bool | None = None
    transparent: bool | None = None
    tiny: bool | None = None
    """A font without size."""
    away: bool | None = None
    """Far outside the page."""
    clipped: bool | None = None
    """Cut to nothing."""
    colour: int | None = None
    ground: int | None = None


NOTHING = Look()


def merge(looks: Iterable[Look]) -> Look:
    """The later ones win where they say anything."""
    merged = NOTHING
    for look in looks:
        if look is not NOTHING:
            merged = merged._replace(**{name: said for name, said in look._asdict().items() if said is not None})
    return merged


@lru_cache(maxsize=8192)
def declared(text: str) -> Look:
    """What the declarations of one style say."""
    text = text[:2000].lower()
    if not _INTERESTING.search(text):
        return NOTHING
    values = {name: value.replace("!important", "").strip() for name, value in _DECLARATION.findall(text)}
    moves = "animation" in values or "transition" in values
    return Look(
        gone=_is(values, "display", "none"),
        invisible=_is(values, "visibility", "hidden", "collapse"),
        # What fades in is seen in the end.
        transparent=None if moves or "opacity" not in values else _number(values["opacity"]) == 0,
        tiny=_tiny(values),
        away=_away(values),
        clipped=_clipped(values),
        colour=_text_colour(values),
        ground=_ground(values),
    )


def _is(values: dict[str, str], name: str, *wanted: str) -> bool | None:
    return values[name] in wanted if name in values else None


def _tiny(values: dict[str, str]) -> bool | None:
    size = values.get("font-size")
    if size is None:
        return None
    pixels = _pixels(size)
    return pixels is not None and pixels < 1


def _away(values: dict[str, str]) -> bool | None:
    said = None
    for name in ("text-indent", "left", "top", "right", "margin-left", "margin-top"):
        if name in values:
            pixels = _pixels(values[name])
            far = pixels is not None and pixels <= -_FAR
            said = bool(said) or far
    return said


def _clipped(values: dict[str, str]) -> bool | None:
    said = None
    for name in ("clip", "clip-path"):
        if name in values:
            said = bool(said) or values[name].startswith(_EMPTY) or _empty_rectangle(values[name])
    if "transform" in values:
        said = bool(said) or values["transform"].replace(" ", "") in _SHRUNK
    if values.get("overflow", values.get("overflow-y")) in ("hidden", "clip"):
        sizes = [_pixels(values[name]) for name in ("height", "width", "max-height", "max-width") if name in values]
        if sizes:
            said = bool(said) or any(size is not None and size <= 1 for size in sizes)
    return said


def _empty_rectangle(value: str) -> bool:
    """rect(0, 0, 0, 0) or rect(1px 1px 1px 1px)"""
    if not value.startswith("rect("):
        return False
    sides = value[5:].rstrip(") ").replace(",", " ").split()
    return len(sides) == 4 and all(side in ("0", "0px", "1px") for side in sides)


def _text_colour(values: dict[str, str]) -> int | None:
    if "color" not in values or values["color"] in ("inherit", "unset", "currentcolor"):
        return None
    if values.get("background-clip", values.get("-webkit-background-clip")) == "text":
        return UNKNOWN
    return colour(values["color"])


def _ground(values: dict[str, str]) -> int | None:
    image = values.get("background-image", "none")
    if image not in ("none", "initial"):
        return UNKNOWN
    if "background-color" in values:
        return colour(values["background-color"])
    if "background" not in values:
        return None
    shorthand = values["background"]
    if "url(" in shorthand or "gradient(" in shorthand or "var(" in shorthand:
        return UNKNOWN
    whole = colour(shorthand)
    if whole != UNKNOWN:
        return whole
    found = [part for part in map(colour, shorthand.split()) if part >= 0]
    return found[0] if len(found) == 1 else CLEAR if not found else UNKNOWN


def _pixels(text: str) -> float | None:
    found = _LENGTH.match(text)
    if found is None or found[1] in ("", "-", ".", "-."):
        return None
    return float(found[1]) * _PIXELS[found[2] or ""]


def _number(text: str) -> float | None:
    found = _LENGTH.match(text)
    return float(found[1]) if found and found[1] not in ("", "-", ".", "-.") else None


class Rule(NamedTuple):
    selector: str
    tag: str
    id: str
    classes: frozenset[str]
    weight: tuple[int, int, int]
    """How much it counts against others, then its place."""
    look: Look


class Sheet:
    """The rules of a page's style sheets that have to do with being seen."""

    def __init__(self, text: str) -> None:
        self._rules: dict[tuple[str, bool], Rule] = {}
        self._order = 0
        for selector, body in blocks(text[:LONGEST_SHEET]):
            look = declared(body)
            if look != NOTHING:
                self._add(selector, look, "!important" in body)
            if len(self._rules) >= MOST_RULES:
                break
        self.rules = list(self._rules.values())
        self._by_part: dict[str, list[Rule]] = {}
        for rule in self.rules:
            key = f"#{rule.id}" if rule.id else f".{min(rule.classes)}" if rule.classes else rule.tag
            self._by_part.setdefault(key, []).append(rule)

    def _add(self, selectors: str, look: Look, important: bool) -> None:
        for selector in selectors.split(",")[:50]:
            selector = selector.strip()
            found = _SELECTOR.fullmatch(selector)
            if not found or not selector:
                continue
            parts = _PART.findall(found[2])
            ids = [part[1:] for part in parts if part[0] == "#"]
            classes = frozenset(part[1:] for part in parts if part[0] == ".")
            tag = (found[1] or "").lower()
            if tag in _ROOTS:  # hidden until a script shows the page: it is seen
                look = NOTHING._replace(colour=look.colour, ground=look.ground)
            before = self._rules.pop((selector, important), None)
            self._order += 1
            weight = (2 * important + bool(ids), len(classes), self._order)
            said = merge([before.look, look]) if before else look
            self._rules[selector, important] = Rule(selector, tag, ids[0] if ids else "", classes, weight, said)

    def looks(self, tag: str, id: str, classes: list[str]) -> list[Look]:
        """Of the rules that match an element, the weightiest last."""
        by_part = self._by_part
        if not by_part:
            return []
        own = {*classes}
        found = [
            rule
            for key in (tag, f"#{id}", *(f".{name}" for name in own))
            for rule in by_part.get(key, ())
            if (not rule.tag or rule.tag == tag) and (not rule.id or rule.id == id) and rule.classes <= own
        ]
        return [rule.look for rule in sorted(found, key=lambda rule: rule.weight)]


def blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """Selector and body of every plain rule; what stands inside @media and the like is left out."""
    sheet = _COMMENT.sub(" ", sheet)
    depth, at, selector = 0, 0, ""
    for found in _BRACE.finditer(sheet):
        text, at = sheet[at : found.start()], found.end()
        if found[0] == "{":
            depth += 1
            if depth == 1:
                selector = text.rpartition(";")[2].strip()
        else:
            if depth == 1 and selector and not selector.startswith("@"):
                yield selector, text
            depth = max(0, depth - 1)


NO_RULES = Sheet("")


@lru_cache(maxsize=64)
def sheet_of(text: str) -> Sheet:
    """The pages of a site often bring the same one."""
    return Sheet(text)
