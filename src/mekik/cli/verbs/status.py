"""mekik status: how the jobs stand, in one screen."""

from __future__ import annotations

import argparse
from typing import Any

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.progress import plain_line
from mekik.cli.terminal import print_json, print_out

_ADDED_UP = ("pages", "bytes", "pages_per_s", "mean_pages_per_s", "bytes_per_s", "found_per_s", "indexed", "finds")


def arguments(parser: Parser) -> None:
    parser.job_argument()
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    snapshots = open_workspace(options).status(options.job)
    if options.json:
        print_json(one_document(snapshots, options.job))
        return 0
    for snapshot in snapshots:
        print_out(plain_line(snapshot, snapshot.elapsed))
    if not snapshots:
        print_out(say("status.none"))
    return 0


def one_document(answers: list[Any], asked: str | None) -> dict[str, Any]:
    """One object whether there is one job or many: all jobs together have the shape of one, plus `jobs`."""
    import msgspec

    jobs: list[dict[str, Any]] = msgspec.to_builtins(answers)
    if asked is not None and len(jobs) == 1:
        return jobs[0]
    if len(jobs) == 1:
        return {**jobs[0], "jobs": jobs}
    states = {job["state"] for job in jobs}
    names = ("known", "waiting", "running", "completed", "error", "refused")
    total: dict[str, Any] = {
        "job": None,
        "state": states.pop() if len(states) == 1 else "running" if "running" in states else "mixed",
        "counts": {name: sum(job["counts"][name] for job in jobs) for name in names},
    }
    if not jobs:
        total["state"] = "new"
    for name in _ADDED_UP:
        total[name] = sum(job.get(name) or 0 for job in jobs)
    return {**total, "jobs": jobs}
