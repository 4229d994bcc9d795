"""The Python API: `mekik.open(path)` gives a `Workspace`, and that is what the command line and the web use too.

It is synchronous, works inside a running event loop, and never prints.

    base.py        the data directory, opened: catalogue, stores, index
    crawling.py    crawling and going on
    telling.py     pause, stop, another order, lifting what was set aside
    looking.py     status, reports, logs, finds, why
    searching.py   searching and archived copies
    keeping.py     import, export, reindex, check, repair, backup
"""

from __future__ import annotations

from mekik.crawl.finished import Finished
from mekik.crawl.publishing import Progress
from mekik.workspace.crawling import Crawling
from mekik.workspace.keeping import Keeping
from mekik.workspace.looking import Looking
from mekik.workspace.telling import Telling

__all__ = ["Finished", "Progress", "Workspace"]


class Workspace(Crawling, Telling, Looking, Keeping):
    """A data directory: its jobs, its archive and its index."""
