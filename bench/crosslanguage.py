"""How well questions in one language find passages in another, with the dictionaries of this machine.

The passages of XQuAD are the same in every language, so each question has its answer in all of them: judged by the
judgements that come with the questions. Beside it stand the questions as they are, and those in the passages' language.
"""

from __future__ import annotations

import time
from pathlib import Path

import report
from mekik.search.evaluation import Trial, evaluate
from mekik.settings import TranslationSettings
from mekik.translation import make_translator

COLLECTIONS = report.ROOT.parent / "shared" / "data" / "retrieval"
SOURCES = ("tr", "de", "es")
TARGET = "en"


def run() -> dict[str, float]:
    there = COLLECTIONS / f"xquad-{TARGET}"
    if not there.is_dir():
        print(f"\ncrosslanguage: skipped, no shared/data/retrieval/xquad-{TARGET} beside the repository")
        return {}
    translator = make_translator(TranslationSettings(translator="freedict"))
    values: dict[str, float] = {}
    rows = [["questions", "number", "nDCG@10", "as they are", "recall@100", "ms a question"]]
    whole = evaluate(there / "corpus.jsonl", there / "queries.jsonl", there / "qrels.tsv", language=TARGET).first
    for source in SOURCES:
        folder = COLLECTIONS / f"xquad-{source}"
        if not folder.is_dir() or not translator.knows(source, TARGET):
            print(f"\ncrosslanguage: {source} skipped, no questions or no dictionary. See docs/translation.md")
            continue
        translator.query(["a"], source, TARGET)  # made ready before the clock runs
        plain = measured(there, folder, None)
        began = time.perf_counter()
        done = measured(there, folder, source)
        took = 1000 * (time.perf_counter() - began) / len(done.queries)
        rows.append(
            [
                f"{source} → {TARGET}", f"{len(done.queries):,}", f"{done.means['ndcg@10']:.4f}",
                f"{plain.means['ndcg@10']:.4f}", f"{done.means['recall@100']:.4f}", f"{took:.1f}",
            ]
        )  # fmt: skip
        values[f"{source}-{TARGET}.ndcg"] = done.means["ndcg@10"]
    means = whole.means
    rows.append([TARGET, f"{len(whole.queries):,}", f"{means['ndcg@10']:.4f}", "", f"{means['recall@100']:.4f}", ""])
    if values:
        print("\n" + report.table(rows))
        report.keep("crosslanguage", {**values, TARGET: means["ndcg@10"]})
    return values


def measured(there: Path, questions: Path, source: str | None) -> Trial:
    return evaluate(
        there / "corpus.jsonl", questions / "queries.jsonl", questions / "qrels.tsv", language=TARGET, source=source,
        settings={"translation.translator": "freedict"},
    ).first  # fmt: skip
