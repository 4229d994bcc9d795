"""mekik analyze: how a text is read: language, words, stems."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from msgspec import structs

from mekik.cli.catalogue import say
from mekik.cli.options import as_text, read_stdin
from mekik.cli.parser import Parser
from mekik.cli.terminal import harmless, print_json, print_out, table

if TYPE_CHECKING:
    from mekik.analysis.languages.parts import Part


def arguments(parser: Parser) -> None:
    parser.add_argument("text", nargs="+", metavar="TEXT", help=say("argument.analyze.text"))
    parser.add_argument("--language", metavar="LANGUAGE", help=say("argument.analyze.language"))
    parser.add_argument("--identifier", metavar="NAME", default="fast", help=say("argument.analyze.identifier"))
    parser.add_argument("--analyser", metavar="NAME", default="auto", help=say("argument.analyze.analyser"))
    parser.add_argument("--own-words", metavar="FILE", default="", help=say("argument.analyze.own_words"))
    parser.add_argument("--finds", action="store_true", help=say("argument.analyze.finds"))
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    from mekik.analysis import check_analyser, explained
    from mekik.analysis.languages.parts import shares_of
    from mekik.settings import AnalysisSettings

    settings = AnalysisSettings(analyser=options.analyser, own_words=options.own_words)
    check_analyser(settings)
    text = read_stdin() if options.text == ["-"] else as_text(options.text)
    language, confidence, parts = _languages(text, options)
    words = [
        structs.replace(word, start=word.start + part.start, end=word.end + part.start)
        for part in parts
        for word in explained(text[part.start : part.end], part.language, settings)
    ]
    shares = shares_of(parts)
    finds = _finds(text, language) if options.finds else []
    if options.json:
        languages = [{"language": code, "share": round(share, 3)} for code, share in shares.items()]
        answer = {"language": language, "confidence": confidence, "languages": languages, "tokens": words}
        print_json({**answer, "finds": finds} if options.finds else answer)
        return 0
    print_out(say("analyze.language", language=language or "?", percent=f"{100 * confidence:.0f}"))
    if len(shares) > 1:
        print_out(
            say("analyze.parts", languages=", ".join(f"{code} {100 * share:.0f} %" for code, share in shares.items()))
        )
    heads = [say(f"analyze.{name}") for name in ("original", "word", "root", "letters", "by", "place")]
    rows = [
        (
            *map(harmless, (word.original, word.text, word.stem, word.short)),
            ", ".join(
                [say(f"analyze.told.{by}") for by in (word.by,) if by] + [say("analyze.stop") for _ in range(word.stop)]
            ),
            f"{word.start}–{word.end}",
        )
        for word in words
    ]
    for line in table([tuple(heads), *rows]) if rows else ():
        print_out(line)
    for find in finds:
        print_out(f"{find['kind']}: {harmless(find['value'])} ({harmless(find['original'])})")
    return 0


def _languages(text: str, options: argparse.Namespace) -> tuple[str, float, list[Part]]:
    """As of a page: the language, how sure it is, and the parts of a text in several."""
    from mekik.analysis import Analyser
    from mekik.analysis.languages.parts import Part
    from mekik.page import Document
    from mekik.settings import AnalysisSettings

    if options.language:
        return options.language, 1.0, [Part(options.language, 0, len(text))]
    analyser = Analyser(AnalysisSettings(identifier=options.identifier))
    language, confidence, parts = analyser.languages(text, Document(content_type="text/plain", text=text), "")
    return language, confidence, parts or [Part(language, 0, len(text))]


def _finds(text: str, language: str) -> list[dict[str, Any]]:
    from mekik.analysis.capture import Capturer
    from mekik.page import Document
    from mekik.settings import CaptureSettings

    capturer = Capturer(CaptureSettings(emails=True, phones=True))
    finds = capturer.finds(Document(content_type="text/plain", text=text), None, "", language)
    return [structs.asdict(find) for find in finds]
