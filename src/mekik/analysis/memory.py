"""A text's words in all their forms, by what was worked out for other texts before.

A page is mostly words that other pages had too: looking one up costs a fraction of working it out. What a key stands
for is kept as one run of UTF-8, a form on a line, so that a page is one join and one split; more objects would be more
misses of the processor's cache, which is what all this costs.
"""

from __future__ import annotations

from collections.abc import Callable

from mekik.analysis.latin import latin_words
from mekik.analysis.words import Forms, WordAnalyser

MOST = 150_000
"""Keys in each of the two generations: about 25 MB of Turkish."""
LONGEST = 60
"""Longer keys are addresses and junk that will not be seen again."""


class Memory(dict[bytes, bytes]):
    """Fills itself. When it is full it becomes the old generation, from which what is used again comes back."""

    def __init__(self, work_out: Callable[[str], bytes], most: int = MOST) -> None:
        super().__init__()
        self._work_out = work_out
        self._most = most
        self._older: dict[bytes, bytes] = {}

    def __missing__(self, key: bytes) -> bytes:
        lines = self._older.get(key)
        if lines is None:
            lines = self._work_out(key.decode("utf-8", "replace"))
            if len(key) > LONGEST:
                return lines
        if len(self) >= self._most:
            self._older = dict(self)
            self.clear()
        self[key] = lines
        return lines


class TextForms:
    """The words of texts in one language: exact, root and short, with blanks between them. A root is given only where
    it differs from the word, a short form only where it differs from both: the index would hold the same word twice.

    Texts in Latin letters are cut by `latin_words`, and each word's other forms are remembered. Of other texts whole
    pieces between blanks are remembered, with the commas at them.
    """

    def __init__(self, analyser: WordAnalyser, language: str, *, only_exact: bool = False) -> None:
        self._analyser, self._language = analyser, language
        self._width = 1 if only_exact else 3 if analyser.shortens else 2
        self.words = Memory(self._other_forms)
        self.pieces = Memory(self._all_forms)

    def columns(self, text: str) -> tuple[bytes, bytes, bytes]:
        """Three columns, the later ones empty where there are none."""
        exact = latin_words(text, self._language)
        if exact is None:
            return self._by_pieces(text)
        words = exact.split() if self._width > 1 else None
        if not words:
            return exact, b"", b""
        lines = b"".join(map(self.words.__getitem__, words)).split(b"\n")
        lines.pop()
        if self._width == 2:
            return exact, b" ".join(lines), b""
        return exact, b" ".join(lines[::2]), b" ".join(lines[1::2])

    def _by_pieces(self, text: str) -> tuple[bytes, bytes, bytes]:
        pieces = text.encode("utf-8", "replace").split()
        lines = b"".join(map(self.pieces.__getitem__, pieces)).split(b"\n")
        lines.pop()
        columns = [b" ".join(lines[place :: self._width]) for place in range(self._width)]
        exact, root, short, *_ = *columns, b"", b""
        return exact, root, short

    def _other_forms(self, exact: str) -> bytes:
        _, root, short = distinct(self._analyser.forms(exact))
        return (f"{root}\n{short}\n" if self._width == 3 else f"{root}\n").encode()

    def _all_forms(self, piece: str) -> bytes:
        width = self._width
        return "".join("\n".join(distinct(word[:3])[:width]) + "\n" for word in self._analyser.words(piece)).encode()


def distinct(forms: Forms) -> Forms:
    """Without a root or a short form that says nothing new."""
    exact, root, short = forms
    return exact, root if root != exact else "", short if short not in (exact, root) else ""
