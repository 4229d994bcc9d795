"""How long a query takes, by its kind, on an index of made-up pages.

Words are as frequent as words are (Zipf), so that a query of frequent words meets a large part of the pages. Each kind
is asked with other words every time, in one thread; what is measured is a whole search with snippets and facets.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

import report
from mekik.index import IndexEntry, TantivyReader, TantivyWriter
from mekik.search import Viewer, Wish, search

WORDS = 120_000
LENGTH = 150
"""Words of a page."""
HOSTS = 2_000
ASKED = 300
"""Queries of a kind."""
_SYLLABLES = [first + last for first in "bcdfghjklmnprstvyz" for last in "aeiou"]
_VIEWER = Viewer("bench", everything=True)


def run(pages: int) -> dict[str, float]:
    chance = random.Random(7)
    words = sorted({"".join(chance.choices(_SYLLABLES, k=chance.randint(2, 5))) for _ in range(2 * WORDS)})
    chance.shuffle(words)
    del words[WORDS:]
    with TemporaryDirectory(prefix="mekik-bench-") as folder:
        began = time.perf_counter()
        make_index(Path(folder), pages, words, chance)
        print(f"\n{pages:,} pages of {LENGTH} words indexed in {time.perf_counter() - began:.0f} s")
        reader = TantivyReader(Path(folder))
        for _ in range(20):
            search(reader, words[0], viewer=_VIEWER)
        values = {name: asked(reader, make) for name, make in kinds(words, chance).items()}
    rows = [["query", "p50 ms", "p99 ms", "longest"]]
    rows += [[name, *(f"{value:.1f}" for value in found)] for name, found in values.items()]
    print("\n" + report.table(rows))
    report.keep("search", {"pages": pages, **{name: found[1] for name, found in values.items()}})
    # The floor is for a million pages. Fewer are quicker, and say nothing about it.
    return {"search.p99": max(found[1] for found in values.values())} if pages >= 1_000_000 else {}


def make_index(path: Path, pages: int, words: list[str], chance: random.Random) -> None:
    weights = list(accumulate(1 / (rank + 2) for rank in range(len(words))))
    writer = TantivyWriter(path)
    for number in range(pages):
        said = chance.choices(words, cum_weights=weights, k=LENGTH)
        text, title, host = " ".join(said), " ".join(said[:6]), f"h{number % HOSTS}.example"
        entry = IndexEntry(
            owner="bench", url=f"http://{host}/{number}", job="bench", host=host, domain=host, type="html",
            content_type="text/html", language=("tr", "en", "de")[number % 3], title=title, content=text,
            fetched=1.6e9 + number * 60, title_exact=title, content_exact=text, title_root=title, content_root=text,
        )  # fmt: skip
        writer.put(entry, replace=False)
    writer.close()


def kinds(words: list[str], chance: random.Random) -> dict[str, Callable[[], tuple[str, Wish]]]:
    def of(*ranks: tuple[int, int]) -> str:
        return " ".join(words[chance.randrange(*rank)] for rank in ranks)

    frequent, usual, rare = (0, 50), (50, 3_000), (3_000, 100_000)
    return {
        "a frequent word": lambda: (of(frequent), Wish()),
        "a usual word": lambda: (of(usual), Wish()),
        "a rare word": lambda: (of(rare), Wish()),
        "two words": lambda: (of(frequent, usual), Wish()),
        "a question of eight words": lambda: (of(frequent, frequent, usual, usual, usual, usual, rare, rare), Wish()),
        "a phrase": lambda: (f'"{of(frequent, usual)}"', Wish()),
        "a prefix": lambda: (of(usual)[:4] + "*", Wish()),
        "a word without another": lambda: (f"{of(usual)} -{of(frequent)}", Wish()),
        "a word on one host": lambda: (of(usual), Wish(host=f"h{chance.randrange(HOSTS)}.example")),
        "a word by date": lambda: (of(frequent), Wish(sort="date")),
    }


def asked(reader: TantivyReader, make: Callable[[], tuple[str, Wish]]) -> tuple[float, float, float]:
    times = []
    for _ in range(ASKED):
        text, wish = make()
        began = time.perf_counter()
        search(reader, text, wish, viewer=_VIEWER)
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times), statistics.quantiles(times, n=100)[98], max(times)
