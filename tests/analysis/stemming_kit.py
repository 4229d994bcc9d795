"""Gold lemmas of Turkish words from the package turkish-treebanks (Apache-2.0), and how well roots agree with them.

Words are as writers write them: the treebank's inflectional groups are joined again, and a word has the lemma of its
first group, which is its deepest root. Of a word with several lemmas the most frequent counts.
"""

from __future__ import annotations

import importlib.metadata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from mekik.analysis import tokens
from mekik.analysis.casing import fold_turkish
from mekik.settings import AnalysisSettings

PACKAGE = "turkish-treebanks"
_FORM, _LEMMA, _TAG = 1, 2, 3
_WORDS = AnalysisSettings(analyser="words")


class PairScores(NamedTuple):
    """Of all pairs of different words: those that share a lemma against those that share a root."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / (self.precision + self.recall or 1.0)

    @property
    def over_stemming(self) -> float:
        """Pairs with one root that do not belong together."""
        return 1 - self.precision

    @property
    def under_stemming(self) -> float:
        """Pairs that belong together and have two roots."""
        return 1 - self.recall


def files() -> list[Path]:
    """Of the installed package; none where it is not there. Its code is not needed, nor imported."""
    try:
        found = importlib.metadata.files(PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        return []
    return [Path(str(file.locate())) for file in found if file.name.endswith(".conllu")]


def gold_lemmas() -> dict[str, str] | None:
    """Word to lemma, in the spelling of the index; None where the package is not installed."""
    paths = files()
    if not paths:
        return None
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in paths:
        for form, lemma in _words(path.read_text(encoding="utf-8").splitlines()):
            found, root = tokens(form, "tr", _WORDS), fold_turkish(lemma)
            if len(found) == 1 and found[0].text.isalpha() and root.isalpha():
                counts[found[0].text][root] += 1
    return {word: lemmas.most_common(1)[0][0] for word, lemmas in counts.items()}


def _words(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    form = lemma = ""
    for line in lines:
        cells = line.split("\t")
        if len(cells) > _TAG and cells[_LEMMA] == "_" and cells[_TAG] != "PUNCT":
            form += cells[_FORM]
            continue
        if form:
            yield form, lemma
        form, lemma = (cells[_FORM], cells[_LEMMA]) if len(cells) > _TAG else ("", "")
    if form:
        yield form, lemma


def pair_scores(gold: Mapping[str, str], roots: Mapping[str, str]) -> PairScores:
    both = Counter((lemma, roots[word]) for word, lemma in gold.items())
    right = _pairs(both.values())
    found, wanted = _pairs(Counter(roots[word] for word in gold).values()), _pairs(Counter(gold.values()).values())
    return PairScores(right / found if found else 1.0, right / wanted if wanted else 1.0)


def _pairs(sizes: Iterable[int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)
