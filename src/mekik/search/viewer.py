"""Who asks. Every search takes one, so that nobody sees what is not theirs: not in hits, counts or facets."""

from __future__ import annotations

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

    def filter(self, mine: bool = False) -> tantivy.Query | None:
        """What they may see, or with `mine` what is their own. None: no limit."""
        if self.everything and not mine:
            return None
        owners = sorted(map(_clean, {self.name} if mine else {self.name, *self.owners}))
        if len(owners) > _MANY:
            return tantivy.Query.term_set_query(schema(), "owner", owners)
        # A set is written out for the whole index with every query; a few owners can be skipped through.
        terms = [tantivy.Query.term_query(schema(), "owner", owner, index_option="basic") for owner in owners]
        return tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])


def _clean(name: str) -> str:
    return name.encode("utf-8", "replace").decode()
