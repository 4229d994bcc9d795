"""mekik analyze: how a text is read: language, words, stems."""

from __future__ import annotations

import argparse

from mekik.cli.catalogue import say
from mekik.cli.options import as_text, read_stdin
from mekik.cli.parser import Parser
from mekik.cli.terminal import harmless, print_json, print_out, table


def arguments(parser: Parser) -> None:
    parser.add_argument("text", nargs="+", metavar="TEXT", help=say("argument.analyze.text"))
    parser.add_argument("--language", metavar="LANGUAGE", help=say("argument.analyze.language"))
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    from mekik.analysis import FastTextIdentifier, tokens

    text = read_stdin() if options.text == ["-"] else as_text(options.text)
    language, confidence = (options.language, 1.0) if options.language else FastTextIdentifier().identify(text)
    words = tokens(text, language)
    if options.json:
        print_json({"language": language, "confidence": confidence, "tokens": words})
        return 0
    print_out(say("analyze.language", language=language or "?", percent=f"{100 * confidence:.0f}"))
    rows = [(harmless(word.text), harmless(word.stem), f"{word.start}–{word.end}") for word in words]
    for line in table(rows):
        print_out(line)
    return 0
