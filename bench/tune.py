"""Tries other weights of the ranking (src/mekik/search/weights.toml) on the collections beside the repository.

python bench/tune.py                              every weight, every collection
python bench/tune.py --questions 300 short root   two weights, on 300 questions of each collection

One weight after the other is changed by each factor and kept where the mean over the collections grows. So that nothing
is fitted to one collection, it is done once for each of them without that one: its own value with the weights that the
others chose is what counts. Last, all of them choose together; what they choose is judged on the questions that nobody
tuned with, where a part of them was left out. The file is not changed: whoever wants other weights writes them there.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

import report
from mekik.search.evaluation.documents import read_documents
from mekik.search.evaluation.measures import measures
from mekik.search.evaluation.questions import read_judgements, read_queries
from mekik.search.evaluation.trial import Collected, collected, rankings
from mekik.search.weights import WEIGHTS
from mekik.settings import Settings

FOLDER = report.ROOT.parent / "shared" / "data" / "retrieval"
COLLECTIONS = {
    "xquad-tr": "tr", "thquad-tr": "tr", "thquad-tr.titles": "tr", "xquad-en": "en", "xquad-de": "de", "xquad-es": "es",
}  # fmt: skip
"""With their languages. Titles of articles as queries are a collection of their own: people ask so, too."""
FACTORS = (0.5, 0.75, 1.33, 2.0)
LEAST_GAIN = 0.0005
SETTINGS = Settings()
HELD_OUT = 2
"""Times as many questions are held out as are tuned with, where there are so many."""
UNTOLD = {
    "heading", "anchor", "address", "linked", "fresh", "rest", "phrase_root", "phrase_short", "alike", "like",
}  # fmt: skip
"""Weights of what these collections do not have: pages with headings and links, quotes, other languages."""


@dataclass
class Judged:
    """A collection in an index, with its questions."""

    name: str
    language: str
    index: Collected
    questions: dict[str, str]
    others: dict[str, str]
    """Questions to judge by that were not tuned with."""
    judgements: dict[str, dict[str, int]]
    known: dict[tuple[float, ...], float] = field(default_factory=dict)

    def value(self) -> float:
        """nDCG@10 with the present weights."""
        weights = msgspec.structs.astuple(WEIGHTS)
        if weights not in self.known:
            self.known[weights] = self._mean(self.questions)
        return self.known[weights]

    def held_out(self) -> float:
        return self._mean(self.others)

    def _mean(self, questions: dict[str, str]) -> float:
        found = rankings(self.index, questions, SETTINGS, self.language, lambda *_: None)
        return sum(measures(ranking, self.judgements[name])["ndcg@10"] for name, ranking in found) / len(questions)


def place_of(name: str) -> tuple[Path, str]:
    """The folder of a collection, and what stands in the names of its questions."""
    folder, dot, kind = name.partition(".")
    return FOLDER / folder, dot + kind


def opened(stack: ExitStack, name: str, most: int | None) -> Judged:
    (folder, kind), language = place_of(name), COLLECTIONS[name]
    documents = read_documents([folder / "corpus.jsonl"])
    index = stack.enter_context(collected(documents, SETTINGS, language, lambda *_: None))
    judgements = read_judgements(folder / f"qrels{kind}.tsv", "utf-8")
    everything = read_queries(folder / f"queries{kind}.jsonl", "utf-8", ("title",))
    every = max(len(everything) // (most or len(everything)), 1)
    questions = dict(list(everything.items())[::every])
    rest = [(key, text) for key, text in everything.items() if key not in questions]
    others = dict(rest[:: max(every // HELD_OUT, 1)])
    return Judged(name, language, index, questions, others, {key: dict(judgements[key]) for key in everything})


def tuned(collections: list[Judged], names: list[str]) -> dict[str, float]:
    """The weights that these collections choose; the present ones are put back."""
    before = msgspec.structs.asdict(WEIGHTS)
    best = mean(collections)
    for name in names:
        chosen = getattr(WEIGHTS, name)
        for factor in FACTORS:
            setattr(WEIGHTS, name, round(before[name] * factor, 4))
            value = mean(collections)
            if value > best + LEAST_GAIN:
                best, chosen = value, getattr(WEIGHTS, name)
        setattr(WEIGHTS, name, chosen)
    found = {name: getattr(WEIGHTS, name) for name in names if getattr(WEIGHTS, name) != before[name]}
    use(before)
    return found


def mean(collections: list[Judged]) -> float:
    return sum(one.value() for one in collections) / len(collections)


def use(weights: dict[str, float]) -> None:
    for name, value in weights.items():
        setattr(WEIGHTS, name, value)


def told(weights: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in weights.items()) or "the present ones"


def left_out(collections: list[Judged], names: list[str], usual: dict[str, float]) -> None:
    """Each collection by what the others chose."""
    rows = [["left out", "questions", "nDCG@10", "with the others' weights", "which are"]]
    for one in collections:
        chosen = tuned([other for other in collections if other is not one], names)
        now = one.value()
        use(chosen)
        rows.append([one.name, str(len(one.questions)), f"{now:.4f}", f"{one.value():.4f}", told(chosen)])
        use(usual)
        print(rows[-1], flush=True)
    print("\n" + report.table(rows))


def together(collections: list[Judged], names: list[str], usual: dict[str, float]) -> None:
    """What all of them choose, judged by what was held out."""
    chosen = tuned(collections, names)
    rows = [["held out", "questions", "nDCG@10", "with the chosen weights"]]
    for one in collections:
        if one.others:
            now = one.held_out()
            use(chosen)
            rows.append([one.name, str(len(one.others)), f"{now:.4f}", f"{one.held_out():.4f}"])
            use(usual)
    print(f"\nAll together choose: {told(chosen)}")
    if len(rows) > 1:
        print("\n" + report.table(rows))


def main() -> None:
    usual = msgspec.structs.asdict(WEIGHTS)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "weights", nargs="*", choices=[*usual, []], help="default: all that the collections can tell of"
    )
    parser.add_argument("--questions", type=int, help="at most so many of each collection")
    options = parser.parse_args()
    names = options.weights or [name for name in usual if name not in UNTOLD]
    here = [name for name in COLLECTIONS if place_of(name)[0].is_dir()]
    if len(here) < 2:
        parser.exit(1, f"There are no collections to compare in {FOLDER}.\n")
    with ExitStack() as stack:
        collections = [opened(stack, name, options.questions) for name in here]
        left_out(collections, names, usual)
        together(collections, names, usual)


if __name__ == "__main__":
    main()
