"""mekik text: the text of a page in a file, main content and rest."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mekik.cli.catalogue import say
from mekik.cli.parser import Parser
from mekik.cli.terminal import bold, dim, harmless, print_json, print_out
from mekik.errors import UsageError


def arguments(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help=say("argument.text.file"))
    parser.add_argument("--rest", action="store_true", help=say("argument.text.rest"))
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    from mekik.crawl.page_text import read_page

    read = read_page(_bytes(options.file), "text/plain" if options.file.suffix == ".txt" else "text/html")
    if options.json:
        print_json(read)
        return 0
    if read.title:
        print_out(bold(harmless(read.title)))
    print_out(harmless(read.main))
    if options.rest and read.rest:
        print_out()
        print_out(dim(harmless(read.rest)))
    if read.keywords:
        print_out()
        print_out(say("text.keywords", words=harmless(", ".join(read.keywords))))
    return 0


def _bytes(path: Path) -> bytes:
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(say("error.cannot_read", path=path, why=error.strerror)) from None
