"""Long words of which the dictionary knows the parts only: *Apothekentechniker* is *Apotheke* and *Techniker*."""

from __future__ import annotations

from collections.abc import Callable, Iterator

JOINING = frozenset({"de", "nl", "sv", "da", "no", "nn", "is", "hu", "fi", "et"})
"""Languages that write what belongs together as one word."""
SHORTEST, LONGEST = 8, 60
_PART = 4
_LINKS = ("", "s", "n", "en", "es", "er", "e")
"""What may stand between two parts."""


def splits(word: str) -> Iterator[tuple[str, str]]:
    """Ways to cut a word in two, those in the middle first."""
    if not SHORTEST <= len(word) <= LONGEST or not word.isalpha():
        return
    for place in sorted(range(_PART, len(word) - _PART + 1), key=lambda place: abs(2 * place - len(word))):
        first, second = word[:place], word[place:]
        for link in _LINKS:
            if first.endswith(link) and len(first) - len(link) >= _PART - 1:
                yield first.removesuffix(link), second


def parts(word: str, known: Callable[[str], bool]) -> tuple[str, str] | None:
    """The first cut of which both parts are known."""
    return next(((first, second) for first, second in splits(word) if known(second) and known(first)), None)
