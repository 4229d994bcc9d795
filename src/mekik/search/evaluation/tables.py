"""Files that evaluations leave: a table of the queries, and rankings as TREC's programs read them."""

from __future__ import annotations

import csv
from pathlib import Path

from mekik.search.evaluation.evaluate import Evaluation, Trial
from mekik.search.evaluation.measures import MEASURES

RUN = "mekik"


def write_queries(evaluation: Evaluation, path: Path) -> None:
    """CSV with a line for each query; the second configuration's columns begin with `against_`."""
    second = {query.id: query for query in evaluation.second.queries} if evaluation.second else {}
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        heads = ["query", "text", "judged", "relevant", "found", *MEASURES]
        if second:
            heads += ["against_found", *(f"against_{name}" for name in MEASURES)]
        writer.writerow(heads)
        for query in evaluation.first.queries:
            row = [query.id, _harmless(query.text), query.judged, query.relevant, query.found]
            row += [_number(query.values[name]) for name in MEASURES]
            if second:
                other = second[query.id]
                row += [other.found, *(_number(other.values[name]) for name in MEASURES)]
            writer.writerow(row)


def _number(value: float) -> str:
    return f"{value:.6f}"


def _harmless(text: str) -> str:
    """A spreadsheet takes such a text for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def write_run(trial: Trial, path: Path) -> None:
    """Rankings as trec_eval reads them. Scores are made of the places, so that its order is ours."""
    with path.open("w", encoding="utf-8") as file:
        for query in trial.queries:
            for place, document in enumerate(query.ranking, 1):
                file.write(f"{query.id} Q0 {document} {place} {len(query.ranking) - place + 1} {RUN}\n")
