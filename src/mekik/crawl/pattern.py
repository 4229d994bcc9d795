"""What is known of one pattern of addresses: how often it was visited, what that brought, what it may still cost."""

from __future__ import annotations

from mekik.frontier import PatternRow

TRAP = "trap"
WATCHED, SUSPECTED, LIFTED = "watched", "suspected", "lifted"


class Pattern:
    __slots__ = ("cleared", "credit", "leads", "new", "set_aside", "since", "state", "text", "visits")

    def __init__(self, text: str, credit: int) -> None:
        self.text, self.credit = text, credit
        self.visits = self.new = self.set_aside = 0
        self.cleared = False
        """Whether a suspicion turned out wrong in this run."""
        self.leads = False
        """Whether something new was found through it in this run."""
        self.state = WATCHED
        self.since = 0.0

    @property
    def early(self) -> bool:
        """Suspected with credit left, or again with credit because of what it led to."""
        return self.state == SUSPECTED and self.credit > 0

    @classmethod
    def stored(cls, row: PatternRow) -> Pattern:
        pattern = cls(row.pattern, row.credit)
        pattern.visits, pattern.new, pattern.set_aside = row.visits, row.new, row.set_aside
        pattern.state, pattern.since = row.state, row.since
        return pattern

    def row(self) -> PatternRow:
        return PatternRow(
            self.text, TRAP, self.state, self.visits, self.new, self.set_aside, self.credit, self.since, self.why
        )

    @property
    def why(self) -> str:
        return f"of {self.visits} pages visited {self.new} brought something new, and the last did not"
