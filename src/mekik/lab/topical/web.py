"""Pages about five topics, few among many others, linked mostly to their like."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import NamedTuple

TOPICS: dict[str, tuple[str, ...]] = {
    "felis": ("cat", "felis", "kitten", "lynx"),
    "computer": ("computer", "software", "processor", "keyboard"),
    "health": ("health", "medicine", "doctor", "vaccine"),
    "instruments": ("violin", "instrument", "piano", "oboe"),
    "travel": ("travel", "journey", "hotel", "island"),
}
"""Topics and the words that a person would look for."""
_OTHERS = 40
_SYLLABLES = ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "za", "dri", "pla", "gor", "fen")
_COMMON = 300
_THEME_WORDS = 40
_LINKS = 12
_ALIKE = 0.66
"""Of the links of a page, how many lead to pages about the same."""
_SHOWN = 0.9
"""Of the links to a page about a topic, how many hold one of its words."""
_BY_CHANCE = 0.05
"""Of all other links, how many hold a word of some topic."""
_TWO_MEANINGS = 0.2
"""Of all links, how many hold a word of a silent topic, whatever they lead to."""
_TOLD_BESIDE = 0.6
"""Of all links, how many have something beside them that tells what they lead to."""
_NAMELESS = ("read more", "next page", "here", "details", "see this")


class Named(NamedTuple):
    """A link."""

    target: int
    """Number of the page."""
    anchor: str
    around: str
    """What stands beside it."""


@dataclass
class TopicalPage:
    number: int
    site: int
    theme: str
    url: str
    title: str
    words: str
    links: list[Named] = field(default_factory=list)


class TopicalWeb:
    """`silent` topics do not show in links: anchors and addresses of their pages hold their words as rarely as those of
    any other page do by chance.

    The first page is a portal that names the home page of every site. About 3 in 100 pages belong to each topic.
    """

    def __init__(self, seed: int = 1, pages: int = 3000, silent: frozenset[str] = frozenset()) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a made-up web, the same every time
        self._beside = random.Random(seed + 1)  # noqa: S311 - likewise
        self._silent = silent
        self._common = [self._word() for _ in range(_COMMON)]
        themes = [*TOPICS, *(self._word() for _ in range(_OTHERS))]
        self._vocabulary = {theme: [self._word() for _ in range(_THEME_WORDS)] for theme in themes}
        self._sites = {theme: [3 * place, 3 * place + 1, 3 * place + 2] for place, theme in enumerate(themes)}
        self.pages = [self._portal()]
        for number in range(1, pages):
            self.pages.append(self._page(number, themes[number % len(themes)]))
        by_theme: dict[str, list[int]] = {}
        for page in self.pages[1:]:
            by_theme.setdefault(page.theme, []).append(page.number)
        for page in self.pages[1:]:
            page.links = self._links(page, by_theme[page.theme])
        names = {theme: _NAMELESS[0] if theme in silent else theme for theme in themes}
        self.pages[0].links = [
            Named(by_theme[theme][place], names[theme], "") for theme in themes for place in range(3)
        ]

    def about(self, topic: str) -> set[int]:
        return {page.number for page in self.pages if page.theme == topic}

    def _portal(self) -> TopicalPage:
        words = " ".join(self._chance.choices(self._common, k=100))
        return TopicalPage(0, -1, "portal", "http://portal.test/", "Portal", words)

    def _page(self, number: int, theme: str) -> TopicalPage:
        chance = self._chance
        site = chance.choice(self._sites[theme])
        own = self._vocabulary[theme]
        text = chance.choices(self._common, k=70) + chance.choices(own, k=30)
        text += chance.choices(self._vocabulary[chance.choice(list(self._vocabulary))], k=8)
        if theme in TOPICS:
            text += chance.choices(TOPICS[theme], k=chance.randrange(1, 6))
        chance.shuffle(text)
        name = "-".join(chance.choices(own, k=2))
        if theme in TOPICS and self._shows(theme) and chance.random() < 0.5:
            name = f"{chance.choice(TOPICS[theme])}-{name}"
        folder = f"n{site}" if theme in self._silent else chance.choice(own)
        url = f"http://site{site}.test/{folder}/{name}-{number}.html"
        return TopicalPage(number, site, theme, url, " ".join(chance.choices(own, k=3)), " ".join(text))

    def _links(self, page: TopicalPage, alike: list[int]) -> list[Named]:
        """Two of three lead to pages about the same, the others anywhere."""
        chance = self._chance
        targets = dict.fromkeys(
            chance.choice(alike) if chance.random() < _ALIKE else chance.randrange(1, len(self.pages))
            for _ in range(_LINKS)
        )
        targets.pop(page.number, None)
        return [Named(target, self._anchor(self.pages[target]), self._around(self.pages[target])) for target in targets]

    def _anchor(self, target: TopicalPage) -> str:
        chance = self._chance
        if target.theme in TOPICS and self._shows(target.theme):
            word = chance.choice(TOPICS[target.theme])
            return f"{word}{chance.choice(('', 's', 's'))} {chance.choice(self._vocabulary[target.theme])}"
        topic = chance.choice(list(self._silent or TOPICS))
        if chance.random() < (_TWO_MEANINGS if self._silent else _BY_CHANCE):
            return f"{chance.choice(TOPICS[topic])} {chance.choice(self._common)}"
        if chance.random() < 0.5 or target.theme in self._silent:
            return chance.choice(_NAMELESS)
        return " ".join(chance.choices(self._vocabulary[target.theme], k=2))

    def _around(self, target: TopicalPage) -> str:
        """Everyday words, and mostly some that pages of the target's kind use, though not those of the topic's name."""
        words = self._beside.choices(self._common, k=6)
        if self._beside.random() < _TOLD_BESIDE:
            words += self._beside.choices(self._vocabulary[target.theme], k=3)
        self._beside.shuffle(words)
        return " ".join(words)

    def _shows(self, theme: str) -> bool:
        return theme not in self._silent and self._chance.random() < _SHOWN

    def _word(self) -> str:
        return "".join(self._chance.choices(_SYLLABLES, k=self._chance.randrange(2, 5)))
