"""mekik resume: go on with a job that was interrupted or paused."""

from __future__ import annotations

import argparse

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.progress import Progress, choose_display
from mekik.cli.summary import tell


def arguments(parser: Parser) -> None:
    parser.job_argument()
    parser.add_argument("--strict-limits", action="store_true", help=say("argument.crawl.strict_limits"))
    parser.add_argument("--quiet", action="store_true", help=say("help.quiet"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    workspace = open_workspace(options)
    with Progress(choose_display(options.quiet)) as progress:
        finished = workspace.resume(options.job, progress=progress, strict_limits=options.strict_limits)
    return tell(finished, options)
