"""What a running crawl tells about itself: one `Snapshot`, for the terminal, `mekik status` and the API."""

from __future__ import annotations

import msgspec

from mekik.crawl.fresh_copies import FreshCopies
from mekik.crawl.traps import Trap
from mekik.frontier import VisitBudget


class Counts(msgspec.Struct):
    known: int = 0
    waiting: int = 0
    running: int = 0
    completed: int = 0
    error: int = 0
    refused: int = 0


class HostStatus(msgspec.Struct):
    """A host's queue and clock."""

    host: str
    waiting: int
    running: int
    delay: float
    """Seconds between two requests, as things are."""
    due_in: float
    """Seconds until it may be asked again."""
    why: str
    """What it rests for."""
    last: str
    """The code or outcome of its last answer in this run."""


class Snapshot(msgspec.Struct):
    job: str
    state: str
    """new, running, paused, interrupted, finished, failed"""
    counts: Counts
    pages: int = 0
    """Fetched by this run."""
    bytes: int = 0
    pages_per_s: float = 0.0
    """Over the last seconds."""
    mean_pages_per_s: float = 0.0
    bytes_per_s: float = 0.0
    found_per_s: float = 0.0
    elapsed: float = 0.0
    indexed: int = 0
    finds: int = 0
    """Picked out of the job's pages, as far as committed."""
    waiting_for: str = ""
    """What it waits for when nothing moves: politeness, a retry, robots.txt, the disk, …"""
    current: str = ""
    """An address being fetched now."""
    traps: list[Trap] = []
    """Suspected patterns, those with most set aside first."""
    harvest: float | None = None
    """Share of the pages read that are what the order looks for; None for an order that looks for nothing."""
    freshness: FreshCopies | None = None
    """Of the copies, when that was last worked out; None for a job that does not come back to pages."""
    visits: VisitBudget | None = None
    """How it stands with its budget of visits to known pages; None for a job without one."""
    memory: int = 0
    """Anonymous memory of the engine and its workers, in bytes."""
    memory_limit: int = 0
    """Of the machine, in bytes."""
    disk_free: int = 0
    disk_least: int = 0
    """The job waits while less than this is free."""
    hosts: list[HostStatus] = []
    """Those with most waiting."""
    order: str = ""
    """By which it goes now."""


def harvest_of(graded: tuple[float, int] | None) -> float | None:
    """From the sum of grades and their number."""
    return round(graded[0] / graded[1], 4) if graded and graded[1] else None
