"""Tries other weights of the ranking (src/mekik/search/weights.toml) on the collections beside the repository.

python bench/tune.py                          every weight, every collection
python bench/tune.py --every 10 short root    two weights, on a tenth of the questions

One weight after the other is changed by each factor and kept where the mean over the collections grows. So that nothing
is fitted to one collection, it is done once for each of them without that one: its own value with the weights that the
others chose is what counts. The file is not changed: whoever wants other weights writes them there.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from dataclasses import dataclass
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
COLLECTIONS = {"xquad-tr": "tr", "thquad-tr": "tr", "xquad-en": "en", "xquad-de": "de", "xquad-es": "es"}
FACTORS = (0.0, 0.5, 0.75, 1.33, 2.0)
LEAST_GAIN = 0.0005
SETTINGS = Settings()


@dataclass
class Judged:
    """A collection in an index, with its questions."""

    name: str
    language: str
    index: Collected
    questions: dict[str, str]
    judgements: dict[str, dict[str, int]]

    def value(self) -> float:
        """nDCG@10 with the present weights."""
        found = rankings(self.index, self.questions, SETTINGS, self.language, lambda *_: None)
        return sum(measures(ranking, self.judgements[name])["ndcg@10"] for name, ranking in found) / len(self.questions)


def opened(stack: ExitStack, name: str, every: int) -> Judged:
    folder, language = FOLDER / name, COLLECTIONS[name]
    documents = read_documents([folder / "corpus.jsonl"])
    index = stack.enter_context(collected(documents, SETTINGS, language, lambda *_: None))
    judgements = read_judgements(folder / "qrels.tsv", "utf-8")
    questions = dict(list(read_queries(folder / "queries.jsonl", "utf-8", ("title",)).items())[::every])
    return Judged(name, language, index, questions, {key: dict(judgements[key]) for key in questions})


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


def main() -> None:
    usual = msgspec.structs.asdict(WEIGHTS)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", nargs="*", choices=[*usual, []], help="default: all but those of other languages")
    parser.add_argument("--every", type=int, default=1, help="only each n-th question")
    options = parser.parse_args()
    names = options.weights or [name for name in usual if name not in ("like", "alike")]
    here = [name for name in COLLECTIONS if Path(FOLDER / name).is_dir()]
    if len(here) < 2:
        parser.exit(1, f"There are no collections to compare in {FOLDER}.\n")
    with ExitStack() as stack:
        collections = [opened(stack, name, options.every) for name in here]
        rows = [["left out", "questions", "nDCG@10", "with the others' weights", "which are"]]
        for one in collections:
            chosen = tuned([other for other in collections if other is not one], names)
            now = one.value()
            use(chosen)
            then = one.value()
            use(usual)
            changes = ", ".join(f"{name} {value:g}" for name, value in chosen.items()) or "the present ones"
            rows.append([one.name, str(len(one.questions)), f"{now:.4f}", f"{then:.4f}", changes])
            print(rows[-1], flush=True)
        print("\n" + report.table(rows))


if __name__ == "__main__":
    main()
