"""What was worked out before, by the raw piece of text between two blanks.

A page is mostly words that other pages had too, with the same commas at them: looking the piece up costs a
fraction of taking it apart. A piece's words are kept as one run of UTF-8, its forms on lines of their own, so that a
page is one join and one split; more objects would be more misses of the processor's cache, which is what this costs.
"""

from __future__ import annotations

from mekik.analysis.words import WordAnalyser

MOST = 150_000
"""Pieces in each of the two generations: about 25 MB of Turkish."""
LONGEST = 60
"""Longer pieces are addresses and junk that will not be seen again."""

_EDGES = ' .,;:!?()[]{}<>"*/|=+&%#“”„«»…–—•·'
"""Around a word these are no part of it."""
_THREE_BYTES = bytes(range(0xE0, 0x100))
"""They begin characters of three bytes and more in UTF-8. With two, no script does without blanks between words."""


class ChunkMemory(dict[bytes, bytes]):
    """Fills itself. When it is full it becomes the old generation, from which what is used again comes back."""

    def __init__(self, analyser: WordAnalyser, most: int = MOST, *, only_exact: bool = False) -> None:
        super().__init__()
        self.analyser = analyser
        self.width = 1 if only_exact else 3 if analyser.shortens else 2
        """Forms of each word: exact, root, short."""
        self._most = most
        self._older: dict[bytes, bytes] = {}

    def columns(self, text: str) -> list[bytes]:
        """The text's words in each form, joined by blanks; three of them, the later ones empty where there are none."""
        parts = b"".join(map(self.__getitem__, text.encode("utf-8", "replace").split())).split(b"\n")
        parts.pop()
        width = self.width
        found = [b" ".join(parts[place::width] if width > 1 else parts) for place in range(width)]
        return found + [b""] * (3 - width)

    def __missing__(self, chunk: bytes) -> bytes:
        lines = self._older.get(chunk)
        if lines is None:
            lines = self._take_apart(chunk)
            if len(chunk) > LONGEST:
                return lines
        if len(self) >= self._most:
            self._older = dict(self)
            self.clear()
        self[chunk] = lines
        return lines

    def _take_apart(self, chunk: bytes) -> bytes:
        text = chunk.decode("utf-8", "replace")
        word = text.strip(_EDGES)
        if word.isalpha() and (word.isascii() or chunk.translate(None, _THREE_BYTES) == chunk):
            forms = self.analyser.forms(word)
            if self.width == 3:
                return f"{forms[0]}\n{forms[1]}\n{forms[2]}\n".encode()
            return ("\n".join(forms[: self.width]) + "\n").encode()
        return "".join("\n".join(found[:3][: self.width]) + "\n" for found in self.analyser.words(text)).encode()
