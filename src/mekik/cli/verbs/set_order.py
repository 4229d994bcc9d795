"""mekik set-order: change how a job chooses its next address, also while it runs."""

from __future__ import annotations

import argparse
from typing import Any

from mekik.cli.catalogue import say
from mekik.cli.options import data_hint, open_workspace
from mekik.cli.parser import Parser
from mekik.cli.terminal import harmless, print_json, print_out
from mekik.errors import UsageError

_SECTION = "ordering."


def arguments(parser: Parser) -> None:
    from mekik.ordering import NAMES

    parser.add_argument("job", metavar="JOB", help=say("argument.set_order.job"))
    parser.add_argument("order", choices=NAMES, metavar="ORDER", help=_order_help(NAMES))
    parser.add_argument("--words", metavar="W1,W2", help=say("argument.set_order.words"))
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        dest="assignments",
        action="append",
        default=[],
        help=say("argument.set_order.set"),
    )
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    told = open_workspace(options).set_order(options.order, options.job, _changes(options))
    if options.json:
        print_json({"job": options.job, "order": options.order, "running": bool(told)})
        return 0
    key = "set_order.told" if told else "set_order.kept"
    print_out(say(key, job=harmless(options.job), order=options.order, data=data_hint(options)))
    return 0


def _changes(options: argparse.Namespace) -> dict[str, Any]:
    from mekik.settings import parse_assignment

    told: dict[str, Any] = {}
    if options.words:
        told[_SECTION + "words"] = [word.strip() for word in options.words.split(",") if word.strip()]
    for assignment in options.assignments:
        name, value = parse_assignment(assignment)
        if not name.startswith(_SECTION):
            raise UsageError(say("set_order.only_ordering", name=name))
        told[name] = value
    return told


def _order_help(names: tuple[str, ...]) -> str:
    return say("argument.set_order.order") + ": " + ", ".join(names)
