"""How many pages have a word, and what that spares.

tantivy looks at every page that has any of the words, and at words that nearly every page has for every page. Where a
rarer word must be there too, the frequent one is asked for among its pages only, which changes no score. And in large
collections words that stand everywhere bring no page by themselves where pages with some of the words are looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mekik.search.forms import Forms
from mekik.search.parts import RARER, Query, boosted, term, weight_of
from mekik.search.tree import Node, Required, Word

LARGE = 100_000
"""Pages of a collection in which it matters."""
EVERYWHERE = 0.1
"""Of all pages: words of more are everywhere."""
ENOUGH = 10
"""Pages that the other words must bring."""
_FIELDS = ("content_exact", "rest_exact", "title_exact")
_ROOTS = ("content_root", "rest_root")


class Frequencies:
    """Of the words of one query."""

    def __init__(self, searcher: Any, forms: Callable[[str], list[list[Forms]]]) -> None:
        self._searcher = searcher
        self._forms = forms
        self._known: dict[str, int] = {}
        self._all = searcher.num_docs

    @property
    def matter(self) -> bool:
        return bool(self._all >= LARGE)

    def pages(self, text: str) -> int:
        """About how many: as many as have its most frequent form in one field."""
        found = self._known.get(text)
        if found is None:
            ways = [min(map(self._of, way)) for way in self._forms(text) if way]
            found = self._known[text] = max(ways, default=0)
        return found

    def is_everywhere(self, word: Word) -> bool:
        return self.matter and self.pages(word.text) > EVERYWHERE * self._all

    def everywhere(self, nodes: Sequence[Node]) -> Sequence[Node]:
        """Words that need not bring pages, because the others bring enough."""
        words = {node: self.pages(node.text) for node in nodes if isinstance(node, Word)} if self.matter else {}
        found = [node for node, pages in words.items() if pages > EVERYWHERE * self._all]
        others = sum(pages for node, pages in words.items() if node not in found)
        return found if others >= ENOUGH else []

    def rarest(self, nodes: Sequence[Node]) -> Node | None:
        """The word that is to be found in fewer pages than the others; None where that is not worth knowing."""
        words = {node: self.pages(text) for node in nodes if (text := required(node))}
        if not self.matter or len(nodes) < 2 or not words:
            return None
        return min(words, key=lambda node: words[node])

    def is_rarer(self, rare: Node, than: Node) -> bool:
        """Whether it pays to look for the one among the pages of the other."""
        text = than.text if isinstance(than, Word) else required(than)
        return bool(text) and RARER * self.pages(required(rare)) < self.pages(text)

    def widest(self, forms: Forms) -> Query:
        """The word by the one of its forms that most pages have."""
        field, text = max(self._places(forms), key=lambda place: self._searcher.doc_freq(*place))
        return boosted(term(field, text), weight_of(field))

    def _of(self, forms: Forms) -> int:
        return max((self._searcher.doc_freq(field, text) for field, text in self._places(forms)), default=0)

    def _places(self, forms: Forms) -> list[tuple[str, str]]:
        return [
            *((field, text) for field in _FIELDS for text in forms.exact),
            *((field, text) for field in _ROOTS for text in forms.roots),
            *(("content_short", text) for text in forms.shorts),
        ]


def required(node: Node) -> str:
    """The word that must be there; empty for anything else."""
    match node:
        case Word(text):
            return text
        case Required(Word(text)):
            return text
    return ""
