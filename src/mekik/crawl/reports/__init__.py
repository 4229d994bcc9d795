"""Reports of a job: tables that `mekik report NAME` shows, and the site map and link list that are exported.

Nothing is kept for them while a job crawls. What the state knows comes from its tables (`counts.py`, `tree.py`,
`redirects.py`); what only pages tell is read from the archive again, in worker processes and with the parser of the
crawl (`reading.py`), once for all reports that are asked for: `links.py`, `spelling.py`, `countries.py`.

A `Bench` holds what has to be joined in a database of its own that SQLite keeps on disk when it grows, so memory
stays flat. `tables()` gives a `Table` for each report; its rows come as they are asked for.
"""

from mekik.crawl.reports.bench import Bench, Note, Table
from mekik.crawl.reports.inlinks import links_to
from mekik.crawl.reports.make import REPORTS, tables

__all__ = ["REPORTS", "Bench", "Note", "Table", "links_to", "tables"]
