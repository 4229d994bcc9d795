"""Did you mean: a query with words that are in the pages which the viewer may see.

Words come from the index, never from a list made of everybody's pages: whatever is proposed was counted among the
viewer's own. The work is bounded; a word for which none is found in it stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from mekik.index.reader import stored
from mekik.index.schema import schema
from mekik.search.forms import Forms
from mekik.search.letters import alike, distance, slips
from mekik.search.parts import Query, any_word, unscored
from mekik.search.plan import Planner
from mekik.search.tree import All, Node, Required, Sequence, Word
from mekik.search.tree import Any as AnyOf
from mekik.search.visible import Visible

LOOKUPS = 6000
"""Words that are looked up for one query: some milliseconds. Counted, not timed, so that the same query always gets
the same answer."""
RARE = 5
"""A word of fewer pages may be a slip."""
TIMES = 20
"""How much more frequent the other word must be then."""
_MOST_WORDS = 8
_SHORTEST, _LONGEST = 3, 24
_MOST_ALIKE = 256
_MOST_COUNTED = 24
_READ = 8
_WORD = re.compile(r"[^\W\d_]+")


class Speller:
    def __init__(self, searcher: Any, planner: Planner, visible: Visible) -> None:
        self._searcher = searcher
        self._planner = planner
        self._visible = visible
        self._left = LOOKUPS
        self._words = 0
        self.changed = False

    def better(self, node: Node) -> Node:
        """The tree with likelier words. What is excluded, quoted or a field stays: people mean those as written."""
        match node:
            case Word(text):
                return Word(self._word(text))
            case Required(child):
                return Required(self.better(child))
            case All(children) | AnyOf(children) | Sequence(children):
                return type(node)(tuple(self.better(child) for child in children))
        return node

    def _word(self, text: str) -> str:
        self._words += 1
        ways = self._planner.forms(text)
        if self._words > _MOST_WORDS or len(ways) != 1 or len(ways[0]) != 1:
            return text
        forms = ways[0][0]
        word = forms.exact[0]
        if not _SHORTEST <= len(word) <= _LONGEST or not word.isalpha():
            return text
        known = self._count(any_word(forms))
        if known >= RARE:
            return text
        found = self._best(word, known)
        if found is None:
            return text
        self.changed = True
        return found

    def _best(self, word: str, known: int) -> str | None:
        least = max(known * TIMES, 1)
        ways: tuple[Iterable[str], ...] = (alike(word, _MOST_ALIKE), slips(word), self._alike_slips(word))
        for candidates in ways:
            found = self._most_frequent(self._in_index(candidates), least)
            if found:
                return found
        return self._far(word, least) if not known and len(word) >= 5 else None

    def _alike_slips(self, word: str) -> Iterable[str]:
        for slip in dict.fromkeys(slips(word)):
            yield from alike(slip, 16)

    def _in_index(self, candidates: Iterable[str]) -> list[str]:
        """Those that are there at all, in the order in which they come: how many have them is not asked yet."""
        found: dict[str, None] = {}
        for word in candidates:
            self._left -= 1
            if self._left < 0:
                break
            if self._searcher.doc_freq("content_exact", word):
                found[word] = None
                if len(found) >= _MOST_COUNTED:
                    break
        return list(found)

    def _most_frequent(self, words: list[str], least: int) -> str | None:
        best, most = None, least - 1
        for word in words:
            count = self._count(any_word(Forms((word,), (), ())))
            if count > most:
                best, most = word, count
        return best

    def _far(self, word: str, least: int) -> str | None:
        """Two slips away: asks for a few pages with such words and reads them."""
        near = Query.fuzzy_term_query(schema(), "content_exact", word, distance=2)
        words: dict[str, int] = {}
        for _, address in self._searcher.search(self._seen(near), _READ, count=False).hits:
            entry = stored(self._searcher.doc(address))
            for other in set(_WORD.findall(f"{entry.title} {entry.content[:20_000]}")):
                small = other.lower().replace("i̇", "i")
                if abs(len(small) - len(word)) <= 2 and small not in words:
                    words[small] = distance(word, small, 2)
        close = sorted((away, other) for other, away in words.items() if away <= 2)
        return self._most_frequent([other for _, other in close[:_MOST_COUNTED]], least)

    def _count(self, query: Query) -> int:
        return int(self._searcher.search(self._seen(unscored(query)), 1, count=True).count)

    def _seen(self, query: Query) -> Query:
        return self._visible.of(query)
