"""Who asks. Every search takes one, so that nobody sees what is not theirs: not in hits, counts or facets."""

from __future__ import annotations

import msgspec
import tantivy

from mekik.index.schema import schema


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
        owners = {self.name} if mine else {self.name, *self.owners}
        return tantivy.Query.term_set_query(schema(), "owner", sorted(map(_clean, owners)))


def _clean(name: str) -> str:
    return name.encode("utf-8", "replace").decode()
