"""CSS selectors and XPath expressions of the job.

They come from people and run in native code, so their length and nesting are limited before anything reads them.
What they cost on a page is bounded by the worker, which may be killed, and by the number of the page's tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from mekik.errors import SettingError
from mekik.parse.html import grow
from mekik.parse.nesting import HARMLESS, flatten

LONGEST = 1000
DEEPEST = 16
"""Brackets inside brackets of a selector."""
_ATTRIBUTE = re.compile(r"::attr\(\s*([\w:.-]+)\s*\)\s*$")
_TEXT = re.compile(r"::text\s*$")
_OPEN, _CLOSE = "([{", ")]}"


class Selected(NamedTuple):
    name: str
    value: str
    number: int
    """Its place among all that the selector found, from 1."""


class CssSelectors:
    def __init__(self, selectors: dict[str, str]) -> None:
        """Raises SettingError for one that is not CSS, naming it."""
        self._selectors = [(name, *_read_css(f"capture.css.{name}", text)) for name, text in selectors.items()]

    def __bool__(self) -> bool:
        return bool(self._selectors)

    def select(self, html: bytes, max_nesting: int, most: int) -> Iterator[Selected]:
        tree, _ = grow(html, max_nesting, marked=False)
        for name, selector, attribute in self._selectors:
            for number, node in enumerate(tree.css(selector)[:most], 1):
                value = node.attributes.get(attribute) if attribute else node.text(separator=" ")
                if value:
                    yield Selected(name, value, number)


class XPathSelectors:
    def __init__(self, expressions: dict[str, str]) -> None:
        """Raises SettingError for one that is not XPath, naming it, and where lxml is missing."""
        self._expressions = [(name, _read_xpath(f"capture.xpath.{name}", text)) for name, text in expressions.items()]

    def __bool__(self) -> bool:
        return bool(self._expressions)

    def select(self, html: bytes, max_nesting: int, most: int) -> Iterator[Selected]:
        from lxml import etree

        if html.count(b"<") > HARMLESS:
            html, _ = flatten(html, max_nesting)
        parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
        try:
            tree = etree.fromstring(html, parser)
        except (etree.LxmlError, ValueError):  # nothing in it that could be a page
            return
        if tree is None:
            return
        for name, expression in self._expressions:
            try:
                result = expression(tree)
            except etree.LxmlError:  # too much for its own limits
                continue
            values = result if isinstance(result, list) else [result]
            for number, value in enumerate(values[:most], 1):
                text = _text_of(value)
                if text:
                    yield Selected(name, text, number)


def _text_of(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else ""
    if isinstance(value, float):
        return f"{value:g}"
    return " ".join(value.itertext()) if hasattr(value, "itertext") else ""


def _read_css(setting: str, text: str) -> tuple[str, str]:
    """The selector and the attribute that is wanted of what it selects."""
    _limit(setting, text)
    attribute = _ATTRIBUTE.search(text)
    selector = text[: attribute.start()] if attribute else _TEXT.sub("", text)
    try:
        LexborHTMLParser("<p>").css(selector)
    except SelectolaxError:
        raise SettingError(f"{setting} is not a CSS selector: {text[:200]!r}.") from None
    return selector, attribute[1] if attribute else ""


def _read_xpath(setting: str, text: str) -> Any:
    _limit(setting, text)
    try:
        from lxml import etree
    except ImportError:
        raise SettingError(f"{setting} needs lxml. Install it with: pip install 'mekik[xpath]'") from None
    try:
        # Without the regular expressions of EXSLT, which are not linear.
        expression = etree.XPath(text, regexp=False, smart_strings=False)
        expression(etree.fromstring("<p/>"))
    except (etree.LxmlError, ValueError) as error:
        raise SettingError(f"{setting} is not an XPath expression: {text[:200]!r} ({error}).") from None
    return expression


def _limit(setting: str, text: str) -> None:
    if len(text) > LONGEST:
        raise SettingError(f"{setting} is longer than {LONGEST} characters.")
    depth = deepest = 0
    for sign in text:
        depth += (sign in _OPEN) - (sign in _CLOSE)
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        raise SettingError(f"{setting} nests brackets deeper than {DEEPEST}.")
