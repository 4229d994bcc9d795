"""Step 1 of the flow: is this address ours, and may we still fetch from there?

`Scope` judges every new address once, by the seeds, the patterns, the depth and the traps. `Budget` is asked
when an address is about to be handed out, and counts pages and bytes. Both answer with a `Verdict` that
names the rule in words.

    verdict.py   the answer
    reach.py     domain, host, path, any: how far from the seeds
    patterns.py  include and exclude, in linear time
    traps.py     paths that go round in circles
    actions.py   addresses whose visit would do something
    shapes.py    what addresses that a program made have in common
    scope.py     the four together
    hours.py     times of day and days of the week
    bending.py   other settings for a host, an address or a time
    budget.py    pages and bytes of the job, pages of a host
"""

from __future__ import annotations

from mekik.scope.actions import action_of
from mekik.scope.bending import BENDABLE, Bending, Bent
from mekik.scope.budget import Budget
from mekik.scope.patterns import Patterns
from mekik.scope.scope import Scope
from mekik.scope.shapes import Shape, goes_on, has_session, is_session, shape_of
from mekik.scope.verdict import ALLOWED, Verdict

__all__ = [
    "ALLOWED",
    "BENDABLE",
    "Bending",
    "Bent",
    "Budget",
    "Patterns",
    "Scope",
    "Shape",
    "Verdict",
    "action_of",
    "goes_on",
    "has_session",
    "is_session",
    "shape_of",
]
