"""What is next, and when may we? Step 2, and the state that step 8 settles.

`Frontier` is the memory of a running crawl: the set of known keys (`KeySet`), a queue and a clock per host
(`Hosts`) and an ordering. It is in four files: `memory.py` (what it knows), `finding.py` (step 1 → 2), `frontier.py`
(steps 2 and 3), `settling.py` (step 8). A `FrontierStore` keeps it (`SqliteStore`), and `ClockBook` keeps what all jobs
share: the hosts' clocks and their robots.txt. Side tables have a file each: `hints.py`, `changes.py`, `finds.py`,
`forms.py`, `judged.py`, `lessons.py`, `anchors.py`, `around.py`.
"""

from mekik.frontier.changes import GONE_MARK
from mekik.frontier.clocks import Clock, ClockBook
from mekik.frontier.finding import Judge
from mekik.frontier.finds import FoundThing, PageFinds
from mekik.frontier.forms import FormRow
from mekik.frontier.frontier import Frontier
from mekik.frontier.hints import percent
from mekik.frontier.judged import Alike
from mekik.frontier.keyset import KeySet
from mekik.frontier.limited import VisitBudget
from mekik.frontier.offers import links_of
from mekik.frontier.sqlite import SqliteStore
from mekik.frontier.store import (
    Batch,
    ChangeRow,
    Found,
    FrontierStore,
    JudgementRow,
    PatternRow,
    Record,
    Settled,
    TextRow,
    TombstoneRow,
    Visit,
)

__all__ = [
    "GONE_MARK", "Alike", "Batch", "ChangeRow", "Clock", "ClockBook", "FormRow", "Found", "FoundThing", "Frontier",
    "FrontierStore", "Judge", "JudgementRow", "KeySet", "PageFinds", "PatternRow", "Record", "Settled", "SqliteStore",
    "TextRow", "TombstoneRow", "Visit", "VisitBudget", "links_of", "percent",
]  # fmt: skip
