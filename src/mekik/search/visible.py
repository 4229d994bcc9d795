"""What a viewer may see, asked for in the way that costs least.

Who may see nearly everything would make tantivy walk through the pages of every owner but a few. So it is known whose
pages there are, and how many: where nothing is hidden there is no condition at all, where less is hidden than seen the
hidden is left out, and else what may be seen is demanded. All three find the same pages. Owners are counted anew with
every commit, in the very state of the index that is asked.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from mekik.index import TantivyReader
from mekik.search.parts import MUST, MUST_NOT, Query, unscored
from mekik.search.viewer import Viewer, owned_by

Owners = dict[str, int]
"""Pages by their owner; removed ones are counted until tantivy clears them away."""


class Visible(NamedTuple):
    """Without either of the two, everything may be seen."""

    only: Query | None = None
    """All pages that may be seen; None for all there are."""
    without: Query | None = None
    """All others, where those are fewer."""

    def of(self, query: Query) -> Query:
        """The query for pages that may be seen."""
        if self.without is not None:
            return Query.boolean_query([(MUST, query), (MUST_NOT, self.without)])
        return query if self.only is None else Query.boolean_query([(MUST, query), (MUST, unscored(self.only))])


def visible(reader: TantivyReader, searcher: Any, viewer: Viewer, mine: bool = False) -> Visible:
    """What may be seen of the index in the state of this searcher; with `mine`, what is the viewer's own."""
    if viewer.everything and not mine:
        return Visible()
    allowed = viewer.allowed(mine)
    owners = owners_of(reader, searcher)
    hidden = {owner: pages for owner, pages in owners.items() if owner not in allowed}
    if sum(owners.values()) < searcher.num_docs:  # a page that is nobody's is for nobody
        return Visible(owned_by(allowed))
    if not hidden:
        return Visible()
    if 2 * sum(hidden.values()) < sum(owners.values()):
        return Visible(owned_by(allowed), owned_by(hidden))
    return Visible(owned_by(allowed))


_known: WeakKeyDictionary[TantivyReader, tuple[Any, Owners]] = WeakKeyDictionary()


def owners_of(reader: TantivyReader, searcher: Any) -> Owners:
    known = _known.get(reader)
    if known is None or known[0] is not searcher:
        known = _known[reader] = searcher, dict(searcher.terms_with_prefix("owner", ""))
    return known[1]
