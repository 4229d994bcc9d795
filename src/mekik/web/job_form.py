"""The form of a job: a field for every row of the settings table, and back from what was typed to settings.

Only what differs from what was shown is taken, so a robot's settings hold until a person changes them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec

from mekik.errors import SettingError
from mekik.ordering import NAMES
from mekik.settings import Row, Settings, flatten, rows
from mekik.settings.toml import toml_value
from mekik.web.texts import setting_help

SIMPLE = (
    "name", "seeds", "scope.kind", "scope.max_pages", "index.words", "index.types", "fetch.max_size", "frontier.delay",
    "fetch.contact",
)  # fmt: skip
"""What the form begins with, in its own words; all others unfold by section."""
_MOST_SEEDS = 100_000
_NONE = "none"


class Field(msgspec.Struct):
    name: str
    kind: str
    """switch, choice, number, text, lines, pairs or toml"""
    help: str
    unit: str
    value: str
    choices: tuple[str, ...] = ()
    admin: bool = False
    secret: bool = False
    is_set: bool = False
    """A secret that is there already and is not shown."""


def sections(
    settings: Settings, locale: str, *, admin: bool, typed: Mapping[str, str] | None = None
) -> dict[str, list[Field]]:
    """All fields by section; `typed` is what the person wrote, shown again when it is wrong."""
    values = dict(flatten(msgspec.to_builtins(settings)))
    found: dict[str, list[Field]] = {}
    for row in rows():
        if (row.admin and not admin) or row.name == "owner":
            continue
        field = _field(row, values[row.name], locale)
        if typed is not None:
            field.value = typed.get(row.name, "false" if field.kind == "switch" else field.value)
        found.setdefault(row.name.rpartition(".")[0] or "job", []).append(field)
    return found


def read(typed: Mapping[str, str], shown: Settings, *, admin: bool) -> dict[str, Any]:
    """The settings that were changed, by dotted name. Raises SettingError for what cannot be read."""
    values = dict(flatten(msgspec.to_builtins(shown)))
    changed: dict[str, Any] = {}
    for row in rows():
        if (row.admin and not admin) or row.name == "owner":
            continue
        kind = kind_of(row)
        if row.name not in typed and not (kind == "switch" and "form" in typed):
            continue
        text = typed.get(row.name, "false").replace("\r\n", "\n")
        if row.secret and not text.strip():
            continue
        if text.strip() == _field(row, values[row.name], "en").value.strip():
            continue
        changed[row.name] = _value(row, kind, text)
    return changed


def kind_of(row: Row) -> str:
    parts = set(row.type.split(" | "))
    if row.type == "true | false":
        return "switch"
    if row.name == "order" or (not {"number", "text", "none", "table", "true"} & parts and "list" not in row.type):
        return "choice"
    if row.type == "true | false | none":
        return "choice"
    if row.type in ("list of texts", "list of numbers"):
        return "lines"
    if row.type == "table" and not row.name.endswith("login"):
        return "pairs"
    if "table" in row.type:
        return "toml"
    return "number" if "number" in parts else "text"


def seeds_of(text: str) -> list[str]:
    """One a line; lines with # are comments. A line without a scheme is taken for https."""
    lines = (line.strip() for line in text.lstrip("\ufeff").splitlines())
    found = [line for line in lines if line and not line.startswith("#")]
    if len(found) > _MOST_SEEDS:
        raise SettingError(f"The setting 'seeds' is wrong: {_MOST_SEEDS:,} addresses at most.")
    return [line if "://" in line or ":" in line.partition("/")[0] else f"https://{line}" for line in found]


def _field(row: Row, value: Any, locale: str) -> Field:
    kind = kind_of(row)
    choices: tuple[str, ...] = ()
    if row.name == "order":
        choices = NAMES
    elif kind == "choice":
        choices = tuple(row.type.split(" | "))
    secret = row.secret and bool(value)
    return Field(
        row.name, kind, setting_help(locale, row), row.unit, "" if secret else _text(kind, value), choices, row.admin,
        row.secret, secret,
    )  # fmt: skip


def _text(kind: str, value: Any) -> str:
    if value is None:
        return _NONE if kind == "choice" else ""
    if kind == "switch" or isinstance(value, bool):
        return "true" if value else "false"
    if kind == "lines":
        return "\n".join(map(str, value))
    if kind == "pairs":
        return "\n".join(f"{name} = {item}" for name, item in value.items())
    if kind == "toml":
        return toml_value(value) if value else ""
    return str(value)


def _value(row: Row, kind: str, text: str) -> Any:
    if kind == "lines":
        if row.name == "seeds":
            return seeds_of(text)
        return [line.strip() for line in text.splitlines() if line.strip()]
    if kind == "pairs":
        pairs = (line.partition("=") for line in text.splitlines() if line.strip())
        return {name.strip(): value.strip() for name, _, value in pairs} if text.strip() != _NONE else {}
    if kind == "toml":
        return _toml(row, text)
    text = text.strip()
    if not text and "none" not in row.type and kind == "number":
        return row.default
    if (not text or text == _NONE) and "none" in row.type:
        return None
    if kind == "switch":
        return text in ("true", "on")
    return text


def _toml(row: Row, text: str) -> Any:
    if not text.strip() or text.strip() == _NONE:
        return [] if row.type.startswith("list") else None
    try:
        return tomllib.loads(f"value = {text.strip()}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingError(f"The setting {row.name!r} is wrong: it is read as TOML, {error}.") from None
