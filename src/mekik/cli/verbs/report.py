"""mekik report: what a job did, by outcome, host, type and language; and the reports that have a name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from mekik.cli.catalogue import find, say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser, whole_number
from mekik.cli.progress import CountLines, counts_text, state_text
from mekik.cli.report_tables import ROWS_SHOWN, table_lines
from mekik.cli.terminal import (
    Count,
    bold,
    duration_text,
    encode_json,
    harmless,
    number_text,
    print_json,
    print_out,
    size_text,
    table,
)
from mekik.cli.verbs.status import one_document
from mekik.cli.verbs.traps import headline
from mekik.cli.verbs.why import outcome_text
from mekik.errors import UsageError

if TYPE_CHECKING:
    from mekik.crawl.report import Report
    from mekik.crawl.reports import Table

HOSTS_SHOWN = 15


def arguments(parser: Parser) -> None:
    from mekik.crawl.reports import REPORTS

    about = say("argument.report.names", names=", ".join(REPORTS))
    parser.add_argument("words", nargs="*", metavar="JOB|NAME", help=about)
    parser.job_option()
    parser.add_argument("--limit", metavar="N", type=whole_number, help=say("argument.report.limit", n=ROWS_SHOWN))
    parser.add_argument("--csv", action="store_true", help=say("argument.report.csv"))
    parser.add_argument(
        "--set", metavar="KEY=VALUE", dest="assignments", action="append", default=[], help=say("argument.report.set")
    )
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    job, names = _asked_for(options)
    if options.csv:
        _print_csv(options, job, names)
    elif options.json:
        _print_json(options, job, names)
    elif names:
        found = False
        for one in _tables(options, job, names):
            found = True
            for line in table_lines(one, options.limit):
                print_out(line)
            print_out()
        if not found:
            print_out(say("status.none"))
    else:
        _print_overview(options, job)
    return 0


def _asked_for(options: argparse.Namespace) -> tuple[str | None, list[str]]:
    """A word that is no report's name is the job's; a job with such a name is told by --job."""
    from mekik.crawl.reports import REPORTS

    names = [word for word in options.words if word in REPORTS]
    jobs = [word for word in options.words if word not in REPORTS]
    if options.job is not None:
        jobs.insert(0, options.job)
    if len(jobs) > 1:
        raise UsageError(say("report.two_jobs", first=jobs[0], second=jobs[1], names=", ".join(REPORTS)))
    return (jobs[0] if jobs else None), names


def _tables(options: argparse.Namespace, job: str | None, names: list[str]) -> Iterator[Table]:
    from mekik.settings import parse_assignment

    settings = dict(map(parse_assignment, options.assignments))
    return open_workspace(options).tables(names, job, settings, CountLines("progress.answers"))


def _print_csv(options: argparse.Namespace, job: str | None, names: list[str]) -> None:
    from mekik.crawl.reports.csv_rows import write_csv

    if len(names) != 1:
        raise UsageError(say("report.csv_needs_one"))
    if options.json:
        raise UsageError(say("report.csv_or_json"))
    # A person who looks at it must not be steered by what a stranger wrote.
    shown = sys.stdout.isatty()
    for place, one in enumerate(_tables(options, job, names)):
        rows = ((one.job, *map(_tame, row)) if shown else (one.job, *row) for row in _limited(one, options.limit))
        write_csv(sys.stdout, ("job", *one.columns), rows, head=place == 0)


def _print_json(options: argparse.Namespace, job: str | None, names: list[str]) -> None:
    """The overview, with the tables that were asked for in `reports`, row by row as they come."""
    overview = one_document(open_workspace(options).report(job), job)
    if not names:
        print_json(overview)
        return
    found = _tables(options, job, names)
    first = list(islice(found, 1))  # what is wrong with the question shows before anything is written
    sys.stdout.write(encode_json(overview)[:-1] + ',"reports":[')
    for place, one in enumerate(chain(first, found)):
        head = {"report": one.report, "job": one.job, "total": one.total, "notes": one.notes}
        sys.stdout.write(("," if place else "") + encode_json(head)[:-1] + ',"rows":[')
        for number, row in enumerate(_limited(one, options.limit)):
            sys.stdout.write(("," if number else "") + encode_json(dict(zip(one.columns, row, strict=True))))
        sys.stdout.write("]}")
    sys.stdout.write("]}\n")


def _limited(one: Table, limit: int | None) -> Iterator[tuple[Any, ...]]:
    return islice(iter(one.rows), limit)


def _tame(value: object) -> object:
    return harmless(value) if isinstance(value, str) else value


def _print_overview(options: argparse.Namespace, job: str | None) -> None:
    reports = open_workspace(options).report(job)
    for report in reports:
        for line in lines(report):
            print_out(line)
        print_out()
    print_out(say("report.more") if reports else say("status.none"))


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
        *_part("report.harvest", _harvest(report)),
        *_part("report.freshness", _freshness(report)),
        *_part("report.traps", [(headline(trap),) for trap in report.traps]),
        *_part("report.hosts", hosts),
        *_part("report.types", types),
        *_part("report.languages", languages),
        *_part("report.repetition", _repetition(report)),
        *_part("report.spam", _spam(report)),
        *_part("report.finds", finds),
    ]  # fmt: skip


def _repetition(report: Report) -> list[tuple[str, ...]]:
    found = report.repetition
    if found is None or not (found.same_bytes or found.same_text or found.nearly_same):
        return []
    return [
        (number_text(found.new), say("report.new_text")),
        (number_text(found.nearly_same), say("report.nearly_same")),
        (number_text(found.same_text), say("report.same_text")),
        (number_text(found.same_bytes), say("report.same_bytes")),
    ]


def _spam(report: Report) -> list[tuple[str, ...]]:
    if report.spam is None:
        return []
    actions = [(number_text(count), say(f"why.spam_action.{name}")) for name, count in report.spam.actions.items()]
    reasons = [(number_text(count), find(f"spam.{name}") or name) for name, count in report.spam.reasons.items()]
    return [*actions, *reasons]


def _harvest(report: Report) -> list[tuple[str, ...]]:
    return [] if report.harvest is None else [(f"{report.harvest:.1%}", say("report.on_topic"))]


def _freshness(report: Report) -> list[tuple[str, ...]]:
    found = report.freshness
    if found is None:
        return []
    rows: list[tuple[str, ...]] = []
    rows.append((f"{found.expected:.1%}", say("report.fresh_expected", age=duration_text(found.expected_age))))
    if found.measured is not None and found.measured_age is not None:
        rows.append((f"{found.measured:.1%}", say("report.fresh_measured", age=duration_text(found.measured_age))))
    return rows


def _part(key: str, rows: Sequence[tuple[str, ...]]) -> list[str]:
    return ["", bold(say(key)), *table(rows)] if rows else []
