"""Pages that were judged too early: the first pages of a link farm, before the others were known."""

from __future__ import annotations

from mekik.archive import read_capture
from mekik.crawl.folder import Folder
from mekik.crawl.reindex import ArchiveIndexer
from mekik.crawl.trust import Trust
from mekik.errors import StorageError
from mekik.frontier import Batch, FrontierStore, Visit
from mekik.page import Capture


def look_again(folder: Folder, store: FrontierStore, trust: Trust, indexer: ArchiveIndexer) -> int:
    """Reads them from the archive and indexes them anew; how many there were. Everything else is committed before."""
    files = {number: text for text, number in store.names().items()}
    visits: list[Visit] = []
    for id in trust.late():
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
