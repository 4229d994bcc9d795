"""mekik config: show the settings as a job file, check a job file, explain a setting."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace, setting_help, settings_from
from mekik.cli.parser import Parser
from mekik.cli.terminal import bold, dim, harmless, print_json, print_out
from mekik.errors import UsageError
from mekik.settings.toml import toml_value

if TYPE_CHECKING:
    from mekik.settings import Row

ACTIONS = ("show", "validate", "explain")


def arguments(parser: Parser) -> None:
    parser.add_argument("action", choices=ACTIONS, help=say("argument.config.action"))
    parser.add_argument("names", nargs="*", metavar="NAME", help=say("argument.config.names"))
    parser.settings_options()
    parser.add_argument("--of", metavar="JOB", help=say("argument.config.of"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    return {"show": _show, "validate": _validate, "explain": _explain}[options.action](options)


def _show(options: argparse.Namespace) -> int:
    from mekik.settings import redacted
    from mekik.settings.toml import job_file

    if options.names:
        raise UsageError(say("config.show_names"))
    tree = redacted(settings_from(options))
    if options.json:
        print_json(tree)
    else:
        print_out(job_file(tree, setting_help))
    return 0


def _validate(options: argparse.Namespace) -> int:
    files = [Path(name) for name in options.names] + ([options.job_file] if options.job_file else [])
    if not files:
        raise UsageError(say("config.validate_names"))
    for file in files:
        try:
            _validate_file(file, options)
        except UsageError as error:
            if not options.json:
                raise
            print_json({"valid": False, "file": str(file), "error": str(error)})
            return error.exit_code
        if not options.json:
            print_out(say("config.valid", path=file))
    if options.json:
        print_json({"valid": True, "files": [str(file) for file in files]})
    return 0


def _validate_file(file: Path, options: argparse.Namespace) -> None:
    """As a crawl would take it, --set included."""
    from mekik.crawl.rules import validate

    validate(settings_from(argparse.Namespace(job_file=file, assignments=options.assignments)))


def _explain(options: argparse.Namespace) -> int:
    if any("://" in name for name in options.names):
        return _explain_addresses(options)
    wanted = _wanted_rows(options.names)
    if options.json:
        print_json({"settings": wanted})
        return 0
    for row in wanted:
        unit = f", {row.unit}" if row.unit else ""
        print_out(f"{bold(row.name)}  ({row.type}{unit})")
        print_out(f"    {setting_help(row)}")
        flag = say("config.flag", flag=row.flag) if row.flag else ""
        print_out(f"    {say('config.default', value=toml_value(row.default))}{flag}")
        if row.admin:
            print_out(f"    {say('config.admin')}")
    return 0


def _explain_addresses(options: argparse.Namespace) -> int:
    """Which settings hold at an address now, and by which rule."""
    from mekik.scope import Bending

    job = _job_of(options)
    settings = open_workspace(options).settings(job) if job else settings_from(options)
    bending = Bending(settings)
    usual = {row.name: row.default for row in _wanted_rows([])}
    if options.json:
        told = [{"url": url, "settings": [bent._asdict() for bent in bending.explain(url)]} for url in options.names]
        print_json({"addresses": told})
        return 0
    for url in options.names:
        print_out(bold(harmless(url)) + (say("config.by_job", job=harmless(job)) if job else ""))
        for name, value, rule in bending.explain(url):
            of_job = say("config.of_default" if toml_value(value) == toml_value(usual[name]) else "config.of_job")
            where = of_job if rule == "job" else harmless(rule)
            print_out(f"    {name} = {harmless(toml_value(value))}   {dim(where)}")
    return 0


def _job_of(options: argparse.Namespace) -> str | None:
    """The job that was named; where no settings are given either, the only one there is."""
    if options.of or options.job_file or options.profile or options.assignments:
        return str(options.of) if options.of else None
    jobs = open_workspace(options).jobs()
    return jobs[0] if len(jobs) == 1 else None


def _wanted_rows(names: list[str]) -> list[Row]:
    """The settings of these names or sections; all of them without any."""
    from mekik.settings import build, rows

    table = list(rows())
    if not names:
        return table
    wanted = []
    for name in names:
        found = [row for row in table if row.name == name or row.name.startswith(name + ".")]
        if not found:
            build({name: None})  # complains with the nearest real name
        wanted += found
    return wanted
