"""mekik resume: go on with a job that was interrupted or paused, or with all such jobs one after the other."""

from __future__ import annotations

import argparse

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.progress import Progress, choose_display
from mekik.cli.summary import INTERRUPTED, conclude, tell


def arguments(parser: Parser) -> None:
    parser.add_argument("job", nargs="?", metavar="JOB", help=say("argument.resume.job"))
    parser.add_argument("--strict-limits", action="store_true", help=say("argument.crawl.strict_limits"))
    parser.add_argument("--quiet", action="store_true", help=say("help.quiet"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    workspace = open_workspace(options)
    # Without an unfinished job the last one answers, so that its end can be seen again.
    names: list[str | None] = [options.job] if options.job else [*workspace.unfinished()] or [None]
    ended = []
    for name in names:
        with Progress(choose_display(options.quiet)) as progress:
            finished = workspace.resume(name, progress=progress, strict_limits=options.strict_limits)
        ended.append(finished)
        tell(finished, options, workspace)
        if finished.exit_code == INTERRUPTED:
            break
    return conclude(ended, options)
