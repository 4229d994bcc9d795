"""mekik capture: pick things out of the pages that were archived, without a request."""

from __future__ import annotations

import argparse
from typing import Any

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.progress import CountLines
from mekik.cli.terminal import Count, harmless, number_text, print_json, print_note, print_out, table
from mekik.errors import UsageError

_SECTION = "capture."


def arguments(parser: Parser) -> None:
    parser.job_argument()
    parser.settings_options()
    parser.add_argument("--quiet", action="store_true", help=say("help.quiet"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    progress = None if options.quiet else CountLines()
    result = open_workspace(options).capture(options.job, changes(options), progress)
    if options.json:
        print_json(result)
        return 0
    if not options.quiet:
        print_note(say("capture.done", finds=Count(result.finds), pages=Count(result.pages), job=harmless(result.job)))
    rows = [(number_text(finds), harmless(kind)) for kind, finds in result.kinds.items()]
    for line in table(rows):
        print_out(line)
    return 0


def changes(options: argparse.Namespace) -> dict[str, Any]:
    """What --job and --set say about capture; anything else would belong to a crawl."""
    import msgspec

    from mekik.settings import load, parse_assignment

    told: dict[str, Any] = {}
    if options.job_file:
        section = msgspec.to_builtins(load(options.job_file).capture)
        told = {_SECTION + name: value for name, value in section.items()}
    for assignment in options.assignments:
        name, value = parse_assignment(assignment)
        if not name.startswith(_SECTION):
            raise UsageError(say("capture.only_capture", name=name))
        told[name] = value
    return told
