"""mekik robotstxt: what a robots.txt allows, and by which line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from mekik.cli.catalogue import say
from mekik.cli.parser import Parser
from mekik.cli.terminal import encode_json, harmless, print_out
from mekik.errors import UsageError


def arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help=say("argument.robotstxt.file"))
    parser.add_argument("urls", nargs="+", metavar="URL", help=say("argument.robotstxt.urls"))
    parser.add_argument("--agent", metavar="NAME", default="Mekik", help=say("argument.robotstxt.agent"))
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    from mekik.fetch import RobotsTxt

    robots = RobotsTxt.parse(_read(options.file))
    delay = robots.crawl_delay(options.agent)
    for url in options.urls:
        verdict = robots.verdict(options.agent, url)
        answer: dict[str, Any] = {
            "url": url,
            "allowed": verdict.allowed,
            "line": verdict.line,
            "crawl_delay": delay,
        }
        answer["rule"] = verdict.rule
        print_out(encode_json(answer) if options.json else _line(answer))
    return 0


def _read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise UsageError(say("error.cannot_read", path=name, why=error.strerror)) from None


def _line(answer: dict[str, Any]) -> str:
    """`http://…: not allowed, by line 3 (Disallow: /private); Crawl-delay 2 s`"""
    verdict = say("robotstxt.allowed") if answer["allowed"] else say("robotstxt.denied")
    by = say("robotstxt.by_line", line=answer["line"]) if answer["line"] else say("robotstxt.no_rule")
    rule = f" ({harmless(answer['rule'])})" if answer["rule"] else ""
    delay = answer["crawl_delay"]
    pace = "; " + say("robotstxt.crawl_delay", seconds=f"{delay:g}") if delay is not None else ""
    return f"{harmless(answer['url'])}: {verdict}, {by}{rule}{pace}"
