"""robots.txt by RFC 9309, with the number of the line that decides.

    RobotsTxt.parse(data).verdict("Mekik", "http://example.org/a").line

Reading never raises: what is not a rule is no rule. Matching is linear in the address, whatever the pattern.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import msgspec

from mekik.fetch.robots_match import Matcher, Rule, Verdict

MAX_SIZE = 500 * 1024

_FIELDS = {
    "user-agent": "agent", "useragent": "agent", "user agent": "agent",
    "disallow": "disallow", "dissallow": "disallow", "disalow": "disallow", "dissalow": "disallow",
    "diasllow": "disallow", "disallaw": "disallow",
    "allow": "allow",
    "crawl-delay": "delay", "crawl delay": "delay", "crawldelay": "delay",
    "sitemap": "sitemap", "site-map": "sitemap", "sitemaps": "sitemap",
}  # fmt: skip
_LINE_END = re.compile("\r\n|\r|\n")
_MAX_SITEMAPS = 10_000
_MAX_AGENTS = 64
"""Agents whose rules are kept ready: a crawler asks for one."""


class Group(msgspec.Struct):
    """All that a file says to one product token."""

    rules: list[Rule] = []
    delay: float | None = None


class RobotsTxt:
    def __init__(self, groups: dict[str, Group], sitemaps: tuple[str, ...], truncated: bool) -> None:
        self._groups = groups
        self._told: dict[str, tuple[Matcher, float | None]] = {}
        self.sitemaps = sitemaps
        self.truncated = truncated
        """The file is longer than what is read of it."""

    @classmethod
    def parse(cls, data: bytes) -> RobotsTxt:
        truncated = len(data) > MAX_SIZE
        if truncated:
            # Half a line could say more than the whole one: "Disallow: /" of "Disallow: /private".
            data = data[:MAX_SIZE]
            data = data[: max(data.rfind(b"\n"), data.rfind(b"\r")) + 1]
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
        groups: dict[str, Group] = {}
        sitemaps: list[str] = []
        current: list[Group] = []
        collecting = False
        """Agent lines follow each other and share the rules after them."""
        for number, field, value in _fields(text):
            if field == "agent":
                if not collecting:
                    current, collecting = [], True
                current.append(groups.setdefault(_token(value), Group()))
            elif field == "sitemap":
                if value and len(sitemaps) < _MAX_SITEMAPS:
                    sitemaps.append(value.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
            elif field == "delay":
                delay = _delay(value)
                for group in current:
                    if group.delay is None:
                        group.delay = delay
            else:
                collecting = False
                if value and current:
                    rule = Rule(value, field == "allow", number)
                    for group in current:
                        group.rules.append(rule)
        return cls(groups, tuple(sitemaps), truncated)

    def verdict(self, agent: str, url: str) -> Verdict:
        """Whether `agent` may visit `url`, and the line that says so."""
        return self._for(agent)[0].verdict(url)

    def crawl_delay(self, agent: str) -> float | None:
        """Seconds between two requests, None when the file does not say."""
        return self._for(agent)[1]

    def _for(self, agent: str) -> tuple[Matcher, float | None]:
        """Rules and delay."""
        told = self._told.get(agent)
        if told is None:
            if len(self._told) >= _MAX_AGENTS:
                self._told.clear()
            group = self._groups.get(_token(agent)) or self._groups.get("*") or Group()
            told = self._told[agent] = Matcher(group.rules), group.delay
        return told


def _fields(text: str) -> Iterator[tuple[int, str, str]]:
    for number, line in enumerate(_LINE_END.split(text), 1):
        name, colon, value = line.partition("#")[0].partition(":")
        field = _FIELDS.get(name.strip().lower()) if colon else None
        if field is not None:
            yield number, field, value.strip(" \t\0\v\f\u00a0")


def _token(text: str) -> str:
    """The product token: `Mekik` of `Mekik/1.0 (+https://…)`, in lower case."""
    words = text.lower().split()
    if not words:
        return ""
    product = words[0].partition("/")[0]
    return product.rstrip("*") or product


def _delay(text: str) -> float | None:
    try:
        seconds = float(text.replace(",", ".")[:20])
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None
