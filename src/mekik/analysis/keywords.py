"""What a page is about, in a few words: those that are frequent where it counts.

A word counts once where it stands in the beginning of the main content, twice in its first sentences, and more in
headings, in bold and in the title. Words of one root count together and are shown as the page writes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mekik.analysis.stop_words import STOP_WORDS
from mekik.page import Keyword

READ = 300
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
"""Words, and their roots where they differ: each with one blank more than it has words before it."""


def keywords(content: Column, title: Column, strong: Column, language: str, most: int) -> tuple[Keyword, ...]:
    """At most `most`, the best first."""
    words = content[0].split(None, READ)[:READ]
    roots = _roots(words, content[1], READ)
    counts = Counter(roots)
    for root in roots[:FIRST]:
        counts[root] += 1
    for root in _roots(strong[0].split(None, _MOST_STRONG)[:_MOST_STRONG], strong[1], _MOST_STRONG):
        if root in counts:
            counts[root] += STRONG
    for root in set(_roots(title[0].split(), title[1], -1)):
        if root in counts:
            counts[root] += TITLE
    stop, shortest = STOP_WORDS.get(language, frozenset()), _SHORTEST + (language not in STOP_WORDS)
    best = sorted([(-count, root) for root, count in counts.items() if count >= _LEAST and root not in stop])
    return tuple(_shown(best, words, roots, stop, shortest, most))


def _roots(words: list[bytes], roots: bytes, most: int) -> list[bytes]:
    """The root of each word; the word itself where it is its own."""
    if not roots:
        return words
    return [root or word for word, root in zip(words, roots.split(b" ", most), strict=False)]


def _shown(
    best: list[tuple[int, bytes]], words: list[bytes], roots: list[bytes], stop: frozenset[bytes], shortest: int,
    most: int,
) -> Iterator[Keyword]:  # fmt: skip
    left = most
    for _, root in best:
        if not left:
            return
        if len(root) < shortest or root.isdigit():
            continue
        # The root where the page has it; else the word by which it came first.
        shown = root if root in words else words[roots.index(root)]
        if shown not in stop:
            left -= 1
            yield Keyword(root.decode("utf-8", "replace"), shown.decode("utf-8", "replace"))
