"""Roots of Turkish words: how well each analyser's agree with gold lemmas, and how quick it is.

Quality is judged on the words of the package turkish-treebanks; without it only the speed is measured. Words a second
are those of a crawl's text on one core: pages of the made-up web, lower-casing and cutting included, with the memory of
words as full as it is some way into a crawl.
"""

from __future__ import annotations

import sys
import time

import report
from mekik.analysis import tokens, word_analyser
from mekik.analysis.memory import TextForms
from mekik.page import Source
from mekik.parse import parse
from mekik.settings import AnalysisSettings, ParseSettings
from mekik.urls import Normaliser
from samples import sample
from web import Web

sys.path.insert(0, str(report.ROOT / "tests" / "analysis"))
from stemming_kit import PACKAGE, gold_lemmas, pair_scores

NAMES = {
    "words": "none: words as they are",
    "f5": "first five letters",
    "snowball": "Snowball",
    "simplemma": "simplemma",
    "prefix": "prefix-match (Kılıç)",
    "turkish": "Mekik's",
}
PAGES, WARM = 200, 600


def run(web: Web) -> dict[str, float]:
    texts = _turkish_texts(web)
    gold = gold_lemmas()
    if gold is None:
        print(f"\nstemming: no gold lemmas, the package {PACKAGE} is not installed")
    rows = [["analyser", "under-stemming", "over-stemming", "F1", "words/s", "words/s, each for the first time"]]
    values: dict[str, float] = {}
    kept = {}
    for name, title in NAMES.items():
        settings = AnalysisSettings(analyser=name)
        rate, first = _rate(settings, texts), _first_rate(settings, list(gold or ()))
        judged = ["-", "-", "-"]
        if gold is not None:
            scores = pair_scores(gold, {word: tokens(word, "tr", settings)[0].stem for word in gold})
            judged = [f"{scores.under_stemming:.3f}", f"{scores.over_stemming:.3f}", f"{scores.f1:.3f}"]
            kept[name] = {"under": scores.under_stemming, "over": scores.over_stemming, "f1": scores.f1, "rate": rate}
            if name == "turkish":
                values["turkish.f1"] = scores.f1
        if name == "turkish":
            values["turkish.rate"] = rate
        rows.append([title, *judged, f"{rate:,.0f}", f"{first:,.0f}" if first else "-"])
    print("\n" + report.table(rows))
    report.keep("stemming", kept)
    return values


def _turkish_texts(web: Web) -> list[str]:
    normaliser, settings = Normaliser(), ParseSettings()
    texts = []
    for page in sample(web, 2 * (PAGES + WARM), hosts=100):
        if b'lang="tr"' in page.body:
            source = Source(token=0, url=page.url, content_type="text/html", content_encoding="", body=page.body)
            document = parse(source, settings, normaliser, 10_000_000, with_details=False)[2]
            assert document is not None
            texts.append(document.text)
    return texts[: PAGES + WARM]


def _rate(settings: AnalysisSettings, texts: list[str]) -> float:
    forms = TextForms(word_analyser("tr", settings))
    words = 0
    for text in texts[:-PAGES]:
        forms.of(text)
    started = time.process_time()
    for text in texts[-PAGES:]:
        words += forms.of(text).exact.count(b" ")
    return words / (time.process_time() - started)


def _first_rate(settings: AnalysisSettings, words: list[str]) -> float:
    """Of words that were never met before, one by one."""
    if not words:
        return 0.0
    analyser = word_analyser("tr", settings)
    analyser.prepare(lambda: None)
    started = time.process_time()
    for word in words:
        analyser.forms(word)
    return len(words) / (time.process_time() - started)
