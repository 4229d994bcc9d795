"""The verbs and their options.

A verb is a module of `verbs/` with `arguments(parser)` and `run(options) -> exit code`. Its sentences are in the
catalogue under `verb.NAME`. Only the verb that was asked for is loaded.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn, Protocol, cast

from mekik.cli.catalogue import find, say
from mekik.errors import UsageError

GROUPS: dict[str, tuple[str, ...]] = {
    "crawl": ("crawl", "seeds", "resume", "pause", "stop", "status", "report", "log", "set-order", "traps", "forms",
              "gone"),
    "search": ("search", "why"),
    "web": ("serve", "user", "mcp"),
    "data": ("import", "export", "capture", "reindex", "check", "repair", "backup"),
    "tools": (
        "url", "robotstxt", "xml", "analyze", "language", "evaluate", "text", "robot", "config", "demo",
        "lab", "completion",
    ),
}  # fmt: skip
VERBS = tuple(verb for verbs in GROUPS.values() for verb in verbs)
_MODULES = {"import": "import_files", "set-order": "set_order"}  # import is a word of the language
_FREE_TEXT = ("search", "analyze")  # verbs whose words may begin with a dash
_DASHED = re.compile(r"-[^\s\d-]\S*")
_COMPLAINTS = {
    "error.missing": re.compile(r"the following arguments are required: (?P<names>.*)"),
    "error.no_value": re.compile(r"argument (?P<option>\S+): expected .*"),
    "error.choice": re.compile(
        r"argument (?P<option>\S+): invalid choice: (?P<value>.*) \(choose from (?P<choices>.*)\)"
    ),
    "error.value": re.compile(r"argument (?P<option>\S+): (?P<what>.*)"),
}


class Verb(Protocol):
    def arguments(self, parser: Parser) -> None: ...
    def run(self, options: argparse.Namespace) -> int: ...


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of our texts and speaks the reader's language."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)

    def add_usage(
        self,
        usage: str | None,
        actions: object,
        groups: object,
        prefix: str | None = None,
    ) -> None:
        del prefix
        super().add_usage(usage, actions, groups, say("help.usage") + " ")  # type: ignore[arg-type]  # passed on


class Parser(argparse.ArgumentParser):
    """The options of one verb; a mistake is a `UsageError` with the nearest right name."""

    def __init__(self, verb: str, place: str = "") -> None:
        key = f"verb.{place or verb}"
        examples = find(f"{key}.examples")
        super().__init__(
            prog=f"mekik {verb}",
            description=say(f"{key}.about").strip(),
            epilog=f"{say('help.examples')}\n{_indent(examples)}" if examples else None,
            formatter_class=Formatter, add_help=False, allow_abbrev=False,
        )  # fmt: skip
        self.verb = verb
        self._positionals.title = say("help.arguments")
        self._optionals.title = say("help.options")
        self.add_argument("-h", "--help", action="help", help=say("help.help"))

    def data_option(self) -> None:
        self.add_argument("--data", metavar="DIR", type=Path, help=say("help.data"))

    def json_option(self) -> None:
        self.add_argument("--json", action="store_true", help=say("help.json"))

    def job_argument(self) -> None:
        """The jobs of a verb that works on one or on all."""
        self.add_argument("job", nargs="?", metavar="JOB", help=say("help.job"))

    def job_option(self) -> None:
        """The job of a verb whose arguments are something else."""
        self.add_argument("--job", metavar="JOB", help=say("help.job"))

    def settings_options(self) -> None:
        self.add_argument("--job", metavar="FILE", dest="job_file", type=Path, help=say("help.job_file"))
        self.add_argument("--profile", metavar="NAME", help=say("help.profile"))
        self.add_argument(
            "--set", metavar="KEY=VALUE", dest="assignments", action="append", default=[], help=say("help.set")
        )

    def parse(self, arguments: Sequence[str]) -> argparse.Namespace:
        # Options may stand between the addresses: mekik crawl --max-pages 5 a.example --delay 1 b.example
        # argparse then takes its own word "usage: " off a usage that it was not given, whatever ours is.
        self.usage = self.format_usage().removeprefix(say("help.usage")).strip()
        if self.verb in _FREE_TEXT:
            self._explain_dashes(list(arguments))
        # It also loses the meaning of --, after which nothing is an option.
        parse = self.parse_known_args if "--" in arguments else self.parse_known_intermixed_args
        options, rest = parse(list(arguments))
        for word in rest:
            known = [option for action in self._actions for option in action.option_strings]
            raise UsageError(say("error.unknown_option", option=word, verb=self.verb) + _nearest(word, known))
        return options

    def _explain_dashes(self, arguments: list[str]) -> None:
        """`mekik search -kettle` is meant as a word to leave out, but reads as an option."""
        for word in arguments:
            if word == "--":
                return
            if _DASHED.fullmatch(word) and word not in self._option_string_actions:
                words = [word] if any(one.startswith("--") for one in arguments) else arguments
                raise UsageError(say("error.dashed", word=word, command=f"mekik {self.verb} -- {shlex.join(words)}"))

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{_in_our_words(message)}. " + say("error.see_help", verb=self.verb))


def load_verb(name: str) -> Verb:
    """The module of a verb."""
    if name not in VERBS:
        raise UsageError(say("error.unknown_verb", verb=name) + _nearest(name, VERBS))
    return cast(Verb, import_module("mekik.cli.verbs." + _MODULES.get(name, name)))


def verb_parser(name: str) -> Parser:
    parser = Parser(name)
    load_verb(name).arguments(parser)
    return parser


def overview() -> str:
    """What `mekik --help` says."""
    lines = [say("help.usage") + " mekik " + say("help.overview_usage"), "", say("help.tagline"), ""]
    for group, verbs in GROUPS.items():
        lines.append(say(f"group.{group}"))
        lines += [f"  {verb:<11} {say(f'verb.{verb}.help')}" for verb in verbs]
        lines.append("")
    return "\n".join([*lines, say("help.examples"), _indent(say("help.first_steps")), "", say("help.more")])


def data_folder(options: argparse.Namespace) -> Path:
    """--data, else MEKIK_DATA, else ./mekik-data."""
    return options.data or Path(os.environ.get("MEKIK_DATA") or "mekik-data")


def _in_our_words(message: str) -> str:
    """What argparse complains about, as a sentence in the reader's language."""
    for key, pattern in _COMPLAINTS.items():
        found = pattern.fullmatch(message)
        if found:
            return say(key, **{name: text.replace("'", "") for name, text in found.groupdict().items()})
    return message.rstrip(".")


def _indent(text: str) -> str:
    return "\n".join("  " + line for line in text.strip().splitlines())


def _nearest(word: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(word.partition("=")[0], known, n=1, cutoff=0.5)
    return " " + say("error.nearest", name=close[0]) if close else ""


def whole_number(text: str) -> int:
    """An argparse type: a number from 0 on that a machine can count to."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number <= sys.maxsize:
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: {say('error.want_number')}")
    return number
