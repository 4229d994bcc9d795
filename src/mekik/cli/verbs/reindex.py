"""mekik reindex: rebuild the index from the archive, without a single request."""

from __future__ import annotations

import argparse
import time

from mekik.cli.catalogue import say
from mekik.cli.options import data_hint, open_workspace
from mekik.cli.parser import Parser
from mekik.cli.progress import CountLines
from mekik.cli.terminal import Count, duration_text, print_json, print_out


def arguments(parser: Parser) -> None:
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    started = time.monotonic()
    done = open_workspace(options).reindex(CountLines())
    if options.json:
        print_json(done)
    else:
        print_out(say("reindex.done", pages=Count(done.pages), elapsed=duration_text(time.monotonic() - started)))
        if done.damages:
            print_out(say("check.found", n=Count(done.damages), data=data_hint(options)))
    return 0
