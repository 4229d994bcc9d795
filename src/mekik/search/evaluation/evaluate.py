"""All of it: a collection in, means, values of each query and the comparison with another configuration out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from mekik.analysis.words import primary
from mekik.errors import UsageError
from mekik.search.evaluation.documents import CorpusDocument, read_documents
from mekik.search.evaluation.measures import MEASURES, measures
from mekik.search.evaluation.questions import Judgements, read_judgements, read_queries
from mekik.search.evaluation.significance import Difference, compare
from mekik.search.evaluation.trial import Progress, Terms, collected, rankings
from mekik.settings import Settings, build, flatten

COMPARED = ("ndcg@10", "map", "bpref", "p@10", "recall@100")
_SECTIONS = ("analysis.", "index.memory", "translation.")
"""Settings that change what is found. Others would be compared in vain."""


class QueryValues(msgspec.Struct, frozen=True):
    """One query."""

    id: str
    text: str
    relevant: int
    judged: int
    found: int
    """Documents in the ranking, at most a thousand."""
    values: dict[str, float]
    ranking: tuple[str, ...] = ()
    """Only where it was asked for."""


class Trial(msgspec.Struct, frozen=True):
    """What one configuration reached."""

    settings: dict[str, Any]
    """As they differ from the usual ones."""
    documents: int
    terms: Terms
    means: dict[str, float]
    queries: tuple[QueryValues, ...]


class Evaluation(msgspec.Struct, frozen=True):
    first: Trial
    skipped: int
    """Queries without a relevant document: nothing can be measured with them."""
    unknown: int
    """Relevant documents that the collection does not have; they count as not found."""
    second: Trial | None = None
    differences: dict[str, Difference] = {}

    def summary(self) -> dict[str, Any]:
        """For programs: the means by name, then all the rest but the single queries."""
        answer: dict[str, Any] = {**_rounded(self.first.means), "queries": len(self.first.queries)}
        answer |= {"skipped": self.skipped, "unknown_documents": self.unknown} | _about(self.first)
        if self.second is not None:
            answer["against"] = {**_rounded(self.second.means), **_about(self.second)}
            answer["differences"] = {
                name: _rounded(msgspec.structs.asdict(row)) for name, row in self.differences.items()
            }
        return answer


def _about(trial: Trial) -> dict[str, Any]:
    return {"documents": trial.documents, "terms": msgspec.structs.asdict(trial.terms), "settings": trial.settings}


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 6) for name, value in values.items()}


def _silent(what: str, done: int, total: int | None) -> None:
    """Nobody waits."""


def evaluate(
    corpus: Path | Sequence[Path],
    queries: Path,
    qrels: Path,
    *,
    language: str | None = None,
    source: str | None = None,
    settings: Mapping[str, Any] | None = None,
    against: Mapping[str, Any] | None = None,
    parts: Sequence[str] = ("title",),
    encoding: str = "utf-8",
    keep_rankings: bool = False,
    progress: Progress = _silent,
) -> Evaluation:
    """Measures the search on a collection in files; JSON lines and TREC's formats are told apart by their content.

    `settings` and `against` are settings by name, such as {"analysis.analyser": "none"}; `against` goes on top of
    the first and makes the second configuration. `source` is the language of the queries where that is another than the
    documents': they are then translated. `parts` are those of TREC topics. Needs no workspace and leaves
    nothing behind. Raises UsageError for files that cannot be read or do not belong together.
    """
    paths = [corpus] if isinstance(corpus, Path) else list(corpus)
    return evaluate_collection(
        lambda: read_documents(paths, encoding),
        read_queries(queries, encoding, parts),
        read_judgements(qrels, encoding),
        language=language, source=source, settings=settings, against=against, keep_rankings=keep_rankings,
        progress=progress,
    )  # fmt: skip


def evaluate_collection(
    documents: Callable[[], Iterable[CorpusDocument]],
    queries: Mapping[str, str],
    judgements: Judgements,
    *,
    language: str | None = None,
    source: str | None = None,
    settings: Mapping[str, Any] | None = None,
    against: Mapping[str, Any] | None = None,
    keep_rankings: bool = False,
    progress: Progress = _silent,
) -> Evaluation:
    """The same for what is in memory. `documents` is asked once for each configuration."""
    named = primary(language or "")
    base = _settings(settings or {}, build({}))
    asked = {
        name: text for name, text in queries.items() if any(value > 0 for value in judgements.get(name, {}).values())
    }
    if not asked:
        raise UsageError("None of the queries has a relevant document among the judgements. Do their names agree?")
    wanted = {document for name in asked for document, value in judgements[name].items() if value > 0}

    def attempt(chosen: Settings) -> tuple[Trial, int]:
        with collected(documents(), chosen, named, progress) as collection:
            missing = len(wanted.difference(collection.ids))
            if missing == len(wanted):
                raise UsageError("None of the relevant documents is in the collection. Do their names agree?")
            found = tuple(
                _measured(name, queries[name], ranking, judgements[name], keep_rankings)
                for name, ranking in rankings(collection, asked, chosen, named, progress, source)
            )
            means = {name: sum(query.values[name] for query in found) / len(found) for name in MEASURES}
            return Trial(_unusual(chosen), len(collection.ids), collection.terms, means, found), missing

    first, unknown = attempt(base)
    skipped = len(queries) - len(asked)
    if against is None:
        return Evaluation(first, skipped, unknown)
    second, _ = attempt(_settings(against, base))
    differences = {
        name: compare([query.values[name] for query in first.queries], [query.values[name] for query in second.queries])
        for name in COMPARED
    }
    return Evaluation(first, skipped, unknown, second, differences)


def _measured(name: str, text: str, ranking: list[str], judged: Mapping[str, int], keep: bool) -> QueryValues:
    relevant = sum(value > 0 for value in judged.values())
    values = measures(ranking, judged)
    return QueryValues(name, text, relevant, len(judged), len(ranking), values, tuple(ranking) if keep else ())


def _settings(values: Mapping[str, Any], base: Settings) -> Settings:
    for name, _ in flatten(values):
        if not name.startswith(_SECTIONS):
            raise UsageError(f"The setting {name} does not change what a search finds; those of analysis do.")
    return build(values, base)


def _unusual(settings: Settings) -> dict[str, Any]:
    usual = dict(flatten(msgspec.to_builtins(Settings())))
    return {name: value for name, value in flatten(msgspec.to_builtins(settings)) if value != usual.get(name)}
