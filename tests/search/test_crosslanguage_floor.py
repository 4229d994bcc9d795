"""Questions in one language find passages in another: every fourth question of XQuAD, with Debian's dictionaries."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from mekik.search.evaluation import evaluate_collection, read_documents, read_judgements, read_queries
from mekik.settings import TranslationSettings
from mekik.translation import make_translator

_TOP = Path(__file__).parent.parent.parent
_COLLECTIONS = _TOP.parent / "shared" / "data" / "retrieval"
_FLOORS = tomllib.loads((_TOP / "quality.toml").read_text(encoding="utf-8"))["crosslanguage"]


def _missing(why: str) -> None:
    """In continuous integration nothing may be left out in silence."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


@pytest.mark.parametrize("source", ["tr"])
def test_the_floor_holds(source: str) -> None:
    folder, there = _COLLECTIONS / f"xquad-{source}", _COLLECTIONS / "xquad-en"
    if not folder.is_dir() or not there.is_dir():
        pytest.skip("There are no collections beside the repository (shared/data/retrieval).")
    if not make_translator(TranslationSettings(translator="freedict")).knows(source, "en"):
        _missing(f"There is no dictionary from {source} to en: make test installs them where it may.")
    queries = read_queries(folder / "queries.jsonl", "utf-8", ("title",))
    done = evaluate_collection(
        lambda: read_documents([there / "corpus.jsonl"]),
        dict(list(queries.items())[::4]),
        read_judgements(folder / "qrels.tsv", "utf-8"),
        language="en",
        source=source,
        settings={"translation.translator": "freedict"},
    )
    assert done.first.means["ndcg@10"] >= _FLOORS[f"{source}-en.ndcg"]["at_least"]
