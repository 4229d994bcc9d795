"""What the state knows of a page's text: who has it too, and whether it is spam. For `mekik why` and `mekik report`."""

from __future__ import annotations

import msgspec

from mekik.frontier import SqliteStore
from mekik.outcome import Outcome


class Repetition(msgspec.Struct):
    """Pages that bring nothing new, beside those that do."""

    same_bytes: int
    same_text: int
    nearly_same: int
    new: int


class SpamCounts(msgspec.Struct):
    pages: int
    """With a score above 0."""
    actions: dict[str, int]
    """Pages above the threshold by what became of them: drop, lower, mark."""
    reasons: dict[str, int]


class SpamAnswer(msgspec.Struct):
    score: float
    reasons: list[str]
    action: str | None
    """drop, lower or mark; None below the threshold."""


class Judged(msgspec.Struct):
    duplicate_of: str | None = None
    """The page that is shown for the group, when it is another one."""
    likeness: float | None = None
    """To the page that is shown: 1 for the same text, else about the share of common word pairs."""
    group: str | None = None
    similar: list[str] = []
    """The other pages of the group, the one to show first."""
    spam: SpamAnswer | None = None


def judged(store: SqliteStore, id: int, url: str) -> Judged:
    row = store.judgement(id)
    if row is None:
        return Judged()
    answer = Judged()
    if row.spam:
        answer.spam = SpamAnswer(row.spam, (row.reasons or "").split("\n"), row.action)
    text = store.text(row.text) if row.text is not None else None
    if text is None:
        return answer
    answer.group = f"{text.group:x}"
    pages = store.alike(text.number)
    others = [page for page in pages if page.url != url]
    if not others:
        return answer
    answer.similar = [page.url for page in others]
    if pages[0].url != url:
        answer.duplicate_of = pages[0].url
        # Each was compared with the text that came first, which may be a third one: then they are the same only where
        # both repeat it word for word, and else about as like as the one that is less so.
        known = [likeness for likeness in (row.likeness, pages[0].likeness) if likeness is not None]
        answer.likeness = round(min(known), 3) if known else None
    return answer


def repetition(store: SqliteStore) -> Repetition:
    ((copies,),) = store.query("SELECT count(*) FROM address WHERE outcome = ?", (Outcome.DUPLICATE.number,))
    ((same, near, new),) = store.query(
        "SELECT coalesce(sum(likeness = 1), 0), coalesce(sum(likeness < 1), 0), coalesce(sum(likeness IS NULL), 0)"
        " FROM judgement"
    )
    return Repetition(copies, same, near, new)


def spam_counts(store: SqliteStore) -> SpamCounts:
    counts = SpamCounts(0, {}, {})
    rows = store.query("SELECT action, reasons, count(*) FROM judgement WHERE spam > 0 GROUP BY 1, 2")
    for action, reasons, count in rows:
        counts.pages += count
        if action:
            counts.actions[action] = counts.actions.get(action, 0) + count
        for reason in (reasons or "").split("\n"):
            counts.reasons[reason] = counts.reasons.get(reason, 0) + count
    return counts
