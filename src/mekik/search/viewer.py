"""Who asks. Every search takes one, so that nobody sees what is not theirs: not in hits, counts or facets."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import tantivy

from mekik.index.schema import schema

_MANY = 16


class Viewer(msgspec.Struct, frozen=True):
    name: str
    everything: bool = False
    """An administrator, or the only user of this machine."""
    owners: frozenset[str] = frozenset()
    """Whose collections they may see beside their own."""

    def allowed(self, mine: bool = False) -> frozenset[str]:
        """Whose pages they may see, or with `mine` their own name; it counts only for who may not see everything."""
        return frozenset(map(_clean, {self.name} if mine else {self.name, *self.owners}))


def owned_by(owners: Iterable[str]) -> tantivy.Query:
    """The pages of these. (`visible.py` says which way to use it.)"""
    names = sorted(owners)
    if len(names) > _MANY:
        return tantivy.Query.term_set_query(schema(), "owner", names)
    # A set is written out for the whole index with every query; a few owners can be skipped through.
    terms = [tantivy.Query.term_query(schema(), "owner", owner, index_option="basic") for owner in names]
    return tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])


def _clean(name: str) -> str:
    return name.encode("utf-8", "replace").decode()
