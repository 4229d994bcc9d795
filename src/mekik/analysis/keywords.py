"""What a page is about, in a few words: those that are frequent where it counts.

A word counts once where it stands in the beginning of the main content, twice in its first sentences, and more in
headings, in bold and in the title. Words of one root count together and are shown as the page writes them.
"""

from __future__ import annotations

from collections import Counter

from mekik.analysis.stop_words import STOP_WORDS
from mekik.page import Keyword

READ = 200
"""Words of the main content that are counted: what a text is about, it says early, and a page must stay cheap."""
FIRST = 40
"""Words that count twice."""
TITLE, STRONG = 4, 2
"""What a word's standing in the title, or in a heading or in bold, adds."""
_MOST_STRONG = 60
_LEAST = 3
"""What a word must come to."""
_SHORTEST = 3
"""Bytes of a keyword; in languages without a list of stop words one more."""

Column = tuple[bytes, bytes]
"""Words and their roots; no roots where an analyser finds none."""


def keywords(content: Column, title: Column, strong: Column, language: str, most: int) -> tuple[Keyword, ...]:
    """At most `most`, the best first."""
    words, roots = _beginning(content, READ)
    counts = Counter(roots)
    counts.update(roots[:FIRST])
    for column, weight in ((strong, STRONG), (title, TITLE)):
        if column[0]:
            for root in set(_beginning(column, _MOST_STRONG)[1]):
                if root in counts:
                    counts[root] += weight
    stop = STOP_WORDS.get(language)
    shortest = _SHORTEST if stop else _SHORTEST + 1
    best = sorted(
        [
            (-count, root)
            for root, count in counts.items()
            if count >= _LEAST and len(root) >= shortest and not (stop and root in stop) and not root.isdigit()
        ]
    )
    own = set(words)
    return tuple(
        [
            Keyword(root.decode(), root.decode() if root in own else _first(words, roots, root))
            for _, root in best[:most]
        ]
    )


def _first(words: list[bytes], roots: list[bytes], root: bytes) -> str:
    """The word by which a root came first. Scripts without blanks have letters for words and pairs of them for roots,
    of which the pair says more."""
    word = words[roots.index(root)].decode()
    return word if len(word) > 1 else root.decode()


def _beginning(column: Column, most: int) -> tuple[list[bytes], list[bytes]]:
    """The first words, and the root of each."""
    words = column[0].split(None, most)[:most]
    return words, column[1].split(None, most)[:most] if column[1] else words
