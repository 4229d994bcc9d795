"""How often each identifier knows the language, by the characters it sees, and what that costs.

The columns are those of Kılıç's table, which stands beside them. The texts (see `language_samples.py`) are others than
those that profiles and weights were learned from. All but `fast`, which always has its 176 languages to choose from,
choose among the thirty of the table.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence

import report
from language_samples import LANGUAGES, PLAIN, texts
from mekik.analysis.languages import LanguageIdentifier, available, make
from mekik.analysis.languages.evaluation import LENGTHS, PIECES, Line, cuts, evaluate

SHOWN = ("tr", "en", "fr", "de", "it", "sl", "az", PLAIN)
SOURCE = {
    "tr": (57.38, 75.08, 86.92, 93.08, 98.77, 100.0), "en": (10.62, 81.08, 99.23, 99.69, 100.0, 100.0),
    "fr": (62.77, 93.69, 99.23, 100.0, 100.0, 100.0), "de": (64.15, 92.77, 99.54, 99.85, 100.0, 100.0),
    "it": (63.38, 94.46, 99.85, 99.85, 100.0, 100.0),
}  # fmt: skip
"""Kılıç's own figures, from 8 to 256 characters."""
_SHORT, _FEWER = 5, 100
"""For the mean of all languages: up to 128 characters, and fewer pieces of each."""
_PAGE = 8000
"""Characters of a page in the measurement of speed."""
_MEMORY = """
import sys
sys.path[:0] = {path!r}
from language_samples import LANGUAGES, texts
from mekik.analysis.languages import make
from mekik.analysis.languages.evaluation import cuts
def resident():
    lines = open("/proc/self/status").read().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("VmRSS:",))) * 1024
pieces = [piece for code, (text, *_) in texts().items() for piece in cuts(text, 32, 100, code)]
import numpy, simplemma, scipy  # what a search has loaded anyway
before = resident()
identifier = make({name!r}, LANGUAGES)
for piece in pieces:
    identifier.identify(piece)
print(resident() - before)
"""


def run() -> dict[str, float]:
    labelled = texts()
    identifiers = {name: make(name, LANGUAGES) for name in available()}
    identifiers["short, as set up"] = make("short")  # seventy languages to choose from, seven dictionaries
    lines = evaluate(identifiers, {label: labelled[label] for label in SHOWN})
    by_place = {(line.identifier, line.label): line for line in lines}
    head = ["language", "identifier", *map(str, LENGTHS)]
    rows = [head]
    for label in SHOWN:
        if label in SOURCE:
            rows.append([label, "(Kılıç)", *(f"{value:.1f}" for value in SOURCE[label]), "", "", ""])
        rows += [[label, name, *_shares(by_place[name, label])] for name in identifiers]
    everything = evaluate(identifiers, {code: labelled[code] for code in LANGUAGES}, LENGTHS[:_SHORT], _FEWER)
    for name in identifiers:
        own = [line for line in everything if line.identifier == name]
        rows.append([f"mean of {len(own)}", name, *_means(own), *[""] * (len(LENGTHS) - _SHORT)])
    print(f"\nPer cent right of {PIECES} pieces, by characters\n{report.table(rows)}")
    costs = _costs(identifiers)
    report.keep("language", {"lines": [_plain(line) for line in lines], "costs": costs})
    short, fast = by_place["short", "tr"], by_place["fast", "tr"]
    return {
        **{f"language.short.{length}": 100 * short.right[length] for length in (16, 32, 64)},
        "language.short.long": 100 * min(short.right[length] for length in LENGTHS if length >= 128),
        "language.short.memory": costs["short"]["memory"] / 1e6,
        "language.fast.long": 100 * min(fast.right[length] for length in LENGTHS if length >= 128),
        "language.fast.rate": costs["fast"]["pages"],
    }


def _shares(line: Line) -> list[str]:
    return [f"{100 * line.right[length]:.1f}" if length in line.right else "" for length in LENGTHS]


def _means(lines: Sequence[Line]) -> list[str]:
    return [f"{100 * sum(line.right[length] for line in lines) / len(lines):.1f}" for length in LENGTHS[:_SHORT]]


def _plain(line: Line) -> dict[str, object]:
    return {"identifier": line.identifier, "label": line.label, "right": line.right}


def _costs(identifiers: dict[str, LanguageIdentifier]) -> dict[str, dict[str, float]]:
    """Pages and short texts a second, and memory, each in a process of its own."""
    pages = _pages()
    pieces = [piece for code, (text, *_) in texts().items() for piece in cuts(text, 32, 40, code)]
    rows = [["identifier", "pages/s", "pieces of 32 characters/s", "MB"]]
    costs: dict[str, dict[str, float]] = {}
    for name in available():
        identifier = identifiers[name]
        identifier.identify("bir")
        costs[name] = {
            "pages": _rate(identifier, pages if name == "fast" else pages[:100]),
            "pieces": _rate(identifier, [(piece, "") for piece in pieces]),
            "memory": float(_memory(name)),
        }
        found = costs[name]
        rows.append([name, f"{found['pages']:,.0f}", f"{found['pieces']:,.0f}", f"{found['memory'] / 1e6:,.0f}"])
    print("\n" + report.table(rows))
    return costs


def _pages() -> list[tuple[str, str]]:
    """Texts as long as pages, in all the languages; every other one says which it is in, as on the web."""
    found = []
    for label, of_label in texts().items():
        for text in of_label:
            for start in range(0, min(len(text), 100 * 40), 40):
                code = label[:2] if len(found) % 2 else ""
                found.append(((text[start:] + " " + text)[:_PAGE], code))
    return found


def _rate(identifier: LanguageIdentifier, work: Sequence[tuple[str, str]]) -> float:
    """The best of three rounds, a second, in time of the processor."""
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        for text, declared in work:
            identifier.identify(text, declared)
        best = max(best, len(work) / (time.process_time() - start))
    return best


def _memory(name: str) -> int:
    """Bytes that a process grows by when it uses an identifier on a few thousand texts."""
    code = _MEMORY.format(name=name, path=[str(report.ROOT / "bench"), str(report.ROOT / "src")])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=600)
    return int(done.stdout)
