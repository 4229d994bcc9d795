"""How often identifiers are right on labelled texts, by the length of what they see."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from mekik.analysis.languages.profiles import checked_code
from mekik.analysis.languages.protocol import LanguageIdentifier
from mekik.errors import UsageError

LENGTHS = (8, 16, 32, 64, 128, 256, 512, 1024, 2048)
PIECES = 650
"""Of each length and language: as many as Kılıç took."""
_WORD_START = re.compile(r"(?:^|(?<=\s))(?=[^\W\d_])")
_LETTERS = 0.6
"""Share of a piece that has to be letters; what is all numbers is in no language."""
_LARGEST = 20_000_000
_SAME = {"nb": "no", "nn": "no", "bs": "hr", "sh": "hr"}
"""Answers that count as another one, where that is the label."""


class Line(msgspec.Struct, frozen=True):
    """What an identifier made of the pieces of one language."""

    identifier: str
    label: str
    """The language; or its name in the evaluation, where a language has more than one text."""
    right: dict[int, float]
    """Share by length; a length that the text is too short for is missing."""
    pieces: dict[int, int]
    mistakes: dict[str, int]
    """What was answered instead, in all lengths together."""


def cuts(text: str, length: int, count: int, seed: str) -> list[str]:
    """Pieces of exactly so many characters, from the start of a word; the last word is cut where it falls."""
    starts = [found.start() for found in _WORD_START.finditer(text) if found.start() + length <= len(text)]
    chance = random.Random(seed)  # noqa: S311 - the same pieces every time
    pieces: list[str] = []
    for start in chance.choices(starts, k=4 * count) if starts else ():
        piece = text[start : start + length]
        if sum(map(str.isalpha, piece)) >= _LETTERS * length:
            pieces.append(piece)
        if len(pieces) == count:
            break
    return pieces


def evaluate(
    identifiers: Mapping[str, LanguageIdentifier],
    texts: Mapping[str, Sequence[str]],
    lengths: Sequence[int] = LENGTHS,
    pieces: int = PIECES,
    after: Callable[[Line], None] = lambda _: None,
) -> list[Line]:
    """Every identifier sees the same pieces. `texts` by label, which begins with the code of the language."""
    lines = []
    for label, of_label in texts.items():
        code = re.split(r"\W", label, maxsplit=1)[0]
        cut = {
            length: [piece for number, text in enumerate(of_label)
                     for piece in cuts(text, length, pieces // len(of_label), f"{label} {number} {length}")]
            for length in lengths
        }  # fmt: skip
        for name, identifier in identifiers.items():
            line = _judged(name, label, code, identifier, cut)
            lines.append(line)
            after(line)
    return lines


def _judged(name: str, label: str, code: str, identifier: LanguageIdentifier, cut: Mapping[int, list[str]]) -> Line:
    right: dict[int, float] = {}
    mistakes: dict[str, int] = {}
    for length, of_length in cut.items():
        if not of_length:
            continue
        correct = 0
        for piece in of_length:
            answer, _ = identifier.identify(piece)
            if answer == code or _SAME.get(answer) == code:
                correct += 1
            else:
                mistakes[answer] = mistakes.get(answer, 0) + 1
        right[length] = correct / len(of_length)
    frequent = dict(sorted(mistakes.items(), key=lambda item: (-item[1], item[0])))
    return Line(name, label, right, {length: len(of_length) for length, of_length in cut.items()}, frequent)


def labelled_texts(paths: Sequence[Path]) -> dict[str, list[str]]:
    """From files that are named by their language, tr.txt or tr.news.txt, and from folders of such files."""
    found: dict[str, list[str]] = {}
    for path in paths:
        if not path.exists():
            raise UsageError(f"Cannot read {path}: there is no such file or folder.")
        for file in sorted(path.glob("*.txt")) if path.is_dir() else [path]:
            code = checked_code(file.name.partition(".")[0])
            found.setdefault(code, []).append(read_text(file))
    if not found:
        raise UsageError("There is no text to judge by. Name files such as tr.txt and en.txt, or a folder of them.")
    return found


def read_text(path: Path) -> str:
    """A file's text in one line."""
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST)
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}.") from None
    return " ".join(data.decode("utf-8", "replace").split())
