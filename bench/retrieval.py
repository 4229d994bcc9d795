"""How well the search finds with each analyser, on collections beside the repository; nothing where they are not there.

All analysers go through the same index and the same ranking with the same weights. What they are compared with is
`words`: the words of Turkish, lower-cased as Turkish and cut at apostrophes, in one field without roots.

Titles of articles as queries: the collection judges the article's own passages only, so that its bpref says no more
than whether all were found. Every passage belongs to one article, so the passages of all others are judged as not
relevant here. And the passages go in without their titles, which are the very words of the queries: what is to be found
are texts on a subject. How it is with titles is told beside it.
"""

from __future__ import annotations

from pathlib import Path

import report
from mekik.search.evaluation import Trial, compare, evaluate, evaluate_collection
from mekik.search.evaluation.documents import CorpusDocument, read_documents
from mekik.search.evaluation.questions import read_judgements, read_queries

COLLECTIONS = report.ROOT.parent / "shared" / "data" / "retrieval"
NAMES = ("xquad-tr", "thquad-tr")
LANGUAGE = "tr"
PLAIN, OURS = "words", "auto"
ANALYSERS = {
    PLAIN: "none: words as they are",
    "f5": "first five letters",
    "snowball": "Snowball",
    "simplemma": "simplemma",
    "prefix": "prefix-match (Kılıç)",
    OURS: "Mekik's",
}


def run() -> dict[str, float]:
    values: dict[str, float] = {}
    for name in NAMES:
        folder = COLLECTIONS / name
        if not folder.is_dir():
            print(f"\nretrieval: skipped, no shared/data/retrieval/{name} beside the repository")
            continue
        questions = {analyser: _trial(folder, analyser) for analyser in ANALYSERS}
        titles = _titles(folder)
        _tell(name, questions, titles)
        ndcg = {analyser: trial.means["ndcg@10"] for analyser, trial in questions.items()}
        values[f"{name}.ndcg"] = ndcg[OURS]
        values[f"{name}.ratio"] = ndcg[OURS] / ndcg[PLAIN]
        values[f"{name}.snowball"] = ndcg[OURS] / ndcg["snowball"]
        if titles:
            values[f"{name}.titles"] = titles[OURS].means["bpref"] / titles[PLAIN].means["bpref"]
            values[f"{name}.titles_snowball"] = titles[OURS].means["bpref"] / titles["snowball"].means["bpref"]
            shown = {analyser: _title_trial(folder, analyser, shown=True).means["bpref"] for analyser in (PLAIN, OURS)}
            values[f"{name}.titles_shown"] = shown[OURS] / shown[PLAIN]
            print(f"with the titles in the passages: {shown[OURS]:.4f}, words as they are {shown[PLAIN]:.4f}")
    return values


def _titles(folder: Path) -> dict[str, Trial]:
    """Titles of articles as queries, where a collection has them."""
    queries = folder / "queries.titles.jsonl"
    if not queries.is_file() or not queries.stat().st_size:
        return {}
    return {analyser: _title_trial(folder, analyser, shown=False) for analyser in ANALYSERS}


def _title_trial(folder: Path, analyser: str, *, shown: bool) -> Trial:
    documents = [
        document if shown else CorpusDocument(document.id, "", document.text)
        for document in read_documents([folder / "corpus.jsonl"])
    ]
    own = read_judgements(folder / "qrels.titles.tsv", "utf-8")
    everything = {name: {one.id: judged.get(one.id, 0) for one in documents} for name, judged in own.items()}
    return evaluate_collection(
        lambda: documents, read_queries(folder / "queries.titles.jsonl", "utf-8", ("title",)), everything,
        language=LANGUAGE, settings={"analysis.analyser": analyser},
    ).first  # fmt: skip


def _trial(folder: Path, analyser: str) -> Trial:
    return evaluate(
        folder / "corpus.jsonl", folder / "queries.jsonl", folder / "qrels.tsv",
        language=LANGUAGE, settings={"analysis.analyser": analyser},
    ).first  # fmt: skip


def _tell(name: str, questions: dict[str, Trial], titles: dict[str, Trial]) -> None:
    plain = questions[PLAIN]
    print(
        f"\n{name}: {plain.documents:,} passages, {len(plain.queries):,} questions, {_count(titles)} titles as queries"
    )
    rows = [["analyser", "nDCG@10", "× words", "p", "MAP", "recall@100", "bpref of titles", "different words"]]
    for analyser, title in ANALYSERS.items():
        trial = questions[analyser]
        means = trial.means
        chance = compare(_ndcg(trial), _ndcg(plain)).randomisation
        rows.append(
            [
                title, f"{means['ndcg@10']:.4f}", f"{means['ndcg@10'] / plain.means['ndcg@10']:.3f}",
                f"{chance:.4f}" if analyser != PLAIN else "-", f"{means['map']:.4f}", f"{means['recall@100']:.4f}",
                f"{titles[analyser].means['bpref']:.4f}" if titles else "-", f"{trial.terms.root:,}",
            ]
        )  # fmt: skip
    print(report.table(rows))
    report.keep(f"retrieval.{name}", {analyser: trial.means for analyser, trial in questions.items()})


def _ndcg(trial: Trial) -> list[float]:
    return [query.values["ndcg@10"] for query in trial.queries]


def _count(titles: dict[str, Trial]) -> int:
    return len(titles[PLAIN].queries) if titles else 0
