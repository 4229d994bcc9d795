"""mekik robot: the kinds of crawler, what each does and its settings."""

from __future__ import annotations

import argparse

from mekik.cli.catalogue import language, say
from mekik.cli.parser import Parser
from mekik.cli.terminal import bold, print_json, print_out, table
from mekik.errors import UsageError


def arguments(parser: Parser) -> None:
    parser.add_argument("action", choices=("list", "show"), help=say("argument.robot.action"))
    parser.add_argument("name", nargs="?", metavar="NAME", help=say("argument.robot.name"))
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    from mekik.crawl.robots import names, robot

    if options.action == "list":
        robots = [robot(name) for name in names()]
        if options.json:
            print_json({"robots": [{"name": one.name, "about": one.about, "settings": one.settings} for one in robots]})
            return 0
        for line in table([(bold(one.name), one.about[language()]) for one in robots]):
            print_out(line)
        print_out()
        print_out(say("robot.more"))
        return 0
    if options.name is None:
        raise UsageError(say("robot.which", names=", ".join(names())))
    one = robot(options.name)
    if options.json:
        print_json({"name": one.name, "about": one.about, "settings": one.settings})
    else:
        print_out(one.text.rstrip())  # as it stands in its file, so that it can be a job file
    return 0
