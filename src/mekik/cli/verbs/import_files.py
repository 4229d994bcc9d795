"""mekik import: bring documents or archives into the archive and the index."""

from __future__ import annotations

import argparse
from pathlib import Path

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.progress import CountLines
from mekik.cli.terminal import Count, harmless, number_text, print_json, print_out, table
from mekik.errors import UsageError

NOTHING_IMPORTED = 4


def arguments(parser: Parser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help=say("argument.import.files"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    for file in options.files:
        if not file.is_file():
            raise UsageError(say("error.cannot_read", path=file, why=say("error.no_file")))
    imported = open_workspace(options).import_files(options.files, CountLines())
    if options.json:
        print_json(imported)
    else:
        print_out(say("import.done", documents=Count(imported.documents), rejected=Count(imported.rejected),
                      files=Count(len(options.files))))  # fmt: skip
        for line in table([(number_text(count), harmless(reason)) for reason, count in imported.reasons.items()]):
            print_out(line)
    return NOTHING_IMPORTED if imported.rejected and not imported.documents else 0
