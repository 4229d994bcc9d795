"""How good the search is, measured on anyone's collection of documents, queries and judgements.

`evaluate` reads the files, puts the documents into an index of its own with the analysis of a crawl, asks the
queries as a user would, and gives means, the values of each query, and the comparison of two configurations.

    reading.py       files as text, in bounded pieces
    documents.py     JSON lines and TREC's SGML
    questions.py     queries and judgements
    trial.py         one configuration: index and search
    measures.py      what a ranking is worth
    significance.py  whether a difference may be chance
    terms.py         different words, with and without roots
    evaluate.py      all of it in order
    tables.py        CSV and run files
"""

from __future__ import annotations

from mekik.search.evaluation.documents import CorpusDocument, read_documents
from mekik.search.evaluation.evaluate import (
    COMPARED,
    Evaluation,
    QueryValues,
    Trial,
    evaluate,
    evaluate_collection,
)
from mekik.search.evaluation.measures import MEASURES, measures
from mekik.search.evaluation.questions import PARTS, read_judgements, read_queries
from mekik.search.evaluation.significance import Difference, compare
from mekik.search.evaluation.tables import write_queries, write_run

__all__ = [
    "COMPARED",
    "MEASURES",
    "PARTS",
    "CorpusDocument",
    "Difference",
    "Evaluation",
    "QueryValues",
    "Trial",
    "compare",
    "evaluate",
    "evaluate_collection",
    "measures",
    "read_documents",
    "read_judgements",
    "read_queries",
    "write_queries",
    "write_run",
]
