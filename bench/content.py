"""Main content: words found on the labelled pages, and what finding them costs, beside other extractors.

Ours is measured as a part of reading a page: the time of a whole parse (links, metadata and text) and what the main
content adds to it. The others make a tree of their own, which counts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import msgspec

import report
from mekik.page import Source
from mekik.parse import parse
from mekik.settings import ParseSettings
from mekik.urls import Normaliser
from samples import sample
from web import Web

sys.path.insert(0, str(report.ROOT / "tests" / "parse"))
from labelled_pages import labelled_pages, mean_f1

TURNS = 5
ORDINARY = 100
"""Pages of the benchmark's web."""
ON = ParseSettings()
OFF = msgspec.structs.replace(ON, main_content=False)

Extract = Callable[[str], str]


def run(web: Web) -> dict[str, float]:
    pages = labelled_pages()
    held_out = [page for page in pages if page.held_out]
    ordinary = [found.body.decode() for found in sample(web, ORDINARY, hosts=50)]
    extractors: dict[str, Extract] = {
        "Mekik, whole parse": lambda html: _ours(html, ON),
        "Mekik without it": lambda html: _ours(html, OFF),
        "resiliparse": _resiliparse,
    }
    try:
        import trafilatura

        extractors["trafilatura"] = lambda html: trafilatura.extract(html, include_comments=False) or ""
    except ImportError:
        print("trafilatura is not here; without it there is less to compare with: pip install trafilatura")
    rows = [["main content by", "F1", "F1 of those held out", "µs a labelled page", "µs an ordinary page"]]
    scores: dict[str, float] = {}
    for name, extract in extractors.items():
        scores[name] = mean_f1(extract, pages)
        costs = [_cost(extract, [page.html for page in pages]), _cost(extract, ordinary)]
        rows.append(
            [name, f"{scores[name]:.3f}", f"{mean_f1(extract, held_out):.3f}", *(f"{cost:,.0f}" for cost in costs)]
        )
    print("\n" + report.table(rows))
    report.keep("content", {"scores": scores, "rows": rows})
    return {"main.f1": scores["Mekik, whole parse"]}


_normaliser = Normaliser()


def _ours(html: str, settings: ParseSettings) -> str:
    source = Source(
        token=0, url="http://example.org/", content_type="text/html; charset=utf-8", content_encoding="",
        body=html.encode(),
    )  # fmt: skip
    document = parse(source, settings, _normaliser, 10_000_000)[2]
    assert document is not None
    return document.text[: document.main]


def _resiliparse(html: str) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    return str(extract_plain_text(html, main_content=True, alt_texts=False))


def _cost(extract: Extract, pages: list[str]) -> float:
    """CPU microseconds a page, the quickest of some turns."""
    best = float("inf")
    for _ in range(TURNS):
        started = time.process_time()
        for page in pages:
            extract(page)
        best = min(best, time.process_time() - started)
    return 1e6 * best / len(pages)
