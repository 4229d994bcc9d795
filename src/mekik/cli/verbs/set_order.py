"""mekik set-order: change how a job chooses its next address, also while it runs."""

from __future__ import annotations

import argparse

from mekik.cli.catalogue import say
from mekik.cli.options import data_hint, open_workspace
from mekik.cli.parser import Parser
from mekik.cli.terminal import harmless, print_json, print_out


def arguments(parser: Parser) -> None:
    from mekik.ordering import NAMES

    parser.add_argument("job", metavar="JOB", help=say("argument.set_order.job"))
    parser.add_argument("order", choices=NAMES, metavar="ORDER", help=_order_help(NAMES))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    told = open_workspace(options).set_order(options.order, options.job)
    if options.json:
        print_json({"job": options.job, "order": options.order, "running": bool(told)})
        return 0
    key = "set_order.told" if told else "set_order.kept"
    print_out(say(key, job=harmless(options.job), order=options.order, data=data_hint(options)))
    return 0


def _order_help(names: tuple[str, ...]) -> str:
    return say("argument.set_order.order") + ": " + ", ".join(names)
