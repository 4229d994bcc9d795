"""mekik lab: experiments on made-up webs; their tables as Markdown or JSON."""

from __future__ import annotations

import argparse

from mekik.cli.catalogue import say
from mekik.cli.parser import Parser, whole_number
from mekik.cli.terminal import bold, print_json, print_out
from mekik.errors import UsageError


def arguments(parser: Parser) -> None:
    parser.add_argument("what", choices=("list", "run"), help=say("argument.lab.what"))
    parser.add_argument("name", nargs="?", metavar="NAME", help=say("argument.lab.name"))
    parser.add_argument("--pages", type=whole_number, metavar="N", help=say("argument.lab.pages"))
    parser.add_argument("--seeds", type=whole_number, metavar="N", help=say("argument.lab.seeds"))
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    from mekik.lab.experiments import EXPERIMENTS
    from mekik.lab.experiments import run as run_experiment
    from mekik.lab.experiments.table import markdown

    if options.what == "list":
        if options.json:
            print_json({"experiments": list(EXPERIMENTS)})
        else:
            for name in EXPERIMENTS:
                print_out(name)
        return 0
    if options.name is None:
        raise UsageError(say("lab.which", names=", ".join(EXPERIMENTS)))
    result = run_experiment(options.name, options.pages, options.seeds)
    if options.json:
        print_json(result)
        return 0
    print_out(bold(result.question))
    print_out(markdown(result))
    for note in result.notes:
        print_out(note)
    return 0
