"""mekik backup: a whole copy of the data directory, also while a crawl runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.terminal import Count, harmless, print_json, print_note, print_out, size_text

DAMAGED = 5


def arguments(parser: Parser) -> None:
    parser.add_argument("target", metavar="DIR", type=Path, help=say("argument.backup.target"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    made = open_workspace(options).backup(options.target)
    if options.json:
        print_json(made)
    else:
        for damage in made.damage:
            print_out(say("check.damage", path=harmless(str(damage.path)), offset=damage.offset,
                          record=damage.record, what=harmless(damage.what)))  # fmt: skip
        target = harmless(made.target)
        print_note(say("backup.done", files=Count(made.files), size=size_text(made.bytes), target=target))
        print_note(say("backup.damaged" if made.damage else "backup.restore", target=target))
    return DAMAGED if made.damage else 0
