"""mekik seeds: where a crawl should start, from a list of sites or a query."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace, settings_from
from mekik.cli.parser import Parser, whole_number
from mekik.cli.terminal import Count, harmless, print_json, print_note, print_out, table
from mekik.errors import UsageError

if TYPE_CHECKING:
    from mekik.crawl.seeding import Reached, SeedSet

_SHOWN = 20


def arguments(parser: Parser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", type=Path, help=say("argument.seeds.file"))
    parser.add_argument("--way", default="unique", metavar="WAY", help=say("argument.seeds.way"))
    parser.add_argument("--per-country", type=whole_number, metavar="N", help=say("argument.seeds.per_country"))
    parser.add_argument("--limit", type=whole_number, metavar="N", help=say("argument.seeds.limit"))
    parser.add_argument("--apart", type=whole_number, metavar="N", help=say("argument.seeds.apart"))
    parser.add_argument("--query", metavar="QUERY", help=say("argument.seeds.query"))
    parser.add_argument("--from-job", metavar="JOB", help=say("argument.seeds.from_job"))
    parser.add_argument("--pages", type=whole_number, default=500, metavar="N", help=say("argument.seeds.pages"))
    parser.add_argument("--output", metavar="FILE", type=Path, help=say("argument.seeds.output"))
    parser.settings_options()
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    if (options.file is None) == (options.query is None):
        raise UsageError(say("seeds.what"))
    found = open_workspace(options).seeds(
        options.file, way=options.way, query=options.query, per_country=options.per_country, limit=options.limit,
        apart=options.apart, job=options.from_job, pages=options.pages, settings=settings_from(options),
    )  # fmt: skip
    if options.output is not None:
        try:
            options.output.write_text("".join(f"{seed.url}\n" for seed in found.seeds), encoding="utf-8")
        except OSError as error:
            raise UsageError(say("error.cannot_write", path=options.output, why=error.strerror)) from None
    if options.json:
        print_json(found)
        return 0
    _show(found, options.output)
    return 0


def _show(found: SeedSet, output: Path | None) -> None:
    if found.listed:
        print_out(say("seeds.listed", n=Count(found.listed), sites=Count(found.sites)))
    if found.unreadable:
        print_note(say("seeds.unreadable", n=Count(found.unreadable)))
    print_out(say("seeds.chosen", n=Count(len(found.seeds)), countries=Count(found.countries), way=found.way))
    shown = found.seeds[:_SHOWN]
    for line in table([(seed.country or "-", harmless(seed.url), harmless(seed.reason)) for seed in shown]):
        print_out(line)
    if len(found.seeds) > _SHOWN:
        print_out("  " + say("seeds.more", n=Count(len(found.seeds) - _SHOWN)))
    if found.reached is not None:
        _show_reached(found.reached)
    if output is not None:
        print_out(say("seeds.written", path=harmless(str(output))))


def _show_reached(reached: Reached) -> None:
    print_out(say("seeds.reached", job=harmless(reached.job)))
    rows = [
        (say("seeds.pages"), str(reached.pages)),
        (say("seeds.home_pages"), str(reached.home_pages)),
        (say("seeds.domains"), str(reached.domains)),
        (say("seeds.countries"), ", ".join(f"{name} {count}" for name, count in list(reached.countries.items())[:12])),
        (say("seeds.errors"), f"{sum(reached.errors.values())} ({reached.error_percent:g} %)"),
        *((f"  {kind}", str(count)) for kind, count in reached.errors.items()),
    ]
    for line in table(rows):
        print_out(line)
