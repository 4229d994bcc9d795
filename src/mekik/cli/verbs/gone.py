"""mekik gone: pages that left the index; --restore brings them back, --accept lets the breaker's job go on."""

from __future__ import annotations

import argparse

from mekik.cli.catalogue import say
from mekik.cli.options import as_address, as_text, data_hint, open_workspace
from mekik.cli.parser import Parser
from mekik.cli.terminal import Count, bold, date_text, harmless, print_json, print_out


def arguments(parser: Parser) -> None:
    parser.job_argument()
    parser.add_argument("--restore", metavar="URL", action="append", help=say("argument.gone.restore"))
    parser.add_argument("--accept", action="store_true", help=say("argument.gone.accept"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    if options.restore:
        return _restore(options)
    workspace = open_workspace(options)
    if options.accept:
        job, held = workspace.accept_gone(options.job)
        if options.json:
            print_json({"job": job, "held": held})
        else:
            print_out(say("gone.accepted", job=harmless(job), n=Count(held), data=data_hint(options)))
        return 0
    found = workspace.gone(options.job)
    if options.json:
        print_json({"jobs": [{"job": job, "pages": pages} for job, pages in found.items()]})
        return 0
    for job, pages in found.items():
        print_out(bold(harmless(job)))
        for page in pages:
            why = say(f"gone.why.{page.why}")
            print_out("  " + say("gone.page", url=harmless(page.url), when=date_text(page.at), why=why))
        if not pages:
            print_out("  " + say("gone.none"))
    return 0


def _restore(options: argparse.Namespace) -> int:
    named = [one if one == "all" else as_address(as_text([one])) for one in options.restore]
    done = open_workspace(options).restore(named, options.job)
    if options.json:
        print_json(done)
    else:
        for url in done.restored:
            print_out(say("gone.restored", url=harmless(url)))
        for url in done.failed:
            print_out(say("gone.not_restored", url=harmless(url)))
    return 1 if done.failed and not done.restored else 0
