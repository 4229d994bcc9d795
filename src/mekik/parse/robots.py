"""What a page asks of robots: meta elements and X-Robots-Tag, for everyone or for us by name."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable

import msgspec

from mekik.parse.dates import read_date

_VALUED = {"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"}
"""Directives that carry a colon of their own and so are no agent's name."""
_PLAIN = {"noindex", "nofollow", "noarchive", "nosnippet", "noimageindex"}
_WEEKDAY = re.compile(r"\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},")
"""Before a date, where its comma would end the directive."""
_LONGEST = 10_000


class Directives(msgspec.Struct):
    noindex: bool = False
    nofollow: bool = False
    noarchive: bool = False
    nosnippet: bool = False
    noimageindex: bool = False

    def obey(self, words: Iterable[str]) -> None:
        for word in words:
            if word == "none":
                self.noindex = self.nofollow = True
            elif word in _PLAIN:
                setattr(self, word, True)
            elif word.startswith("max-snippet:") and word.rpartition(":")[2].strip() == "0":
                self.nosnippet = True
            elif word.startswith("unavailable_after:"):
                until = read_date(word.partition(":")[2])
                self.noindex = self.noindex or (until is not None and until < time.time())


def read_meta(directives: Directives, content: str) -> None:
    directives.obey(word.strip() for word in _WEEKDAY.sub("", content[:_LONGEST].lower()).replace(";", ",").split(","))


def read_header(directives: Directives, header: str, agent: str) -> None:
    """`noindex, otherbot: nofollow, mekik: noarchive`: a name holds for what follows it."""
    agent = agent.lower()
    ours = True
    for part in _WEEKDAY.sub("", header[:_LONGEST].lower()).split(","):
        word = part.strip()
        name, colon, rest = word.partition(":")
        if colon and name.strip() not in _VALUED:
            ours = name.strip() in (agent, "*")
            word = rest.strip()
        if ours:
            directives.obey([word])
