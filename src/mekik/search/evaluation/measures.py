"""What a ranking is worth, by the definitions of trec_eval. All are between 0 and 1, and more is better.

    p@k         relevant documents among the first k, of k
    recall@k    relevant documents among the first k, of all relevant ones
    map         precision at the place of each relevant document, 0 for those not found; their mean
    ndcg@10     relevance discounted by the logarithm of its place, of the best that the judgements allow
    bpref       how rarely a document judged not relevant stands before a relevant one; the unjudged do not count
    rr          one by the place of the first relevant document

bpref is that of Buckley and Voorhees (2004) as trec_eval has it: of R relevant and N other judged documents, a
relevant one before which n of the others stand gives 1 - min(n, R) / min(N, R). The paper divides by R alone, which
is the same where N >= R; `bpref_2004` is that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

CUTS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
RECALL_CUTS = (100, 1000)
MEASURES = (
    "ndcg@10", "map", "bpref", "p@5", "p@10", "recall@100", "rr", "bpref_2004", "recall@1000",
    *(f"p@{cut}" for cut in CUTS if cut > 10),
)  # fmt: skip
"""In the order in which they are shown."""


def measures(ranking: Sequence[str], judged: Mapping[str, int]) -> dict[str, float]:
    """Of one query. `ranking` has each document once; `judged` has at least one relevant document."""
    relevances = [judged.get(document) for document in ranking]
    relevant = sum(value > 0 for value in judged.values())
    found = [bool(value) for value in relevances]
    values = {
        "ndcg@10": ndcg(relevances, judged.values(), 10),
        "map": average_precision(found, relevant),
        "bpref": bpref(relevances, relevant, min(len(judged) - relevant, relevant)),
        "bpref_2004": bpref(relevances, relevant, relevant),
        "rr": next((1 / place for place, hit in enumerate(found, 1) if hit), 0.0),
    }
    values |= {f"p@{cut}": sum(found[:cut]) / cut for cut in CUTS}
    values |= {f"recall@{cut}": sum(found[:cut]) / relevant for cut in RECALL_CUTS}
    return {name: values[name] for name in MEASURES}


def ndcg(relevances: Sequence[int | None], judged: Iterable[int], cut: int) -> float:
    best = _discounted(sorted(judged, reverse=True)[:cut])
    return _discounted([value or 0 for value in relevances[:cut]]) / best


def _discounted(gains: Sequence[int]) -> float:
    return math.fsum(gain / math.log2(place + 1) for place, gain in enumerate(gains, 1))


def average_precision(found: Sequence[bool], relevant: int) -> float:
    hits, total = 0, 0.0
    for place, hit in enumerate(found, 1):
        if hit:
            hits += 1
            total += hits / place
    return total / relevant


def bpref(relevances: Sequence[int | None], relevant: int, divisor: int) -> float:
    others, total = 0, 0.0
    for value in relevances:
        if value is None:
            continue
        if value == 0:
            others += 1
        else:
            total += 1 - min(others, relevant) / divisor if others else 1.0
    return total / relevant
