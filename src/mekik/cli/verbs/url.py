"""mekik url: an address in its normal form, with its parts and key."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from mekik.cli.catalogue import say
from mekik.cli.parser import Parser
from mekik.cli.terminal import bold, encode_json, harmless, print_out, table


def arguments(parser: Parser) -> None:
    parser.add_argument("urls", nargs="+", metavar="URL", help=say("argument.url.urls"))
    parser.add_argument("--base", metavar="URL", help=say("argument.url.base"))
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    for answer in answers(_inputs(options.urls), options.base):
        if options.json:
            print_out(encode_json(answer))
        else:
            for line in _lines(answer):
                print_out(line)
    return 0


def answers(texts: Iterable[str], base: str | None) -> Iterator[dict[str, Any]]:
    """For each text its normal form and parts, or why it is no address."""
    from mekik.urls import Normaliser, host, key, registrable_domain, split

    normaliser = Normaliser()
    for text in texts:
        url = normaliser.normalise(text, base)
        if url is None:
            yield {"input": text, "error": normaliser.explain(text, base)}
            continue
        parts = split(url)
        name = host(url)
        yield {
            "input": text, "url": url, "root": parts.root, "path": parts.path, "query": parts.query,
            "host": name, "domain": registrable_domain(name), "key": f"{key(url):016x}",
        }  # fmt: skip


def _inputs(texts: list[str]) -> Iterator[str]:
    for text in texts:
        if text == "-":
            yield from (line.decode("utf-8", "surrogateescape").rstrip("\r\n") for line in sys.stdin.buffer)
        else:
            yield text


def _lines(answer: dict[str, Any]) -> list[str]:
    if "error" in answer:
        return [say("url.error", input=harmless(answer["input"])[:200], error=harmless(answer["error"]))]
    parts = [(name, harmless(str(answer[name]))) for name in ("root", "path", "query", "host", "domain", "key")]
    return [bold(harmless(answer["url"])), *table(parts)]
