"""A query without what would only cost in large collections: repeated words, and more than a few that most pages have.
Whoever pastes a page of text into the box gets an answer by the words that tell something."""

from __future__ import annotations

from mekik.search.frequency import Frequencies
from mekik.search.tree import All, Any, Node, Required, Sequence, Version, Versions, Word

MOST_EVERYWHERE = 6
"""Words of a query that very many pages have; the rest of them is left out."""


class Thinned:
    def __init__(self, frequencies: Frequencies) -> None:
        self._frequencies = frequencies
        self._words: set[str] = set()
        self.left_out = 0

    def tree(self, node: Node) -> Node:
        """The tree, or a smaller one. What is excluded, quoted or a condition stays."""
        if not self._frequencies.matter:
            return node
        match node:
            case Required(child):
                return Required(self.tree(child))
            case Version(language, child):
                return Version(language, self.tree(child))
            case Versions(typed, others, pivots):
                return Versions(self.tree(typed), others, pivots)
            case All(children) | Any(children) | Sequence(children):
                kept = tuple(self.tree(child) for child in dict.fromkeys(children) if not self._spared(child))
                if not kept:
                    return children[0]
                return kept[0] if len(kept) == 1 else type(node)(kept)
        return node

    def _spared(self, node: Node) -> bool:
        if not isinstance(node, Word) or not self._frequencies.is_everywhere(node):
            return False
        self._words.add(node.text)
        if len(self._words) <= MOST_EVERYWHERE:
            return False
        self._words.discard(node.text)
        self.left_out += 1
        return True
