"""What a form is asked, and which of the words that came back is worth the next question."""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlencode

from mekik.page import Form, Page

_MOST_WORDS = 2000
_OF_A_PAGE = 12
_SHORTEST = 3
_KEPT = 80
_FEW = 4
"""Pages after which a word that stands in most of them is taken for one of the site, not of its pages."""


class Question(NamedTuple):
    words: str
    name: str = ""
    value: str = ""
    """A field of choices and what is chosen, where that is not the usual."""

    @property
    def label(self) -> str:
        """As people read it, and as it is kept with what it found."""
        chosen = f"{self.name}={self.value}" if self.name else ""
        return ", ".join(part for part in (self.words, chosen) if part)


def first_questions(form: Form, words: Iterable[str], max_options: int) -> list[Question]:
    """The words, then every choice of a small field with the first of them."""
    typed = list(dict.fromkeys(word.strip() for word in words if word.strip())) if form.text else [""]
    choices = [choice for choice in form.choices if 0 < len(choice.others) <= max_options]
    if not form.text:
        choices = choices[:1]
    chosen = [Question(typed[0], choice.name, value) for choice in choices for value in choice.others if typed]
    return [*(Question(word) for word in typed), *chosen]


def address_of(form: Form, question: Question) -> str:
    """What a browser would ask for."""
    chosen = {question.name: question.value}
    pairs = [*form.fixed, *((choice.name, chosen.get(choice.name, choice.usual)) for choice in form.choices)]
    if form.text:
        pairs.append((form.text, question.words))
    try:
        charset = codecs.lookup(form.charset).name
    except LookupError:
        charset = "utf-8"
    return f"{form.action}?{urlencode(pairs, encoding=charset, errors='xmlcharrefreplace')}"


class Vocabulary:
    """Words of the pages that a form led to, by how many of them hold each."""

    def __init__(self, counts: dict[str, int] | None = None, pages: int = 0) -> None:
        self._counts: Counter[str] = Counter(counts or {})
        """Twice the number of pages; a word of a page's title, which mostly finds that page only, counts once."""
        self.pages = pages

    def read(self, page: Page) -> None:
        self.pages += 1
        for word, in_title in words_of(page).items():
            self._counts[word] += 1 if in_title else 2
        if len(self._counts) > _MOST_WORDS:
            self._counts = Counter(dict(self._counts.most_common(_MOST_WORDS // 2)))

    def best(self, asked: set[str], *, any_word: bool = True) -> str:
        """The most frequent word that was not asked for yet and does not stand on most pages; shorter ones first,
        which are the commoner ones. Without `any_word` only one that promises more than a single page."""
        least = 1 if any_word else 2
        limit = max(self.pages, 2) if self.pages >= _FEW else 2 * _FEW
        fitting = [
            (count, -len(word), word)
            for word, count in self._counts.items()
            if least <= count <= limit and word not in asked
        ]
        return max(fitting, default=(0, 0, ""))[2]

    def kept(self) -> tuple[dict[str, int], int]:
        """What is worth keeping over a restart."""
        return dict(self._counts.most_common(_KEPT)), self.pages


def words_of(page: Page) -> dict[str, bool]:
    """What a page is about, and whether its title says so: its keywords, or the title where nobody looked for them."""
    document, analysis = page.document, page.analysis
    if document is None:
        return {}
    if analysis is None:
        return {word: True for word in document.title.lower().split() if len(word) > _SHORTEST and word.isalpha()}
    title = set(analysis.title_exact.split())
    words = (keyword.text.lower() for keyword in analysis.keywords[:_OF_A_PAGE])
    return {word: word in title for word in words if len(word) >= _SHORTEST and word.isalpha()}
