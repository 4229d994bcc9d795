"""mekik traps: patterns of addresses that were set aside because they bring nothing new; --lift lets them go on."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mekik.cli.catalogue import reason_text, say
from mekik.cli.options import data_hint, open_workspace
from mekik.cli.parser import Parser
from mekik.cli.terminal import Count, bold, harmless, print_json, print_out

if TYPE_CHECKING:
    from mekik.crawl.traps import Trap


def arguments(parser: Parser) -> None:
    parser.job_argument()
    parser.add_argument("--lift", metavar="PATTERN", help=say("argument.traps.lift"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    workspace = open_workspace(options)
    if options.lift is not None:
        lifted = workspace.lift_trap(options.lift, options.job)
        if options.json:
            print_json({"lifted": lifted})
            return 0
        for pattern, count in lifted.items():
            print_out(say("traps.lifted", pattern=harmless(pattern), n=Count(count)))
        print_out(say("traps.resume", data=data_hint(options)))
        return 0
    traps = workspace.traps(options.job)
    if options.json:
        print_json({"jobs": [{"job": job, "traps": found} for job, found in traps.items()]})
        return 0
    for job, found in traps.items():
        print_out(bold(harmless(job)))
        for trap in found:
            for line in lines(trap):
                print_out("  " + line)
        if not found:
            print_out("  " + say("traps.none"))
    return 0


def lines(trap: Trap) -> list[str]:
    return [headline(trap), "    " + harmless(reason_text(trap.why))]


def headline(trap: Trap) -> str:
    """`trap suspected: /calendar/*, 412 waiting set aside`."""
    pattern, count = harmless(trap.pattern), Count(trap.set_aside)
    if trap.state == "lifted":
        return say("traps.was_lifted", pattern=pattern)
    if trap.kind == "parameter":
        shape, _, name = pattern.rpartition(" ")
        return say("traps.parameter", pattern=shape, name=name, n=count)
    return say("traps.suspected", pattern=pattern, n=count)
