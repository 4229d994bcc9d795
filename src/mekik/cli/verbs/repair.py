"""mekik repair: mend what `mekik check` finds."""

from __future__ import annotations

import argparse

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.terminal import Count, harmless, print_json, print_out


def arguments(parser: Parser) -> None:
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    repairs = open_workspace(options).repair()
    if options.json:
        print_json({"repairs": repairs})
        return 0
    for repair in repairs:
        print_out(say("repair.done", path=harmless(str(repair.path)), what=harmless(repair.what),
                      kept=Count(repair.kept), lost=Count(repair.lost)))  # fmt: skip
    if not repairs:
        print_out(say("repair.clean"))
    return 0
