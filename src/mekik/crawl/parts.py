"""What an engine works with."""

from __future__ import annotations

from dataclasses import dataclass

from mekik.archive import ArchiveWriter
from mekik.crawl.browser import Rendering
from mekik.crawl.collection import Collection
from mekik.crawl.coming_back import ComingBack
from mekik.crawl.commits import Commits
from mekik.crawl.departures import Departures
from mekik.crawl.forms import Forms
from mekik.crawl.gate import Gate
from mekik.crawl.log import LogWriter
from mekik.crawl.ranks import Ranks
from mekik.crawl.rates import Rates
from mekik.crawl.rules import Rules
from mekik.crawl.traps import Traps
from mekik.crawl.trust import Trust
from mekik.crawl.workers import WorkerPool
from mekik.fetch import Fetcher, FileFetcher, Poller
from mekik.frontier import Frontier
from mekik.index import IndexWriter
from mekik.settings import Settings


@dataclass(frozen=True)
class Parts:
    """What an engine works with; `assembly` puts it together."""

    settings: Settings
    job: str
    rules: Rules
    frontier: Frontier
    poller: Poller
    fetcher: Fetcher
    files: FileFetcher
    gate: Gate
    pool: WorkerPool
    archive: ArchiveWriter | None
    index: IndexWriter | None
    commits: Commits
    log: LogWriter
    rates: Rates
    trust: Trust
    ranks: Ranks
    traps: Traps
    forms: Forms
    coming_back: ComingBack
    departures: Departures
    collection: Collection | None
    """None where every page is kept."""
    alone: bool
    """No other job can have indexed the same address."""
    sitemaps: dict[str, int]
    """Taken up by earlier runs, by host."""
    rendering: Rendering | None = None
    """None where nothing is rendered."""
