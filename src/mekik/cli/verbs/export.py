"""mekik export: write what was crawled: pages, addresses, finds, links, a site map."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.progress import CountLines
from mekik.cli.terminal import Count, harmless, print_json, print_note, print_out
from mekik.errors import StorageError, UsageError

if TYPE_CHECKING:
    from mekik.workspace import Workspace

KINDS = ("warc", "wacz", "jsonl", "csv", "parquet", "finds", "links", "sitemap")
FORMATS = ("csv", "jsonl", "parquet")


def arguments(parser: Parser) -> None:
    parser.add_argument("kind", choices=KINDS, help=say("argument.export.kind"))
    parser.add_argument("file", nargs="?", metavar="FILE", type=Path, help=say("argument.export.file"))
    parser.add_argument("--format", choices=FORMATS, help=say("argument.export.format"))
    parser.job_option()
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    workspace = open_workspace(options)
    if options.format and options.kind not in ("finds", "links"):
        raise UsageError(say("export.format_for_finds"))
    options.format = options.format or "csv"
    if options.file is None or str(options.file) == "-":
        if options.json:
            raise UsageError(say("export.json_needs_file"))
        _to_stdout(workspace, options)
        return 0
    exported = workspace.export(options.kind, options.file, options.job, options.format, CountLines())
    if options.json:
        print_json(exported)
    else:
        done = "export.joined" if options.kind == "warc" else "export.done"
        print_note(say(done, records=Count(exported.records), target=harmless(exported.target)))
        if exported.withheld:
            print_note(say("export.withheld", pages=Count(exported.withheld)))
    return 0


def _to_stdout(workspace: Workspace, options: argparse.Namespace) -> None:
    if sys.stdout.isatty():
        _to_terminal(workspace, options)
        return
    try:
        workspace.export(options.kind, Path("/dev/stdout"), options.job, options.format)
    except StorageError as error:
        if isinstance(error.__context__, BrokenPipeError):  # the reader has enough
            raise error.__context__ from None
        raise


def _to_terminal(workspace: Workspace, options: argparse.Namespace) -> None:
    """A person looks at it: what strangers wrote is made harmless first."""
    if options.kind in ("warc", "wacz"):
        raise UsageError(say("export.warc_needs_file"))
    if "parquet" in (options.kind, options.format):
        raise UsageError(say("export.parquet_needs_file"))
    with tempfile.TemporaryDirectory() as folder:
        draft = Path(folder) / "export"
        workspace.export(options.kind, draft, options.job, options.format)
        if len(list(draft.parent.iterdir())) > 1:
            raise UsageError(say("export.parts_need_file"))
        with draft.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                print_out(harmless(line.rstrip("\r\n")))
