"""mekik xml: any HTML as well-formed XML."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from mekik.cli.catalogue import say
from mekik.cli.options import open_workspace
from mekik.cli.parser import Parser
from mekik.cli.terminal import harmless, print_json, print_out
from mekik.errors import UsageError

VIEWS = ("full", "indexer")
_LARGEST = 100_000_000


def arguments(parser: Parser) -> None:
    parser.add_argument("source", metavar="FILE", help=say("argument.xml.source"))
    parser.add_argument("--view", choices=VIEWS, default="full", help=say("argument.xml.view"))
    parser.add_argument("--base", metavar="URL", help=say("argument.xml.base"))
    parser.add_argument("--charset", metavar="NAME", help=say("argument.xml.charset"))
    parser.data_option()
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    from mekik.parse import xml_pieces

    html, url, content_type = _read(options)
    pieces = xml_pieces(html, options.view, url=url, content_type=content_type)
    if options.json:
        xml = "".join(pieces)
        print_json({"source": options.source, "view": options.view, "url": url or None, "xml": xml})
    elif sys.stdout.isatty():
        for line in _lines(pieces):
            print_out(harmless(line))
    else:
        if hasattr(sys.stdout, "reconfigure"):  # as the document declares it, whatever the locale is
            sys.stdout.reconfigure(encoding="utf-8")
        for piece in pieces:
            sys.stdout.write(piece)
        sys.stdout.flush()
    return 0


def _read(options: argparse.Namespace) -> tuple[bytes, str, str]:
    """The bytes, the address that links start from, and the type with the charset, where it is known."""
    from mekik.parse.charset import codec_of

    source: str = options.source
    if options.charset and not codec_of(options.charset):
        raise UsageError(say("xml.charset", name=harmless(options.charset)))
    named = f"text/html; charset={options.charset}" if options.charset else ""
    if source.startswith(("http://", "https://")):
        answer = open_workspace(options).page(source)
        return answer.body, options.base or answer.url, named or answer.headers.get("content-type", "")
    try:
        if source == "-":
            html = sys.stdin.buffer.read(_LARGEST)
        else:
            with Path(source).open("rb") as file:
                html = file.read(_LARGEST)
    except OSError as error:
        raise UsageError(say("xml.unreadable", file=harmless(source), why=error.strerror or "")) from None
    return html, options.base or "", named


def _lines(pieces: Iterator[str]) -> Iterator[str]:
    rest = ""
    for piece in pieces:
        rest += piece
        if "\n" in piece:
            *lines, rest = rest.split("\n")
            yield from lines
    if rest:
        yield rest
