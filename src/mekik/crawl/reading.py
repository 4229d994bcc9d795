"""How a query is read: by the analyser by which the pages were, or their roots would not be its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mekik.crawl.catalogue import Job
from mekik.settings import AnalysisSettings

_PLAIN = ("none", "words")


def analysis_of(jobs: Iterable[Job], named: str | None = None) -> AnalysisSettings:
    """Of the job that a search names; else that which most jobs have, one that finds roots if there is any.

    Pages of jobs with another analyser are then found by their words as they are.
    """
    chosen = [job.settings.analysis for job in jobs if named is None or job.name == named]
    stemmed = [analysis for analysis in chosen if analysis.analyser not in _PLAIN]
    counts = Counter(stemmed or chosen)
    return counts.most_common(1)[0][0] if counts else AnalysisSettings()
