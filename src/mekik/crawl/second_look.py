"""Pages that were judged too early: the first pages of a link farm, before the others were known, and pages that turned
out to be far better linked than was known when they were indexed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from mekik.archive import read_capture
from mekik.crawl.folder import Folder
from mekik.crawl.ranks import Ranks
from mekik.crawl.reindex import ArchiveIndexer
from mekik.crawl.trust import Trust
from mekik.errors import StorageError
from mekik.frontier import Batch, FrontierStore, Visit
from mekik.page import Capture

_ONE_IN = 100
_FEWEST = 20


def late_ranks(store: FrontierStore, ranks: Ranks, since: int) -> list[int]:
    """The best linked pages indexed since then, at most one in a hundred, whose level in the index is too low."""
    ids, keys = store.indexed_since(since)
    known, most = store.last_id(), max(_FEWEST, len(ids) // _ONE_IN)
    better = (int(ids[place]) for place in ranks.best(keys, known) if ranks.is_better(int(keys[place]), known))
    return list(islice(better, most))


def look_again(folder: Folder, store: FrontierStore, ids: Iterable[int], trust: Trust, indexer: ArchiveIndexer) -> int:
    """Reads them from the archive and indexes them anew; how many there were. Everything else is committed before."""
    files = {number: text for text, number in store.names().items()}
    visits: list[Visit] = []
    for id in ids:
        visit = store.visit(id)
        if visit is None or visit.file is None or visit.offset is None or not visit.indexed:
            continue
        capture = Capture(files[visit.file], visit.offset, visit.length or 0, b"")
        try:
            indexer.feed(read_capture(folder.archive, capture))
        except StorageError:
            continue  # it stays as it is; `mekik check` tells of the damage
        visits.append(visit)
    indexer.drain()
    dropped = [visit._replace(indexed=0) for visit in visits if trust.dropped(visit.address)]
    if dropped:
        store.write(Batch(visits=dropped))
    return len(visits)
