"""What the pages of a host are usually in: evidence for those that tell little themselves.

A page's own word counts first, unless the host's pages often name another language than they are in, as those do whose
maker never changed what the software put there. Where a page says nothing, its host's habit speaks for it.
"""

from __future__ import annotations

_MOST_HOSTS = 2000
"""In each of two generations."""
_ENOUGH = 8
"""Pages after which a host has a habit."""
_USUAL = 0.9
"""The share of its pages that make one."""
_LIAR = 0.5
"""The share of its pages with a wrong declaration from which on none is believed."""
_CERTAIN = 0.95
"""Only pages that leave no doubt teach a habit."""


class _Host:
    __slots__ = ("declared", "languages", "pages", "wrong")

    def __init__(self) -> None:
        self.pages = self.declared = self.wrong = 0
        self.languages: dict[str, int] = {}


class Habits:
    """Of the hosts that this process met lately. Bounded: the older half goes when there are too many."""

    def __init__(self, most: int = _MOST_HOSTS) -> None:
        self._hosts: dict[str, _Host] = {}
        self._older: dict[str, _Host] = {}
        self._most = most

    def own_word(self, host: str, declared: str) -> str:
        """The language that speaks for itself: what the page declares, or the habit of its host."""
        known = self._known(host)
        if known is None or known.pages < _ENOUGH:
            return declared
        if declared and known.wrong <= _LIAR * known.declared:
            return declared
        usual = max(known.languages, key=known.languages.__getitem__)
        return usual if known.languages[usual] >= _USUAL * known.pages else ""

    def learn(self, host: str, declared: str, language: str, confidence: float) -> None:
        if not host or not language or confidence < _CERTAIN:
            return
        known = self._known(host)
        if known is None:
            if len(self._hosts) >= self._most:
                self._older, self._hosts = self._hosts, {}
            known = self._hosts[host] = _Host()
        known.pages += 1
        known.languages[language] = known.languages.get(language, 0) + 1
        if declared:
            known.declared += 1
            known.wrong += declared != language

    def _known(self, host: str) -> _Host | None:
        known = self._hosts.get(host)
        if known is None and (known := self._older.pop(host, None)) is not None:
            self._hosts[host] = known
        return known
