"""mekik stop: ask a running crawl to finish what is in flight and end."""

from __future__ import annotations

import argparse

from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.verbs.pause import tell_jobs


def arguments(parser: Parser) -> None:
    parser.job_argument()
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    tell_jobs(open_workspace(options).stop(options.job), "stop.done", options)
    return 0
