"""mekik check: name every damage of the data folder with its place."""

from __future__ import annotations

import argparse

from mekik.cli.catalogue import say
from mekik.cli.options import data_hint, open_workspace
from mekik.cli.parser import Parser
from mekik.cli.terminal import Count, harmless, print_json, print_out

DAMAGED = 5


def arguments(parser: Parser) -> None:
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    damages = open_workspace(options).check()
    if options.json:
        print_json({"clean": not damages, "damage": damages})
    elif not damages:
        print_out(say("check.clean"))
    else:
        for damage in damages:
            print_out(say("check.damage", path=harmless(str(damage.path)), offset=damage.offset,
                          record=damage.record, what=harmless(damage.what)))  # fmt: skip
        print_out(say("check.found", n=Count(len(damages)), data=data_hint(options)))
    return DAMAGED if damages else 0
