"""What the state knows of a page's text: which others are like it, and whether it is spam. For `mekik why`."""

from __future__ import annotations

import msgspec

from mekik.frontier import SqliteStore


class SpamAnswer(msgspec.Struct):
    score: float
    reasons: list[str]
    action: str | None
    """drop, lower or mark; None below the threshold."""


class Judged(msgspec.Struct):
    duplicate_of: str | None = None
    """The page that is shown for the group, when it is another one."""
    likeness: float | None = None
    """To the text that came first: 1 for the same text, else about the share of common word pairs."""
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
        # The one that is shown may have come later than this one: then their likeness is the other one's.
        likeness = row.likeness if row.likeness is not None else pages[0].likeness
        answer.likeness = None if likeness is None else round(likeness, 3)
    return answer
