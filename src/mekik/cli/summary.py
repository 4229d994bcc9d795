"""What a crawl says when it ends: what it did, why there was nothing to fetch, and which command comes next."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mekik.cli.catalogue import reason_text, say
from mekik.cli.options import data_hint
from mekik.cli.progress import counts_text, state_text
from mekik.cli.terminal import Count, bold, duration_text, harmless, print_json, print_note, print_out, size_text, table
from mekik.cli.verbs.why import outcome_text

if TYPE_CHECKING:
    from mekik.workspace import Finished, Workspace

INTERRUPTED, NOTHING_FETCHED = 10, 4
SEEDS_SHOWN = 5
_SEEDS_ASKED = 20
"""Whether a contact is missing shows in the first seeds or not at all."""
_LIMIT_FLAGS = {"max_pages": "--max-pages MORE", "max_bytes": "--set scope.max_bytes=MORE"}


def tell(finished: Finished, options: argparse.Namespace, workspace: Workspace, seeds: Sequence[str] = ()) -> None:
    """Prints the end of a crawl for people. The seeds are those that it was given."""
    if not options.json and not options.quiet:
        for line in lines(finished, data_hint(options), seed_lines(finished, workspace, seeds)):
            print_out(line)
    if _refused_for_contact(finished, workspace, seeds):
        print_note("mekik: " + say("crawl.no_contact"))


def document(ended: Sequence[Finished]) -> dict[str, Any]:
    """The last crawl, with the exit code of all; and each of them where there were several."""
    import msgspec

    jobs: list[dict[str, Any]] = msgspec.to_builtins(ended)
    if len(jobs) == 1:
        return jobs[0]
    return {**jobs[-1], "exit_code": worst(ended), "jobs": jobs}


def conclude(ended: Sequence[Finished], options: argparse.Namespace) -> int:
    """Prints the JSON document, if it is wanted, and gives the exit code."""
    if options.json:
        print_json(document(ended))
    return worst(ended)


def worst(ended: Sequence[Finished]) -> int:
    """An interruption counts most, then the first that did not end well."""
    codes = [finished.exit_code for finished in ended]
    return INTERRUPTED if INTERRUPTED in codes else next((code for code in codes if code), 0)


def lines(finished: Finished, data: str, seeds: Sequence[str] = ()) -> list[str]:
    head = say("summary.head", job=harmless(finished.job), state=state_text(finished.state))
    reason = f" ({harmless(reason_text(finished.reason))})" if finished.reason not in ("", finished.state) else ""
    return [
        bold(head) + reason,
        "  " + say("summary.pages", pages=Count(finished.pages), bytes=size_text(finished.bytes),
                   elapsed=duration_text(finished.elapsed), rate=f"{finished.pages_per_s:.1f}"),
        "  " + counts_text(finished.counts),
        *seeds,
        "",
        say("summary.next"),
        *table(_next_commands(finished, data)),
    ]  # fmt: skip


def seed_lines(finished: Finished, workspace: Workspace, seeds: Sequence[str]) -> list[str]:
    """Where nothing was fetched: what became of each seed, and why."""
    if finished.exit_code != NOTHING_FETCHED or not seeds:
        return []
    told = []
    for seed in seeds[:SEEDS_SHOWN]:
        why = workspace.why(seed, finished.job)
        sentence = outcome_text(why.outcome) if why.outcome else say(f"why.status.{why.status}")
        reason = f" ({harmless(reason_text(why.reason))})" if why.reason and why.reason != sentence else ""
        told.append(f"    {harmless(why.url)[:200]}: {sentence}{reason}")
    if len(seeds) > SEEDS_SHOWN:
        told.append("    " + say("summary.more_seeds", n=Count(len(seeds) - SEEDS_SHOWN)))
    return ["  " + say("summary.seeds"), *told]


def _refused_for_contact(finished: Finished, workspace: Workspace, seeds: Sequence[str]) -> bool:
    if not finished.counts.refused:
        return False
    return "no_contact" in workspace.seed_outcomes(seeds[:_SEEDS_ASKED], finished.job)


def _next_commands(finished: Finished, data: str) -> list[tuple[str, str]]:
    job = harmless(finished.job)
    commands = []
    limit = _LIMIT_FLAGS.get(finished.reason.partition(":")[0])
    if limit:
        commands.append((f"mekik crawl … {limit}{data}", say("summary.more")))
    elif addresses_left(finished):
        commands.append((f"mekik resume {job}{data}", say("summary.resume")))
    if finished.counts.completed:
        commands.append((f"mekik search {say('summary.example_words')}{data}", say("summary.search")))
    commands.append((f"mekik report {job}{data}", say("summary.report")))
    if finished.counts.error:
        commands.append((f"mekik log {job} --errors{data}", say("summary.log")))
    if finished.finds:
        commands.append((f"mekik log {job} --finds{data}", say("summary.finds", n=Count(finished.finds))))
    commands.append((f"mekik why {say('help.address')}{data}", say("summary.why")))
    return commands


def addresses_left(finished: Finished) -> int:
    """Addresses that another run would visit."""
    return finished.counts.waiting + finished.counts.running
