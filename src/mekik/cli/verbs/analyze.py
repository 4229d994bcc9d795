"""mekik analyze: how a text is read: language, words, stems."""

from __future__ import annotations

import argparse
from typing import Any

from mekik.cli.catalogue import say
from mekik.cli.options import as_text, read_stdin
from mekik.cli.parser import Parser
from mekik.cli.terminal import harmless, print_json, print_out, table


def arguments(parser: Parser) -> None:
    parser.add_argument("text", nargs="+", metavar="TEXT", help=say("argument.analyze.text"))
    parser.add_argument("--language", metavar="LANGUAGE", help=say("argument.analyze.language"))
    parser.add_argument("--analyser", metavar="NAME", default="auto", help=say("argument.analyze.analyser"))
    parser.add_argument("--own-words", metavar="FILE", default="", help=say("argument.analyze.own_words"))
    parser.add_argument("--finds", action="store_true", help=say("argument.analyze.finds"))
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    from mekik.analysis import FastTextIdentifier, check_analyser, explained
    from mekik.settings import AnalysisSettings

    settings = AnalysisSettings(analyser=options.analyser, own_words=options.own_words)
    check_analyser(settings)
    text = read_stdin() if options.text == ["-"] else as_text(options.text)
    language, confidence = (options.language, 1.0) if options.language else FastTextIdentifier().identify(text)
    words = explained(text, language, settings)
    finds = _finds(text, language) if options.finds else []
    if options.json:
        answer = {"language": language, "confidence": confidence, "tokens": words}
        print_json({**answer, "finds": finds} if options.finds else answer)
        return 0
    print_out(say("analyze.language", language=language or "?", percent=f"{100 * confidence:.0f}"))
    heads = [say(f"analyze.{name}") for name in ("original", "word", "root", "letters", "by", "place")]
    rows = [
        (
            *map(harmless, (word.original, word.text, word.stem, word.short)),
            ", ".join([say(f"analyze.told.{word.by}")] * bool(word.by) + [say("analyze.stop")] * word.stop),
            f"{word.start}–{word.end}",
        )
        for word in words
    ]
    for line in table([tuple(heads), *rows]) if rows else ():
        print_out(line)
    for find in finds:
        print_out(f"{find['kind']}: {harmless(find['value'])} ({harmless(find['original'])})")
    return 0


def _finds(text: str, language: str) -> list[dict[str, Any]]:
    import msgspec

    from mekik.analysis.capture import Capturer
    from mekik.page import Document
    from mekik.settings import CaptureSettings

    capturer = Capturer(CaptureSettings(emails=True, phones=True))
    finds = capturer.finds(Document(content_type="text/plain", text=text), None, "", language)
    return [msgspec.structs.asdict(find) for find in finds]
