"""How well the search finds with each analyser, on collections beside the repository; nothing where they are not there.

All analysers go through the same index and the same ranking with the same weights. What they are compared with is
`words`: the words of Turkish, lower-cased as Turkish and cut at apostrophes, in one field without roots.
"""

from __future__ import annotations

from pathlib import Path

import report
from mekik.search.evaluation import Trial, compare, evaluate

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
        questions = {analyser: _trial(folder, analyser, "") for analyser in ANALYSERS}
        titles = _titles(folder)
        _tell(name, questions, titles)
        ndcg = {analyser: trial.means["ndcg@10"] for analyser, trial in questions.items()}
        values[f"{name}.ndcg"] = ndcg[OURS]
        values[f"{name}.ratio"] = ndcg[OURS] / ndcg[PLAIN]
        values[f"{name}.snowball"] = ndcg[OURS] / ndcg["snowball"]
        if titles:
            values[f"{name}.titles"] = titles[OURS].means["bpref"] / titles[PLAIN].means["bpref"]
    return values


def _titles(folder: Path) -> dict[str, Trial]:
    """Titles of articles as queries, where a collection has them."""
    queries = folder / "queries.titles.jsonl"
    if not queries.is_file() or not queries.stat().st_size:
        return {}
    return {analyser: _trial(folder, analyser, ".titles") for analyser in ANALYSERS}


def _trial(folder: Path, analyser: str, kind: str) -> Trial:
    return evaluate(
        folder / "corpus.jsonl", folder / f"queries{kind}.jsonl", folder / f"qrels{kind}.tsv",
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
