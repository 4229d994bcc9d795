"""How a crawl ended: what `Workspace.crawl` gives, here and from afar."""

from __future__ import annotations

import msgspec

from mekik.crawl.catalogue import State
from mekik.crawl.progress import Counts, Snapshot

_FEW = 10
"""Fewer errors than this are never too many."""


class Finished(msgspec.Struct):
    """How a crawl ended."""

    job: str
    state: str
    reason: str
    counts: Counts
    pages: int
    bytes: int
    elapsed: float
    pages_per_s: float
    exit_code: int
    finds: int = 0
    """Picked out of the job's pages."""


def finished(snapshot: Snapshot, state: State, reason: str, *, limit: bool, strict_limits: bool) -> Finished:
    """`limit`: a limit of the job ended it."""
    code = 0
    if state is State.INTERRUPTED:
        code = 10
    elif not snapshot.counts.completed:
        code = 4
    elif snapshot.counts.error >= _FEW and snapshot.counts.error > snapshot.counts.completed:
        code = 3
    elif limit and strict_limits:
        code = 12
    return Finished(
        job=snapshot.job, state=state.value, reason=reason, counts=snapshot.counts, pages=snapshot.pages,
        bytes=snapshot.bytes, elapsed=snapshot.elapsed, pages_per_s=snapshot.mean_pages_per_s, exit_code=code,
        finds=snapshot.finds,
    )  # fmt: skip
