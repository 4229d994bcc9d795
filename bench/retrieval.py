"""How well the search finds, on collections beside the repository; nothing where they are not there.

Our analysis stands beside plain words on the same index and search.
"""

from __future__ import annotations

import report
from mekik.search.evaluation import evaluate

COLLECTIONS = report.ROOT.parent / "shared" / "data" / "retrieval"
NAMES = {"xquad-tr": "tr", "thquad-tr": "tr"}


def run() -> dict[str, float]:
    values: dict[str, float] = {}
    rows = [["collection", "queries", "nDCG@10", "plain words", "×", "randomisation p", "words", "roots"]]
    for name, language in NAMES.items():
        folder = COLLECTIONS / name
        if not folder.is_dir():
            print(f"\nretrieval: skipped, no shared/data/retrieval/{name} beside the repository")
            continue
        done = evaluate(
            folder / "corpus.jsonl", folder / "queries.jsonl", folder / "qrels.tsv",
            language=language, against={"analysis.analyser": "none"},
        )  # fmt: skip
        assert done.second is not None
        ours, plain = done.first.means["ndcg@10"], done.second.means["ndcg@10"]
        rows.append(
            [
                name, f"{len(done.first.queries):,}", f"{ours:.4f}", f"{plain:.4f}", f"{ours / plain:.3f}",
                f"{done.differences['ndcg@10'].randomisation:.4f}", f"{done.first.terms.exact:,}",
                f"{done.first.terms.root:,}",
            ]
        )  # fmt: skip
        report.keep(f"retrieval.{name}", done.summary())
        values[f"{name}.ndcg"] = ours
    if values:
        print("\n" + report.table(rows))
    return values
