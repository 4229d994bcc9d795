"""mekik mcp: search, archived pages and why, for assistants."""

from __future__ import annotations

import argparse
import os
import sys

from mekik.cli.catalogue import say
from mekik.cli.parser import Parser, data_folder

TOKEN = "MEKIK_TOKEN"  # noqa: S105 - the name of the variable


def arguments(parser: Parser) -> None:
    parser.add_argument("--server", metavar="URL", help=say("argument.mcp.server"))
    parser.data_option()


def run(options: argparse.Namespace) -> int:
    from mekik.mcp import Server, open_source

    source = open_source(data_folder(options), options.server, os.environ.get(TOKEN))
    Server(source).serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
