"""Links that are no anchors: event handlers, inline scripts, and forms that ask for nothing."""

from __future__ import annotations

from urllib.parse import urlencode

from mekik.page import NOFOLLOW, LinkKind
from mekik.parse.form_kinds import changes_something
from mekik.parse.links import LONGEST_ANCHOR
from mekik.parse.scripts import LONGEST_SCRIPT, in_handler, in_script
from mekik.parse.targets import unfollowed
from mekik.parse.text import line
from mekik.parse.tree import Attributes, HtmlPage, Node, is_outermost

_MOST_HANDLERS = 5000
_MOST_BUTTONS = 200
_MOST_FIELDS = 50
_ASKS_NOTHING = {"hidden", "submit", "button", "image", "reset"}


def read_hidden(page: HtmlPage) -> None:
    inner: set[int] = set()
    for node in page.marked[:_MOST_HANDLERS]:
        attributes = node.attributes
        target = in_handler(attributes.get("onclick") or "")
        if target:
            kind = LinkKind.SCRIPT | (NOFOLLOW if unfollowed(attributes.get("rel") or "") else 0)
            words = attributes.get("value") or attributes.get("title") or ""
            text = node.text() if is_outermost(node, "[onclick]", inner) else ""
            page.links.add(target, kind, line(text, LONGEST_ANCHOR) or line(words, LONGEST_ANCHOR))
    for form in page.all("form")[:_MOST_BUTTONS]:
        _button(page, form)


def script(page: HtmlPage, attributes: Attributes, text: str) -> None:
    """An inline script that sends the visitor on; data in a script's clothes is kept for those who read it."""
    kind = (attributes.get("type") or "").lower()
    if "ld+json" in kind:
        page.described.append(text)
    elif "src" not in attributes and len(text) <= LONGEST_SCRIPT and _is_code(kind):
        for target in in_script(text):
            page.links.add(target, LinkKind.SCRIPT)


def style(page: HtmlPage, _attributes: Attributes, text: str) -> None:
    page.sheets.append(text)


def _is_code(kind: str) -> bool:
    return not kind or kind == "module" or "javascript" in kind


def _button(page: HtmlPage, form: Node) -> None:
    """A GET form without anything to fill in is a link that looks like a button."""
    attributes = form.attributes
    action = attributes.get("action")
    if not action or (attributes.get("method") or "get").strip().lower() != "get":
        return
    fields: list[Node] = form.css("input,select,textarea,button")
    if len(fields) > _MOST_FIELDS:
        return
    values: list[tuple[str, str]] = []
    words, buttons = "", 0
    for field in fields:
        named = field.attributes
        kind = (named.get("type") or ("submit" if field.tag == "button" else "text")).strip().lower()
        if field.tag in ("select", "textarea") or kind not in _ASKS_NOTHING:
            return
        name, value = named.get("name") or "", named.get("value") or ""
        if kind == "submit":
            words = words or value or line(field.text(), LONGEST_ANCHOR)
        if name and kind in ("hidden", "submit") and "disabled" not in named:
            buttons += kind == "submit"
            values.append((name, value))
    if buttons > 1 or changes_something(words, action):  # two buttons mean different things
        return
    if words or any((field.attributes.get("type") or "").lower() == "image" for field in fields):
        plain = action.partition("#")[0].partition("?")[0]
        page.links.add(plain + ("?" + urlencode(values) if values else ""), LinkKind.FORM, line(words, LONGEST_ANCHOR))
