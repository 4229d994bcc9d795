"""mekik crawl: start from the seeds, keep and index what is found."""

from __future__ import annotations

import argparse
from pathlib import Path

from mekik.cli.catalogue import say
from mekik.cli.options import (
    add_setting_flags,
    allow_named_files,
    as_addresses,
    open_workspace,
    read_seeds,
    settings_from,
)
from mekik.cli.parser import Parser
from mekik.cli.progress import Progress, choose_display
from mekik.cli.summary import conclude, tell
from mekik.cli.terminal import print_note
from mekik.crawl.early_workers import loading_early
from mekik.errors import UsageError


def arguments(parser: Parser) -> None:
    parser.add_argument("urls", nargs="*", metavar="URL", help=say("argument.crawl.urls"))
    parser.add_argument("--seeds", metavar="FILE", type=Path, help=say("argument.crawl.seeds"))
    parser.add_argument("--robot", metavar="NAME", help=say("argument.crawl.robot"))
    add_setting_flags(parser)
    parser.settings_options()
    parser.add_argument("--strict-limits", action="store_true", help=say("argument.crawl.strict_limits"))
    parser.add_argument("--quiet", action="store_true", help=say("help.quiet"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    settings = allow_named_files(settings_from(options), options.urls)
    seeds = as_addresses([*options.urls, *read_seeds(options.seeds)])
    if not seeds and not settings.seeds:
        raise UsageError(say("crawl.no_seeds"))
    with loading_early(settings):  # opening a workspace loads all that a crawl needs
        workspace = open_workspace(options)
        if workspace.remote_disk:
            print_note(say("crawl.remote_disk", path=workspace.path, kind=workspace.remote_disk))
        with Progress(choose_display(options.quiet)) as progress:
            finished = workspace.crawl(seeds, settings, progress=progress, strict_limits=options.strict_limits)
    tell(finished, options, workspace, list(dict.fromkeys([*seeds, *settings.seeds])))
    return conclude([finished], options)
