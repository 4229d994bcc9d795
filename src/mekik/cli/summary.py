"""What a crawl says when it ends: what it did and which command comes next."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mekik.cli.catalogue import say
from mekik.cli.options import data_hint
from mekik.cli.progress import state_text
from mekik.cli.terminal import bold, duration_text, harmless, number_text, print_json, print_out, size_text, table

if TYPE_CHECKING:
    from mekik.workspace import Finished


def tell(finished: Finished, options: argparse.Namespace) -> int:
    """Prints the end of a crawl and gives its exit code."""
    if options.json:
        print_json(finished)
    elif not options.quiet:
        for line in lines(finished, data_hint(options)):
            print_out(line)
    return finished.exit_code


def lines(finished: Finished, data: str) -> list[str]:
    counts = finished.counts
    head = say("summary.head", job=harmless(finished.job), state=state_text(finished.state))
    reason = f" ({harmless(finished.reason)})" if finished.reason else ""
    return [
        bold(head) + reason,
        "  " + say("summary.pages", pages=number_text(finished.pages), bytes=size_text(finished.bytes),
                   elapsed=duration_text(finished.elapsed), rate=f"{finished.pages_per_s:.1f}"),
        "  " + say("summary.counts", known=number_text(counts.known), done=number_text(counts.completed),
                   errors=number_text(counts.error), refused=number_text(counts.refused),
                   waiting=number_text(counts.waiting)),
        "",
        say("summary.next"),
        *table(_next_commands(finished, data)),
    ]  # fmt: skip


def _next_commands(finished: Finished, data: str) -> list[tuple[str, str]]:
    job = harmless(finished.job)
    commands = []
    if addresses_left(finished):
        commands.append((f"mekik resume {job}{data}", say("summary.resume")))
    if finished.counts.completed:
        commands.append((f"mekik search {say('summary.example_words')}{data}", say("summary.search")))
    commands.append((f"mekik report {job}{data}", say("summary.report")))
    if finished.counts.error:
        commands.append((f"mekik log {job} --errors{data}", say("summary.log")))
    commands.append((f"mekik why {say('help.address')}{data}", say("summary.why")))
    return commands


def addresses_left(finished: Finished) -> int:
    """Addresses that another run would visit."""
    return finished.counts.waiting + finished.counts.running
