"""From the names of reports to their tables, with one pass over the archive for all that need one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mekik.crawl.catalogue import Job
from mekik.crawl.folder import Folder
from mekik.crawl.reports import counts, faults, karaca
from mekik.crawl.reports.bench import Bench, Table
from mekik.crawl.reports.countries import Countries
from mekik.crawl.reports.freshness import freshness
from mekik.crawl.reports.links import BrokenLinks, Orphans
from mekik.crawl.reports.periods import days
from mekik.crawl.reports.reading import Progress, read_archive
from mekik.crawl.reports.redirects import follow_redirects, redirects
from mekik.crawl.reports.spelling import Spelling
from mekik.crawl.reports.tree import tree
from mekik.errors import UsageError

_OF_THE_STATE: dict[str, Callable[[Bench, Job, str], Table]] = {
    "tree": tree, "redirects": redirects, "slow": counts.slow, "outcomes": counts.outcomes, "codes": counts.codes,
    "types": counts.types, "languages": counts.languages, "sizes": counts.sizes, "hosts": counts.hosts,
    "depths": counts.depths, "errors": faults.errors, "duplicates": faults.duplicates, "traps": faults.traps,
    "spam": faults.spam, "days": days, "popularity": karaca.popularity, "assignment": karaca.assignment,
    "time-scores": karaca.time_scores, "points": karaca.points, "freshness": freshness,
}  # fmt: skip
_OF_THE_ARCHIVE: dict[str, Callable[[Bench, Job], BrokenLinks | Orphans | Spelling | Countries]] = {
    "broken": lambda bench, job: BrokenLinks(bench),
    "orphans": lambda bench, job: Orphans(bench),
    "spelling": Spelling,
    "countries": Countries,
}
_FOLLOWED = {"redirects", "broken", "orphans"}
"""Reports that have to know where redirects lead."""

REPORTS = (
    "tree", "broken", "redirects", "slow", "orphans", "spelling", "countries", "outcomes", "codes", "types",
    "languages", "sizes", "hosts", "depths", "errors", "duplicates", "traps", "spam", "days", "popularity",
    "assignment", "time-scores", "points", "freshness",
)  # fmt: skip


def tables(folder: Folder, job: Job, names: Sequence[str], progress: Progress) -> Iterator[Table]:
    """A table for each name, in their order. `progress` is told how much of the archive was read."""
    unknown = [name for name in names if name not in REPORTS]
    if unknown:
        raise UsageError(f"There is no report {unknown[0]!r}. There are: {', '.join(REPORTS)}.")
    if not folder.frontier(job.name).exists():
        return
    with Bench(folder.frontier(job.name)) as bench:
        if not _FOLLOWED.isdisjoint(names):
            follow_redirects(folder.archive, bench, job)
        readers = {name: _OF_THE_ARCHIVE[name](bench, job) for name in dict.fromkeys(names) if name in _OF_THE_ARCHIVE}
        read_archive(folder, bench, job, list(readers.values()), progress)
        for name in dict.fromkeys(names):
            if name in readers:
                yield readers[name].table(job, name)
            else:
                yield _OF_THE_STATE[name](bench, job, name)
