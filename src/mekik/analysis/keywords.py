"""What a page is about, in a few words: those that are frequent where it counts.

A word counts once where it stands in the beginning of the main content, twice in its first sentences, and more in
headings, in bold and in the title. Words of one root count together and are shown as the page writes them.
"""

from __future__ import annotations

from collections import Counter

from mekik.analysis.native import native
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
"""Words and their roots, with blanks between them; no roots where an analyser finds none."""
Counted = list[tuple[int, bytes, bytes]]
"""Roots in the order of a text: what each comes to, the root, and the word to show for it."""


def keywords(content: Column, title: Column, strong: Column, language: str, most: int) -> tuple[Keyword, ...]:
    """At most `most`, the best first."""
    stop = STOP_WORDS.get(language, ())
    shortest = _SHORTEST if stop else _SHORTEST + 1
    best = sorted(
        [
            (-score, root, word)
            for score, root, word in counted(*content, strong[1] or strong[0], title[1] or title[0])
            if len(root) >= shortest and root not in stop and not root.isdigit()
        ]
    )
    return tuple([Keyword(root.decode(), _shown(root, word.decode())) for _, root, word in best[:most]])


def _shown(root: bytes, word: str) -> str:
    """Scripts without blanks have letters for words and pairs of them for roots, of which the pair says more."""
    return word if len(word) > 1 else root.decode()


def counted(words: bytes, roots: bytes, strong: bytes, title: bytes) -> Counted:
    """What the roots of a text come to, if that is enough; its words stand for themselves where there are no roots. A
    root is shown as itself if the text has that word, else by the word by which it came first."""
    if native is not None:
        return native.count(words, roots, strong, title, (READ, FIRST, _MOST_STRONG, STRONG, TITLE, _LEAST))
    return in_passes(words, roots, strong, title)


def in_passes(words: bytes, roots: bytes, strong: bytes, title: bytes) -> Counted:
    """The same without compiled code."""
    said = _beginning(words, READ)
    stems = _beginning(roots, READ) if roots else said
    counts = Counter(stems + stems[:FIRST])
    for column, weight in ((strong, STRONG), (title, TITLE)):
        for root in set(_beginning(column, _MOST_STRONG)):
            if root in counts:
                counts[root] += weight
    own = set(said)
    return [
        (score, root, root if root in own else said[stems.index(root)])
        for root, score in counts.items()
        if score >= _LEAST
    ]


def _beginning(column: bytes, most: int) -> list[bytes]:
    return column.split(None, most)[:most]
