"""`python -m mekik.cli.docs`: writes the reference parts of docs/ from the code that they describe.

A page holds its own words around a part between two marks:

    <!-- generated: settings -->
    …
    <!-- end -->
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

from mekik.cli.catalogue import say
from mekik.cli.parser import GROUPS, VERBS, verb_parser
from mekik.outcome import Outcome, Status
from mekik.settings import rows
from mekik.settings.toml import toml_value

_PART = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_PAGES = ("commands.md", "settings.md", "outcomes.md")


def main() -> int:
    folder = Path("docs")
    if not folder.is_dir():
        print("There is no docs folder here. Run it from the top of the repository.", file=sys.stderr)
        return 2
    for name in _PAGES:
        page = folder / name
        page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


def renewed(page: str) -> str:
    """The page with each generated part written anew."""
    parts = {"verbs": verbs_part, "commands": commands_part, "settings": settings_part, "outcomes": outcomes_part}
    before = os.environ.get("MEKIK_LANG")
    os.environ["MEKIK_LANG"] = "en"
    try:
        return _PART.sub(lambda match: match[1] + parts[match[2]]() + match[3], page)
    finally:
        if before is None:
            del os.environ["MEKIK_LANG"]
        else:
            os.environ["MEKIK_LANG"] = before


def verbs_part() -> str:
    lines = []
    for group, verbs in GROUPS.items():
        lines += [f"**{say(f'group.{group}')}**", "", "| command | what it does |", "| --- | --- |"]
        lines += [f"| [`mekik {verb}`](#mekik-{verb}) | {say(f'verb.{verb}.help')} |" for verb in verbs]
        lines.append("")
    return "\n".join(lines)


def commands_part() -> str:
    lines: list[str] = []
    for verb in VERBS:
        parser = verb_parser(verb)
        lines += [f"### mekik {verb}", "", (parser.description or "").strip(), ""]
        if verb == "config":  # its text is a table already
            lines[-2] = f"```text\n{lines[-2]}\n```"
        lines += ["| argument | meaning |", "| --- | --- |"]
        lines += [f"| {_argument(action)} | {_cell(action.help or '')} |" for action in parser._actions]
        lines.append("")
    return "\n".join(lines)


def _argument(action: Any) -> str:
    """`--delay SECONDS`, `URL…`, `--sort relevance | date`: as it is typed."""
    value = " | ".join(map(str, action.choices)) if action.choices else str(action.metavar or action.dest.upper())
    many = "…" if action.nargs in ("*", "+") or type(action).__name__ == "_AppendAction" else ""
    if not action.option_strings:
        word = f"[{value}{many}]" if action.nargs in ("*", "?") else value + many
    else:
        word = action.option_strings[-1] if action.nargs == 0 else f"{action.option_strings[-1]} {value}{many}"
    return f"`{word}`".replace("|", "\\|")


def settings_part() -> str:
    lines: list[str] = []
    section = None
    for row in rows():
        table = row.name.rpartition(".")[0]
        if table != section:
            section = table
            lines += ["", f"## {table or 'The job'}", ""]
            lines += ["| setting | default | what it does |", "| --- | --- | --- |"]
        unit = f", {row.unit}" if row.unit else ""
        flag = f" Flag: `{row.flag}`." if row.flag else ""
        secret = " Kept secret." if row.secret else ""
        admin = " Only an administrator's." if row.admin else ""
        about = f"{row.help}{flag}{secret}{admin} ({row.type}{unit})"
        lines.append(f"| `{row.name}` | `{_cell(toml_value(row.default))}` | {_cell(about)} |")
    return "\n".join(lines) + "\n\n"


def outcomes_part() -> str:
    lines: list[str] = []
    for status in Status:
        outcomes = [outcome for outcome in Outcome if outcome.status is status]
        if not outcomes:
            continue
        lines += ["", f"## {status.label}", "", "| outcome | meaning | tried again |", "| --- | --- | --- |"]
        lines += [f"| `{one.label}` | {one.sentence} | {'yes' if one.passing else ''} |" for one in outcomes]
    return "\n".join(lines) + "\n\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
