"""mekik completion: a script that teaches a shell our verbs and options."""

from __future__ import annotations

import argparse

from mekik.cli.catalogue import say
from mekik.cli.parser import Parser
from mekik.cli.terminal import print_out

SHELLS = ("bash", "zsh", "fish")


def arguments(parser: Parser) -> None:
    parser.add_argument("shell", choices=SHELLS, help=say("argument.completion.shell"))


def run(options: argparse.Namespace) -> int:
    from mekik.cli.shells import script

    print_out(script(options.shell))
    return 0
