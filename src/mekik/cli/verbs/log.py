"""mekik log: what became of each address, or what was picked out of the pages, the newest last."""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from mekik.cli.catalogue import reason_text, say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser, whole_number
from mekik.cli.terminal import encode_json, harmless, print_out
from mekik.errors import UsageError

if TYPE_CHECKING:
    from mekik.crawl.log import LogEntry
    from mekik.frontier import FoundThing
    from mekik.workspace import Workspace


def arguments(parser: Parser) -> None:
    parser.job_argument()
    parser.add_argument("--limit", metavar="N", type=whole_number, help=say("argument.log.limit"))
    parser.add_argument("--follow", action="store_true", help=say("argument.log.follow"))
    parser.add_argument("--errors", action="store_true", help=say("argument.log.errors"))
    parser.add_argument("--finds", action="store_true", help=say("argument.log.finds"))
    parser.add_argument("--kind", metavar="KIND", help=say("argument.log.kind"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    workspace = open_workspace(options)
    if options.finds or options.kind:
        return _finds(workspace, options)
    for entry in workspace.log(options.job, limit=options.limit, follow=options.follow, errors=options.errors):
        print_out(encode_json(entry) if options.json else line(entry))
        if options.follow:
            sys.stdout.flush()
    return 0


def _finds(workspace: Workspace, options: argparse.Namespace) -> int:
    if options.errors:
        raise UsageError(say("log.finds_or_errors"))
    for find in workspace.finds(options.job, kind=options.kind, limit=options.limit, follow=options.follow):
        print_out(encode_json(find) if options.json else find_line(find))
        if options.follow:
            sys.stdout.flush()
    return 0


def find_line(find: FoundThing) -> str:
    """Time, kind, value, page, and how it is written there where that differs."""
    clock = time.strftime("%H:%M:%S", time.localtime(find.found_at))
    spelling = f"  ({harmless(find.original)[:120]})" if find.original != find.value else ""
    return f"{clock}  {harmless(find.kind):<10}  {harmless(find.value)}  {harmless(find.url)}{spelling}"


def line(entry: LogEntry) -> str:
    """Time, HTTP status, outcome and address, and the reason where there is one."""
    clock = time.strftime("%H:%M:%S", time.localtime(entry.time))
    again = say("log.retry") if entry.retry else ""
    notes = "; ".join(note for note in (again, harmless(reason_text(entry.reason))) if note)
    text = f"{clock}  {entry.code or '-':>3}  {harmless(entry.outcome):<14}  {harmless(entry.url)}"
    return f"{text}  ({notes})" if notes else text
