"""mekik report: what a job did, by outcome, host, type and language."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.progress import counts_text, state_text
from mekik.cli.terminal import (
    Count,
    bold,
    duration_text,
    harmless,
    number_text,
    print_json,
    print_out,
    size_text,
    table,
)
from mekik.cli.verbs.status import one_document
from mekik.cli.verbs.why import outcome_text

if TYPE_CHECKING:
    from mekik.crawl.report import Report

HOSTS_SHOWN = 15


def arguments(parser: Parser) -> None:
    parser.job_argument()
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    reports = open_workspace(options).report(options.job)
    if options.json:
        print_json(one_document(reports, options.job))
        return 0
    for report in reports:
        for line in lines(report):
            print_out(line)
        print_out()
    if not reports:
        print_out(say("status.none"))
    return 0


def lines(report: Report) -> list[str]:
    outcomes = [(number_text(count), label, outcome_text(label)) for label, count in report.outcomes.items()]
    hosts = [
        (harmless(host.host), number_text(host.documents), size_text(host.bytes),
         say("report.host", waiting=Count(host.waiting), errors=Count(host.errors)))
        for host in report.hosts[:HOSTS_SHOWN]
    ]  # fmt: skip
    types = [(number_text(kind.documents), size_text(kind.bytes), harmless(kind.type)) for kind in report.types]
    languages = [(number_text(count), harmless(language)) for language, count in report.languages.items()]
    finds = [
        (
            number_text(row.finds),
            harmless(row.kind),
            say("report.find", values=Count(row.values), pages=Count(row.pages)),
        )
        for row in report.finds
    ]
    head = say("summary.head", job=harmless(report.job), state=state_text(report.state))
    return [
        bold(head),
        "  " + say("summary.pages", pages=Count(report.pages), bytes=size_text(report.bytes),
                   elapsed=duration_text(report.elapsed), rate=f"{report.pages_per_s:.1f}"),
        "  " + counts_text(report.counts),
        *_part("report.outcomes", outcomes),
        *_part("report.hosts", hosts),
        *_part("report.types", types),
        *_part("report.languages", languages),
        *_part("report.finds", finds),
    ]  # fmt: skip


def _part(key: str, rows: Sequence[tuple[str, ...]]) -> list[str]:
    return ["", bold(say(key)), *table(rows)] if rows else []
