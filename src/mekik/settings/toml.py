"""Settings as a job file that people can read, change and give back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mekik.settings import Row, rows


def job_file(tree: dict[str, Any], help: Callable[[Row], str] = lambda row: row.help) -> str:
    """Settings as a TOML job file with a comment on each line; what is not set is commented out."""
    lines: list[str] = []
    section = ""
    for row in rows():
        table, _, name = row.name.rpartition(".")
        if table != section:
            section = table
            lines += ["", f"[{table}]"]
        value = (tree[table] if table else tree)[name]
        unit = f" ({row.unit})" if row.unit else ""
        lines.append(f"# {help(row)}{unit}")
        hidden = value is None or (row.secret and value == "(secret)")
        lines.append(f"# {name} = {toml_value(value)}" if hidden else f"{name} = {toml_value(value)}")
    return "\n".join(lines)


def toml_value(value: Any) -> str:
    """A value as TOML writes it; None, which TOML has not, as the word none."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(toml_value(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{toml_value(key)} = {toml_value(item)}' for key, item in value.items())}}}"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return repr(value)
