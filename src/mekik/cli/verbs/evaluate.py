"""mekik evaluate: how good the search is on a collection of documents, queries and judgements."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from mekik.cli.catalogue import say
from mekik.cli.parser import Parser
from mekik.cli.terminal import print_json, print_note, print_out, table
from mekik.errors import StorageError, UsageError

if TYPE_CHECKING:
    from mekik.search.evaluation import Evaluation

_INTERVAL = 2.0
"""Seconds between two lines of progress."""


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "--corpus", metavar="FILE", type=Path, nargs="+", required=True, help=say("argument.evaluate.corpus")
    )
    parser.add_argument("--queries", metavar="FILE", type=Path, required=True, help=say("argument.evaluate.queries"))
    parser.add_argument("--qrels", metavar="FILE", type=Path, required=True, help=say("argument.evaluate.qrels"))
    parser.add_argument("--language", metavar="LANGUAGE", help=say("argument.evaluate.language"))
    parser.add_argument("--from", metavar="LANGUAGE", dest="source", help=say("argument.evaluate.from"))
    parser.add_argument("--parts", metavar="P1,P2", default="title", help=say("argument.evaluate.parts"))
    parser.add_argument("--encoding", metavar="NAME", default="utf-8", help=say("argument.evaluate.encoding"))
    parser.add_argument(
        "--set", metavar="KEY=VALUE", dest="assignments", action="append", default=[], help=say("help.set")
    )
    parser.add_argument(
        "--against", metavar="KEY=VALUE", action="append", default=[], help=say("argument.evaluate.against")
    )
    parser.add_argument("--per-query", metavar="FILE", type=Path, help=say("argument.evaluate.per_query"))
    parser.add_argument("--run", metavar="FILE", type=Path, help=say("argument.evaluate.run"))
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    from mekik.search.evaluation import PARTS, evaluate, write_queries, write_run
    from mekik.settings import parse_assignment

    parts = options.parts.split(",")
    if not set(parts) <= set(PARTS):
        raise UsageError(say("evaluate.parts", parts=", ".join(PARTS)))
    evaluation = evaluate(
        options.corpus, options.queries, options.qrels,
        language=options.language, source=options.source, parts=parts, encoding=options.encoding,
        settings=dict(map(parse_assignment, options.assignments)),
        against=dict(map(parse_assignment, options.against)) or None,
        keep_rankings=options.run is not None, progress=_Progress(),
    )  # fmt: skip
    try:
        if options.per_query:
            write_queries(evaluation, options.per_query)
        if options.run:
            write_run(evaluation.first, options.run)
    except OSError as error:
        raise StorageError(f"{error.filename}: {error.strerror}") from None
    if options.json:
        print_json(evaluation.summary())
    else:
        _show(evaluation)
    return 0


def _show(evaluation: Evaluation) -> None:
    first, second = evaluation.first, evaluation.second
    print_out(say("evaluate.counts", queries=len(first.queries), documents=first.documents))
    if evaluation.skipped:
        print_out(say("evaluate.skipped", count=evaluation.skipped))
    if evaluation.unknown:
        print_out(say("evaluate.unknown", count=evaluation.unknown))
    rows: list[tuple[str, ...]] = []
    if second is None:
        rows += [(name, f"{value:.4f}") for name, value in first.means.items()]
    else:
        heads = ("measure", "first", "against", "difference", "t_test", "randomisation")
        rows.append(tuple(say(f"evaluate.column.{head}") for head in heads))
        for name, value in first.means.items():
            other, found = second.means[name], evaluation.differences.get(name)
            chances = (f"{found.t_test:.4f}", f"{found.randomisation:.4f}") if found else ("", "")
            rows.append((name, f"{value:.4f}", f"{other:.4f}", f"{value - other:+.4f}", *chances))
    for line in table(rows):
        print_out(line)
    for trial in filter(None, (first, second)):
        chosen = ", ".join(f"{name}={value}" for name, value in trial.settings.items()) or say("evaluate.usual")
        exact, root = trial.terms.exact, trial.terms.root
        fewer = f"{100 - 100 * root / max(exact, 1):.1f}"
        print_out(say("evaluate.terms", settings=chosen, exact=exact, root=root, fewer=fewer))


class _Progress:
    """A line now and then, so that nobody thinks that it stands still."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, what: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        if now - self._last < _INTERVAL:
            return
        self._last = now
        done_so_far = say("evaluate.indexing", done=done) if what == "index" else say("evaluate.searching", done=done)
        print_note(done_so_far + (f" / {total}" if total else ""))
