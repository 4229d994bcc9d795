"""How long a query takes, by its kind, on a large collection of made-up pages (`collection.py`).

Each kind is asked with other words every time, one query after the other, half by an administrator and half by a
visitor who may see most pages. What is measured is a whole search with snippets and facets; then a part of it again
through `mekik serve`, as a page and as JSON, and what is proposed while one types.
"""

from __future__ import annotations

import http.client
import random
import statistics
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import report
from collection import HIDDEN, HOSTS, LENGTH, OWNERS, Collection, made
from mekik.index import TantivyReader
from mekik.search import Viewer, Wish, search, suggest
from serving import serving

ASKED = 300
"""Queries of a kind."""
OVER_HTTP = 40
_EVERYTHING = Viewer("bench", everything=True)
_VISITOR = Viewer("\0nobody", owners=frozenset(f"owner{number}" for number in range(OWNERS - HIDDEN)))
_FREQUENT, _USUAL, _RARE = (0, 50), (50, 3_000), (3_000, 100_000)
"""Ranks of words."""

Make = Callable[[], tuple[str, Wish]]


def run(pages: int) -> dict[str, float]:
    collection = made(pages)
    print(f"\n{pages:,} pages of {LENGTH} words, indexed in {collection.seconds:.0f} s")
    reader = TantivyReader(collection.index)
    for _ in range(20):
        for viewer in (_EVERYTHING, _VISITOR):
            search(reader, collection.words[0], viewer=viewer)
    chance = random.Random(11)
    values = {name: asked(reader, make) for name, make in kinds(collection.words, chance).items()}
    values["while one types"] = typed(reader, collection.words, chance)
    rows = [["query", "p50 ms", "p99 ms", "longest", "p99 CPU ms"]]
    rows += [[name, *(f"{value:.1f}" for value in found)] for name, found in values.items()]
    print("\n" + report.table(rows))
    served = over_http(collection)
    rows = [["through the server", "p50 ms", "p99 ms", "longest"]]
    rows += [[name, *(f"{value:.1f}" for value in found)] for name, found in served.items()]
    print("\n" + report.table(rows))
    report.keep(
        "search",
        {"pages": pages, **{name: found[1] for name, found in values.items()}, "served": served},
    )
    # The floor is for a million pages. Fewer are quicker, and say nothing about it.
    if pages < 1_000_000:
        return {}
    return {
        "search.p99": max(found[1] for found in values.values()),
        "search.served": max(found[1] for found in served.values()),
    }


def kinds(words: list[str], chance: random.Random) -> dict[str, Make]:
    def of(*ranks: tuple[int, int]) -> str:
        return " ".join(words[chance.randrange(*rank)] for rank in ranks)

    question = (_FREQUENT, _FREQUENT, _USUAL, _USUAL, _USUAL, _USUAL, _RARE, _RARE)
    return {
        "a frequent word": lambda: (of(_FREQUENT), Wish()),
        "a usual word": lambda: (of(_USUAL), Wish()),
        "a rare word": lambda: (of(_RARE), Wish()),
        "two words": lambda: (of(_FREQUENT, _USUAL), Wish()),
        "two frequent words": lambda: (of(_FREQUENT, _FREQUENT), Wish()),
        "a question of eight words": lambda: (of(*question), Wish()),
        "a phrase": lambda: (f'"{of(_FREQUENT, _USUAL)}"', Wish()),
        "a prefix": lambda: (of(_USUAL)[:4] + "*", Wish()),
        "a word without another": lambda: (f"{of(_USUAL)} -{of(_FREQUENT)}", Wish()),
        "one word or another": lambda: (f"{of(_FREQUENT)} OR {of(_USUAL)}", Wish()),
        "a word on one host": lambda: (of(_USUAL), Wish(host=f"h{chance.randrange(HOSTS)}.example")),
        "a word in one language": lambda: (of(_FREQUENT), Wish(language="en")),
        "a word by date": lambda: (of(_FREQUENT), Wish(sort="date")),
    }


def asked(reader: TantivyReader, make: Make) -> tuple[float, ...]:
    def one(number: int) -> None:
        text, wish = make()
        search(reader, text, wish, viewer=_VISITOR if number % 2 else _EVERYTHING)

    return timed(one, ASKED)


def typed(reader: TantivyReader, words: list[str], chance: random.Random) -> tuple[float, ...]:
    def one(number: int) -> None:
        word = words[chance.randrange(20_000)]
        text = word[: chance.randint(2, len(word))]
        suggest(reader, text, viewer=_VISITOR if number % 2 else _EVERYTHING)

    return timed(one, ASKED)


def timed(ask: Callable[[int], None], times: int) -> tuple[float, ...]:
    """Median, 99th percentile and longest, and the 99th percentile of what the processor did for it."""
    waited, worked = [], []
    for number in range(times):
        began, busy = time.perf_counter(), time.thread_time()
        ask(number)
        waited.append(1000 * (time.perf_counter() - began))
        worked.append(1000 * (time.thread_time() - busy))
    return statistics.median(waited), percentile(waited), max(waited), percentile(worked)


def percentile(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


def over_http(collection: Collection) -> dict[str, tuple[float, ...]]:
    """By one person on one connection, each kind in turn."""
    found = {}
    with serving(collection.path) as (port, _):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for name, path in (("as a page", "/"), ("as JSON", "/api/v1/search")):
            chance = random.Random(12)
            queries = [*_addresses(collection.words, chance, path)]
            for query in queries[:20]:
                _get(connection, query)
            rest = iter(queries[20:])
            found[name] = timed(lambda _, rest=rest: _get(connection, next(rest)), len(queries) - 20)[:3]
        connection.close()
    return found


def _addresses(words: list[str], chance: random.Random, path: str) -> Iterator[str]:
    makers = kinds(words, chance)
    for _ in range(OVER_HTTP):
        for make in makers.values():
            text, wish = make()
            more = {name: value for name in ("host", "language") if (value := getattr(wish, name))}
            yield path + "?" + urlencode({"q": text, "sort": wish.sort, **more})


def _get(connection: http.client.HTTPConnection, address: str) -> None:
    connection.request("GET", address, headers={"accept": "text/html" if address[1] == "?" else "application/json"})
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{address}: {answer.status} {body[:200]!r}")
