"""mekik crawl: start from the seeds, keep and index what is found."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from mekik.cli.catalogue import say
from mekik.cli.options import add_setting_flags, as_addresses, open_workspace, read_seeds, settings_from
from mekik.cli.parser import Parser
from mekik.cli.progress import Progress, choose_display
from mekik.cli.summary import tell
from mekik.cli.terminal import print_note
from mekik.errors import UsageError

if TYPE_CHECKING:
    from mekik.settings import Settings


def arguments(parser: Parser) -> None:
    parser.add_argument("urls", nargs="*", metavar="URL", help=say("argument.crawl.urls"))
    parser.add_argument("--seeds", metavar="FILE", type=Path, help=say("argument.crawl.seeds"))
    add_setting_flags(parser)
    parser.settings_options()
    parser.add_argument("--strict-limits", action="store_true", help=say("argument.crawl.strict_limits"))
    parser.add_argument("--quiet", action="store_true", help=say("help.quiet"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    settings = settings_from(options)
    seeds = as_addresses([*options.urls, *read_seeds(options.seeds)])
    if not seeds and not settings.seeds:
        raise UsageError(say("crawl.no_seeds"))
    if needs_contact([*seeds, *settings.seeds], settings):
        print_note("mekik: " + say("crawl.no_contact"))
    workspace = open_workspace(options)
    with Progress(choose_display(options.quiet)) as progress:
        finished = workspace.crawl(seeds, settings, progress=progress, strict_limits=options.strict_limits)
    return tell(finished, options)


def needs_contact(seeds: list[str], settings: Settings) -> bool:
    """Would a seed be refused because nobody says who is crawling?"""
    if settings.fetch.contact:
        return False
    return any(not _is_loopback(seed) for seed in seeds)


def _is_loopback(address: str) -> bool:
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:  # such as an unclosed [: the engine refuses it by name
        return True
    return host == "localhost" or host.endswith(".localhost") or host.startswith("127.") or host == "::1"
