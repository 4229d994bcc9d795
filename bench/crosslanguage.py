"""How well questions in one language find passages in another, with the dictionaries of this machine.

The passages of XQuAD are the same in every language, so each question has its answer in all of them: judged by the
judgements that come with the questions. Beside it stand the questions as they are, and those in the passages' language.
A second table has English questions on passages in other languages that were translated into English for the index.
"""

from __future__ import annotations

import time
from pathlib import Path

import report
from mekik.search.evaluation import Trial, evaluate, read_documents
from mekik.settings import AnalysisSettings, TranslationSettings
from mekik.translation import PageTranslator, Translator, make_translator

COLLECTIONS = report.ROOT.parent / "shared" / "data" / "retrieval"
SOURCES = ("tr", "de", "es")
TARGET = "en"
TRANSLATED = ("tr", "de")
"""Whose passages are translated."""


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
        values |= translated_passages(translator)
        report.keep("crosslanguage", {**values, TARGET: means["ndcg@10"]})
    return values


def translated_passages(translator: Translator) -> dict[str, float]:
    """By the translated query, by translated passages, and by both; and what translating passages costs."""
    values: dict[str, float] = {}
    rows = [["questions", "query", "passages", "both", "ms a passage", "bytes in the index, each character"]]
    questions = COLLECTIONS / f"xquad-{TARGET}"
    for place in TRANSLATED:
        there = COLLECTIONS / f"xquad-{place}"
        if not there.is_dir() or not translator.knows(place, TARGET) or not translator.knows(TARGET, place):
            continue
        by_query, by_passage, by_both = (
            measured(there, questions, TARGET, place, documents=documents, queries=queries).means["ndcg@10"]
            for documents, queries in ((False, True), (True, False), (True, True))
        )
        took, size = cost(there, place)
        rows.append(
            [
                f"{TARGET} → {place}", f"{by_query:.4f}", f"{by_passage:.4f}", f"{by_both:.4f}", f"{took:.2f}",
                f"{size:.1f}",
            ]
        )  # fmt: skip
        values |= {f"{TARGET}-{place}.passages.ndcg": by_passage, f"{TARGET}-{place}.both": by_both / by_query}
    print("\n" + report.table(rows))
    return values


def cost(there: Path, language: str) -> tuple[float, float]:
    """Milliseconds of the processor for a passage whose words came before, and bytes for each of its characters."""
    translator = PageTranslator(TranslationSettings(translator="freedict"), AnalysisSettings())
    passages = [document.text for document in read_documents([there / "corpus.jsonl"])]
    for text in passages:
        translator.of(language, "", text)
    began = time.process_time()
    made = [translator.of(language, "", text) for text in passages]
    took = 1000 * (time.process_time() - began) / len(passages)
    size = sum(len(one.words.encode()) + len(one.glossary) for one in made if one is not None)
    return took, size / sum(map(len, passages))


def measured(
    there: Path, questions: Path, source: str | None, target: str = TARGET, documents: bool = False,
    queries: bool = True,
) -> Trial:  # fmt: skip
    return evaluate(
        there / "corpus.jsonl", questions / "queries.jsonl", questions / "qrels.tsv", language=target, source=source,
        settings={
            "translation.translator": "freedict", "translation.documents": documents, "translation.queries": queries,
        },
    ).first  # fmt: skip
