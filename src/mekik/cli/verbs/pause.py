"""mekik pause: ask a running crawl to wait; with --off, to go on."""

from __future__ import annotations

import argparse

from mekik.cli.catalogue import say
from mekik.cli.options import data_hint, open_workspace
from mekik.cli.parser import Parser
from mekik.cli.terminal import harmless, print_json, print_out


def arguments(parser: Parser) -> None:
    parser.job_argument()
    parser.add_argument("--off", action="store_true", help=say("argument.pause.off"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    workspace = open_workspace(options)
    jobs = workspace.unpause(options.job) if options.off else workspace.pause(options.job)
    tell_jobs(jobs, "pause.off" if options.off else "pause.done", options)
    return 0


def tell_jobs(jobs: list[str], key: str, options: argparse.Namespace) -> None:
    """The jobs that heard it, one a line; or that none was running."""
    if options.json:
        print_json({"jobs": jobs})
        return
    for job in jobs:
        print_out(say(key, job=harmless(job), data=data_hint(options)))
    if not jobs:
        print_out(say("pause.none"))
