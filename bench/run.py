"""Measures speed and size against the floors of quality.toml; ends with 1 when one fails.

python bench/run.py                        everything
python bench/run.py crawl --pages 4000     a part, on a smaller web

scrapy     Scrapy's job alone
crawl      Scrapy and Mekik's three jobs, ratios in one run
flat       a long crawl: pace and memory from its first to its last tenth
normalise  links/s of the normaliser
serve      fifty people searching while a crawl runs: how long they wait
restart    a million known addresses: memory, disk, time to the first request
orders     hand-outs a second of every order, memory of a waiting address; popularity beside its plain formula
steps      CPU of each step of a page
content    main content of labelled pages, beside other extractors
indexing   CPU of indexing Turkish pages with full analysis, beside that without
stemming   Turkish roots: agreement with gold lemmas, words/s of every analyser
language   how often each identifier knows the language, by length of the text; Kılıç's table beside it
retrieval  how well the search finds, on collections beside the repository
search     how long a query takes among a million pages, by its kind; --search-pages 50000 for fewer, without a floor
crosslanguage  the same across languages, with the dictionaries of this machine
revisit    how fresh each policy of coming back keeps a collection, with the same requests
"""

from __future__ import annotations

import argparse
import sys

import content
import crosslanguage
import indexing
import jobs
import language
import measure
import normalise
import orders
import report
import restart
import retrieval
import revisit
import searching
import serving
import stemming
import steps
import web as webs
from server import serve

SCRAPY_CPU = 4.8
"""CPU seconds that Scrapy's job takes for 1,000 pages on the machine that the floors were set on. Seconds of another
machine are put in that proportion."""
AS_QUICK = 1.1
"""A machine where Scrapy's job takes up to so much of that is as quick as the floors' machine."""
ROUNDS = 2
"""Times that Scrapy and Mekik crawl in turn: machines have slow spells."""
PARTS = (
    "normalise", "orders", "content", "language", "indexing", "stemming", "retrieval", "crosslanguage", "search",
    "revisit", "steps", "serve", "restart", "crawl", "flat",
)  # fmt: skip


def crawl(pages: int) -> dict[str, float]:
    web = webs.make(pages)
    print(
        f"\n{web.pages:,} pages on {web.hosts} hosts: {web.mean_size / 1000:.1f} KB, {web.mean_words:,.0f} words, "
        f"{web.mean_links:.0f} links a page. Yardstick {1000 * measure.yardstick():.0f} ms."
    )
    with serve(web) as server:
        best = jobs.best_concurrency(web, server)
        runs: dict[str, list[jobs.Done]] = {name: [] for name in ("scrapy", *jobs.JOBS)}
        for _ in range(ROUNDS):
            runs["scrapy"].append(jobs.scrapy(web, server, best))
            for name in jobs.JOBS:
                runs[name].append(jobs.mekik(web, server, name))
    ours = {name: jobs.mean(done) for name, done in runs.items()}
    other = ours.pop("scrapy")
    _print_crawls(other, ours)
    report.keep("crawl", {"scrapy": other.as_dict(), **{name: done.as_dict() for name, done in ours.items()}})
    values = {f"{name}.cpu_in_proportion": done.cpu * SCRAPY_CPU / other.cpu for name, done in ours.items()}
    if other.cpu <= AS_QUICK * SCRAPY_CPU:
        values |= {f"{name}.cpu": done.cpu for name, done in ours.items()}
    else:
        print(
            f"The floors' seconds are of a machine where Scrapy's job takes {SCRAPY_CPU}; here they are judged in "
            "proportion."
        )
    for name in ("one_field", "full"):
        values[f"{name}.ratio"] = ours[name].pages_per_s / other.pages_per_s
    return values


def scrapy(pages: int) -> dict[str, float]:
    web = webs.make(pages)
    with serve(web) as server:
        other = jobs.scrapy(web, server, jobs.best_concurrency(web, server))
    _print_crawls(other, {})
    report.keep("scrapy", other.as_dict())
    return {}


def flat(pages: int) -> dict[str, float]:
    web = webs.make(pages)
    data = webs.WORK / "data-flat"
    with serve(web) as server:
        done = jobs.mekik(web, server, "full", keep=data)
    pace = jobs.pace_by_tenth(data / "jobs" / "full" / "log.jsonl")
    memory = done.measured.memory
    last = memory[-1][1] if memory else 0
    half = [size for at, size in memory if at >= done.measured.wall / 2] or [last]
    growth = half[-1] - half[0]
    print(f"\n{done.pages:,} pages: {done.pages_per_s:,.0f} pages/s, {done.cpu:.2f} CPU s / 1,000")
    print("pages/s by tenth:  " + "  ".join(f"{value:,.0f}" for value in pace))
    curve = memory[:: max(1, len(memory) // 10)]
    print("anonymous memory:  " + "  ".join(f"{at:.0f} s {size / 1e6:,.0f} MB" for at, size in curve))
    print(f"its second half:   {growth / 1e6:+,.1f} MB; peak {done.measured.peak_memory / 1e6:,.0f} MB")
    report.keep("flat", {**done.as_dict(), "pace": pace, "memory": memory, "growth_second_half": growth})
    # Starting up slows the first tenth down and the last hosts slow the last one down: look at all ten above.
    return {
        "flat.pace": pace[-1] / pace[0],
        "flat.pace_after_start": pace[-1] / max(pace[:2]),
        "flat.memory": last / 1e6,
    }


def _print_crawls(other: jobs.Done, ours: dict[str, jobs.Done]) -> None:
    rows = [["job", "pages/s", "× Scrapy", "CPU s / 1,000", "peak MB", "others"]]
    for done in (other, *ours.values()):
        ratio = done.pages_per_s / other.pages_per_s
        rows.append(
            [
                done.what, f"{done.pages_per_s:,.0f}", f"{ratio:.1f}", f"{done.cpu:.2f}",
                f"{done.measured.peak_memory / 1e6:,.0f}", f"{done.measured.others:.0%}",
            ]
        )  # fmt: skip
    print("\n" + report.table(rows))
    if any(done.measured.others > report.NOISE for done in (other, *ours.values())):
        print(
            "Other programs were busy meanwhile: seconds are too high, ratios are off. Measure again when it is quiet."
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, "scrapy", []], help="default: all but scrapy alone")
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--flat-pages", type=int, default=50_000)
    parser.add_argument(
        "--search-pages", type=int, default=1_000_000, help="pages of the index that is asked; it is made once"
    )
    parser.add_argument("--known", type=int, default=1_000_000, help="addresses of the restart")
    options = parser.parse_args()
    values: dict[str, float] = {}
    for part in options.parts or PARTS:
        if part == "crawl":
            values |= crawl(options.pages)
        elif part == "scrapy":
            scrapy(options.pages)
        elif part == "flat":
            values |= flat(options.flat_pages)
        elif part == "normalise":
            values |= normalise.run(webs.make(options.pages))
        elif part == "orders":
            values |= orders.run(1_000_000, 600_000)
        elif part == "content":
            values |= content.run(webs.make(options.pages))
        elif part == "indexing":
            values |= indexing.run(webs.make(options.pages))
        elif part == "stemming":
            values |= stemming.run(webs.make(options.pages))
        elif part == "language":
            values |= language.run()
        elif part == "retrieval":
            values |= retrieval.run()
        elif part == "search":
            values |= searching.run(options.search_pages)
        elif part == "crosslanguage":
            values |= crosslanguage.run()
        elif part == "revisit":
            values |= revisit.run()
        elif part == "serve":
            values |= serving.run(webs.make(options.pages))
        elif part == "restart":
            values |= restart.run(options.known)
        else:
            steps.run(webs.make(options.pages))
    failed = report.judge(values)
    if failed:
        print(f"\nBelow its floor: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
