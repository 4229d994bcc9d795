"""mekik forms: the forms that a job met, what they are for, and what asking them brought."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.terminal import Count, bold, harmless, print_json, print_out

if TYPE_CHECKING:
    from mekik.crawl.form_report import FormAnswer


def arguments(parser: Parser) -> None:
    parser.job_argument()
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    found = open_workspace(options).forms(options.job)
    if options.json:
        print_json({"jobs": [{"job": job, "forms": forms} for job, forms in found.items()]})
        return 0
    for job, forms in found.items():
        print_out(bold(harmless(job)))
        for form in forms:
            print_out("  " + line(form))
        if not forms:
            print_out("  " + say("forms.none"))
    return 0


def line(form: FormAnswer) -> str:
    what = f"{harmless(form.action)}: {say(f'forms.kind.{form.kind}')}"
    state = say(f"forms.state.{form.state}")
    if not form.queries:
        return f"{what}, {state}"
    asked = say("forms.asked", queries=Count(form.queries), results=Count(form.results), found=Count(form.found))
    return f"{what}, {state}; {asked}"
