"""mekik language: teach a language, judge the identifiers, see what they know."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mekik.cli.catalogue import say
from mekik.cli.parser import Parser, whole_number
from mekik.cli.terminal import Count, harmless, print_json, print_note, print_out, table
from mekik.errors import UsageError

if TYPE_CHECKING:
    from mekik.analysis.languages.evaluation import Line

_MISTAKES = 4
_LONGEST_LINE = 1_000_000
"""Characters at a time: a book may be one line."""


def arguments(parser: Parser) -> None:
    parser.add_argument("action", choices=("train", "eval", "list"), help=say("argument.language.action"))
    parser.add_argument("names", nargs="*", metavar="LANGUAGE|FILE", help=say("argument.language.names"))
    parser.add_argument(
        "--identifier", metavar="NAME", action="append", default=[], help=say("argument.language.identifier")
    )
    parser.add_argument("--among", metavar="L1,L2", default="", help=say("argument.language.among"))
    parser.add_argument("--lengths", metavar="N1,N2", default="", help=say("argument.language.lengths"))
    parser.add_argument("--pieces", metavar="N", type=whole_number, default=650, help=say("argument.language.pieces"))
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    match options.action:
        case "train":
            return _train(options)
        case "eval":
            return _evaluate(options)
    return _list(options)


def _train(options: argparse.Namespace) -> int:
    from mekik.analysis.languages.profiles import checked_code, save, train

    if len(options.names) < 2:
        raise UsageError(say("language.train_what"))
    code = checked_code(options.names[0])
    profile = train(_lines(list(map(Path, options.names[1:]))))
    path = save(code, profile)
    if options.json:
        print_json({"language": code, "file": path, "letters": profile.letters, "ngrams": profile.ngrams.split(" ")})
        return 0
    print_out(say("language.trained", language=code, path=path))
    print_out(say("language.use"))
    return 0


def _lines(paths: Sequence[Path]) -> Iterator[str]:
    for path in paths:
        try:
            with path.open(encoding="utf-8", errors="strict") as file:
                while line := file.readline(_LONGEST_LINE):
                    yield line
        except UnicodeDecodeError:
            raise UsageError(say("language.not_utf8", path=path)) from None
        except OSError as error:
            raise UsageError(say("error.cannot_read", path=path, why=error.strerror)) from None


def _evaluate(options: argparse.Namespace) -> int:
    from mekik.analysis.languages import available, make
    from mekik.analysis.languages.evaluation import LENGTHS, evaluate, labelled_texts

    texts = labelled_texts(list(map(Path, options.names)))
    names = options.identifier or available()
    among = [code.strip() for code in options.among.split(",") if code.strip()]
    identifiers = {name: make(name, among, dictionaries=texts.keys()) for name in names}
    lengths = _numbers(options.lengths) or LENGTHS
    show = (lambda line: None) if options.json else (lambda line: print_note(f"{line.identifier} {line.label}"))
    lines = evaluate(identifiers, texts, lengths, max(1, options.pieces), show)
    if options.json:
        print_json({"lengths": lengths, "lines": lines})
        return 0
    for line in table(_rows(lines, lengths)):
        print_out(line)
    return 0


def _numbers(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isdecimal() and 0 < int(part) <= 1_000_000 for part in parts):
        raise UsageError(say("language.lengths"))
    return list(map(int, parts))


def _rows(lines: Sequence[Line], lengths: Sequence[int]) -> list[tuple[str, ...]]:
    head = (say("language.column.identifier"), say("language.column.language"), *map(str, lengths))
    rows: list[tuple[str, ...]] = [(*head, say("language.column.mistakes"))]
    for line in lines:
        shares = [f"{100 * line.right[length]:.1f}" if length in line.right else "-" for length in lengths]
        mistakes = ", ".join(f"{code or '?'} {times}" for code, times in list(line.mistakes.items())[:_MISTAKES])
        rows.append((line.identifier, line.label, *shares, mistakes))
    return rows


def _list(options: argparse.Namespace) -> int:
    from mekik.analysis.languages import available, make
    from mekik.analysis.languages.known_words import dictionary_of
    from mekik.analysis.languages.profiles import own

    if options.names:
        raise UsageError(say("language.list_alone"))
    known = {name: sorted(make(name).languages()) for name in options.identifier or available()}
    trained = sorted(own())
    if options.json:
        dictionaries = sorted({code for codes in known.values() for code in codes if dictionary_of(code)})
        print_json({"identifiers": known, "trained": trained, "dictionaries": dictionaries})
        return 0
    for name, codes in known.items():
        print_out(f"{name}  {say('language.count', n=Count(len(codes)))}")
        print_out(f"  {' '.join(codes)}")
    if trained:
        print_out(say("language.own", languages=harmless(" ".join(trained))))
    return 0
