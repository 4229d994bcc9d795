"""The forms that a job met, as people see them."""

from __future__ import annotations

import msgspec

from mekik.frontier import SqliteStore
from mekik.page import Form


class FormAnswer(msgspec.Struct):
    kind: str
    """search, choice, login, register, purchase, delete, newsletter, contact, upload or other."""
    action: str
    method: str
    words: str
    """Its labels and buttons."""
    page: str
    """Where it was met first."""
    state: str
    """asking, dry, budget; left: not of a kind that is sent; refused: outside the job; many: beyond forms.max_forms."""
    queries: int
    results: int
    """Pages of results that were read."""
    found: int
    """Addresses that nobody else had named."""


def stored_forms(store: SqliteStore) -> list[FormAnswer]:
    """Those that were asked first."""
    answers = []
    for row in store.forms():
        form = msgspec.json.decode(row.form, type=Form)
        page = store.address(row.page).url
        answers.append(
            FormAnswer(
                form.kind, form.action, form.method, form.words, page, row.state, row.queries, row.results, row.found
            )
        )
    return sorted(answers, key=lambda one: (-one.queries, one.action))
