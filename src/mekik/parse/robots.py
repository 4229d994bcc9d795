"""What a page asks of robots: meta elements and X-Robots-Tag, for everyone or for us by name."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

_VALUED = {"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"}
"""Directives that carry a colon of their own and so are no agent's name."""
_LONGEST = 10_000


class Directives(msgspec.Struct):
    noindex: bool = False
    nofollow: bool = False
    noarchive: bool = False
    nosnippet: bool = False

    def obey(self, words: Iterable[str]) -> None:
        for word in words:
            if word == "none":
                self.noindex = self.nofollow = True
            elif word in ("noindex", "nofollow", "noarchive", "nosnippet"):
                setattr(self, word, True)
            elif word == "max-snippet:0":
                self.nosnippet = True


def read_meta(directives: Directives, content: str) -> None:
    directives.obey(word.strip() for word in content[:_LONGEST].lower().replace(";", ",").split(","))


def read_header(directives: Directives, header: str, agent: str) -> None:
    """`noindex, otherbot: nofollow, mekik: noarchive`: a name holds for what follows it."""
    agent = agent.lower()
    ours = True
    for part in header[:_LONGEST].lower().split(","):
        word = part.strip()
        name, colon, rest = word.partition(":")
        if colon and name.strip() not in _VALUED:
            ours = name.strip() in (agent, "*")
            word = rest.strip()
        if ours:
            directives.obey([word.replace(" ", "")])
