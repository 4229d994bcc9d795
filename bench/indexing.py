"""What Turkish analysis costs: CPU of indexing Turkish pages with it and without, on the same pages.

*Without* is twice: the words of the language in all fields, without roots; and one field of plain words, which does not
even ask for the language.

Indexing is what `mekik reindex` does with an archived page: parse, analyse, put into the index, commit. The memory of
words is as full as it is some way into a crawl.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import report
from mekik.analysis import Analyser
from mekik.index import TantivyWriter, entry_of
from mekik.outcome import Outcome
from mekik.page import Address, Exchange, Page, Source
from mekik.parse import parse
from mekik.settings import AnalysisSettings, IndexSettings, ParseSettings
from mekik.urls import Normaliser, authority
from samples import Sample, sample
from web import WORK, Web

PAGES, WARM = 300, 900
TURNS = 3
NAMES = {
    "none": "one field of plain words",
    "words": "words of the language",
    "auto": "everything: language, roots, letters",
}


def run(web: Web) -> dict[str, float]:
    pages = [page for page in sample(web, 2 * (PAGES + WARM), hosts=150) if b'lang="tr"' in page.body][: PAGES + WARM]
    folder = WORK / "data-indexing"
    analysers = {name: Analyser(AnalysisSettings(analyser=name)) for name in NAMES}
    steps: dict[str, list[tuple[float, float, float]]] = {name: [] for name in NAMES}
    for _ in range(TURNS):  # in turns, so that whoever else is busy disturbs all alike
        for name, analyser in analysers.items():
            steps[name].append(_cost(pages, analyser, folder))
    shutil.rmtree(folder, ignore_errors=True)
    best = {name: min(turns, key=sum) for name, turns in steps.items()}
    rows = [["analyser", "parse", "analyse", "index", "CPU µs a page", "× none"]]
    for name, title in NAMES.items():
        total = sum(best[name])
        rows.append(
            [title, *(f"{cost:,.0f}" for cost in best[name]), f"{total:,.0f}", f"{total / sum(best['none']):.2f}"]
        )
    print(f"\n{len(pages) - WARM} Turkish pages\n" + report.table(rows))
    report.keep("indexing", {name: list(costs) for name, costs in best.items()})
    full, words, plain = (sum(best[name]) for name in ("auto", "words", "none"))
    return {"indexing.turkish": full / words, "indexing.beside_one_field": full / plain}


def _cost(pages: list[Sample], analyser: Analyser, folder: Path) -> tuple[float, float, float]:
    """CPU microseconds a page of each step, the commit included."""
    normaliser, settings = Normaliser(), ParseSettings()
    shutil.rmtree(folder, ignore_errors=True)
    writer = TantivyWriter(folder, IndexSettings())
    spent = [0.0, 0.0, 0.0]
    for number, page in enumerate(pages):
        began = time.process_time()
        source = Source(token=0, url=page.url, content_type="text/html", content_encoding="", body=page.body)
        document = parse(source, settings, normaliser, 10_000_000, with_details=False)[2]
        assert document is not None
        parsed = time.process_time()
        analysis = analyser.analyse(document, page.url)
        analysed = time.process_time()
        if number < WARM:
            continue
        address = Address(number, page.url, 0, authority(page.url))
        exchange = Exchange(url=page.url, outcome=Outcome.OK)
        entry = entry_of(Page(address, exchange, document=document, analysis=analysis), "local", "indexing")
        assert entry is not None
        writer.put(entry, replace=False)
        # tantivy works in a thread of its own: what it spends meanwhile belongs to the index.
        spent[0] += parsed - began
        spent[1] += analysed - parsed
        spent[2] += time.process_time() - analysed
    began = time.process_time()
    writer.commit()
    spent[2] += time.process_time() - began
    writer.close()
    parsing, analysing, indexing = (1e6 * seconds / (len(pages) - WARM) for seconds in spent)
    return parsing, analysing, indexing
