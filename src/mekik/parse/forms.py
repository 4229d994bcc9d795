"""The forms of a page: what each is for, and what it takes to send those that may be sent."""

from __future__ import annotations

from typing import NamedTuple

from mekik.page import Choice, Form
from mekik.parse.form_kinds import CHOICE, LOGIN, SEARCH, folded, form_kind
from mekik.parse.text import line
from mekik.parse.tree import HtmlPage, Node

_MOST_FORMS = 12
_MOST_FIELDS = 40
_MOST_OPTIONS = 200
_LONGEST_VALUE = 500
_TEXT = {"text", "search"}
_SILENT = {"submit", "button", "image", "reset", "file", "password"}
_GIVEN = {"hidden", "select", "radio", "checkbox"}
"""Whose names say little about what the form is for: many a search has an `order`."""
_LETTERS = {"q", "s", "k"}
_USUAL = ("q", "query", "search", "s", "ara", "arama", "aranan", "kelime", "keyword", "suche", "term", "text")


class _Fields(NamedTuple):
    types: list[str]
    texts: list[str]
    free: list[tuple[str, str]]
    """Names of what a visitor types into, with their type."""
    fixed: list[tuple[str, str]]
    choices: list[Choice]


def read_forms(page: HtmlPage) -> None:
    if not page.with_forms:
        return
    forms: list[Node] = list(page.all("form")[:_MOST_FORMS])
    found = [form for node in forms if (form := _form(page, node)) is not None]
    # Login pages ask not to be followed; who was told to log in reads their form all the same.
    page.document.forms = [form for form in found if form.kind == LOGIN or not page.document.nofollow]


def _form(page: HtmlPage, node: Node) -> Form | None:
    attributes = node.attributes
    method = (attributes.get("method") or "get").strip().lower()
    written = (attributes.get("action") or "").partition("#")[0].partition("?")[0]
    action = page.resolve(written) if written else page.source.url.partition("?")[0]
    nodes: list[Node] = node.css("input,select,textarea,button,label,legend")
    if not action or len(nodes) > 2 * _MOST_FIELDS:
        return None
    fields = _read(nodes)
    about = [attributes.get(name) or "" for name in ("id", "name", "role", "aria-label")]
    kind = form_kind(method, fields.types, [*about, written, *fields.texts])
    words = line(" ".join(text for text in fields.texts if " " in text or not text.islower())[:200], 100)
    if kind == LOGIN:  # only a job that was told to log in sends it
        return Form(kind=kind, action=action, method=method, words=words, fixed=fields.fixed)
    if method != "get" or kind not in (SEARCH, CHOICE):
        return Form(kind=kind, action=action, method=method, words=words)
    text = min(fields.free, key=_rank, default=("", ""))[0]
    fixed = fields.fixed + [(name, "") for name, _ in fields.free if name != text]
    charset = (attributes.get("accept-charset") or page.charset).split(" ")[0].lower()
    return Form(
        kind=kind, action=action, method=method, words=words, text=text, fixed=fixed, choices=fields.choices,
        charset=charset,
    )  # fmt: skip


def _rank(field: tuple[str, str]) -> tuple[bool, int]:
    """The field to type into: made for searching, or called as such fields are called."""
    names = [place for place, usual in enumerate(_USUAL) if usual in folded(field[0])]
    return field[1] != "search", min(names, default=len(_USUAL))


def _read(nodes: list[Node]) -> _Fields:
    fields = _Fields([], [], [], [], [])
    radios: dict[str, list[tuple[str, bool]]] = {}
    buttons: list[tuple[str, str]] = []
    for node in nodes:
        attributes, tag = node.attributes, node.tag
        if tag in ("label", "legend"):
            fields.texts.append(line(node.text(), 80))
            continue
        name = attributes.get("name") or ""
        value = (attributes.get("value") or "")[:_LONGEST_VALUE]
        usual = "submit" if tag == "button" else "text"
        kind = tag if tag in ("select", "textarea") else (attributes.get("type") or usual).strip().lower()
        fields.types.append(kind)
        fields.texts.extend(attributes.get(known) or "" for known in ("placeholder", "aria-label", "title", "alt"))
        if kind in _SILENT:
            if kind in ("submit", "image"):
                fields.texts.extend((value, line(node.text(), 80), name))
            if kind == "submit" and name:
                buttons.append((name, value))
            continue
        if kind not in _GIVEN:
            fields.texts.extend((name if name not in _LETTERS else "search", attributes.get("id") or ""))
        if not name or "disabled" in attributes:
            continue
        if kind == "select":
            _choose(fields, name, _options(node))
        elif kind == "radio":
            radios.setdefault(name, []).append((value, "checked" in attributes))
        elif kind == "checkbox":
            if "checked" in attributes:
                fields.fixed.append((name, value or "on"))
        elif kind in _TEXT or (kind not in ("hidden", "textarea") and not value):
            fields.free.append((name, kind))
        else:
            fields.fixed.append((name, value))
    for name, options in radios.items():
        _choose(fields, name, options)
    if len(buttons) == 1:
        fields.fixed.extend(buttons)
    return fields


def _options(select: Node) -> list[tuple[str, bool]]:
    options: list[Node] = select.css("option")
    return [
        ((line(option.text(), 100) if value is None else value)[:_LONGEST_VALUE], "selected" in option.attributes)
        for option in options[:_MOST_OPTIONS]
        for value in (option.attributes.get("value"),)
    ]


def _choose(fields: _Fields, name: str, options: list[tuple[str, bool]]) -> None:
    """What a visitor who changes nothing sends, and what else could be chosen."""
    if not options:
        return
    usual = next((value for value, chosen in options if chosen), options[0][0])
    values = [value for value in dict.fromkeys(value for value, _ in options) if value and value != usual]
    fields.choices.append(Choice(name=name, usual=usual, others=values))
