"""Settings that bend: other values for a domain, a host, an address or a time of day. The nearest wins.

A rule for addresses is nearer than one for a host, that one than one for a domain, and that one than the job. Between
two that are as near the one with hours or days wins, and then the later one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from mekik.errors import SettingError
from mekik.scope.hours import Hours
from mekik.scope.patterns import Patterns
from mekik.settings import FetchSettings, FrontierSettings, Override, Settings, build, flatten
from mekik.urls import host as host_of
from mekik.urls import registrable_domain

OF_HOSTS = (
    "frontier.delay", "frontier.response_factor", "frontier.max_delay", "frontier.connections_per_host",
    "frontier.retries", "frontier.retry_delay", "frontier.hours", "frontier.days", "scope.max_pages_per_host",
)  # fmt: skip
"""Bent for a whole host: a rule with a pattern of addresses cannot hold them."""
OF_ADDRESSES = ("fetch.max_size", "fetch.types", "fetch.timeout", "index.enabled")
BENDABLE = (*OF_HOSTS, *OF_ADDRESSES)
_MOST_KNOWN = 10_000


class Bent(NamedTuple):
    """The value of a setting for one address, and what gave it."""

    name: str
    value: Any
    rule: str


class _Rule(NamedTuple):
    nearness: tuple[int, int, int]
    override: Override
    patterns: Patterns | None
    hours: Hours | None

    def concerns(self, host: str, domain: str) -> bool:
        override = self.override
        if override.host is not None:
            return host == override.host.lower()
        return override.domain is None or domain == override.domain.lower()


class Bending:
    """Answers for addresses and hosts; costs nothing where a job has no overrides."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self._clock = clock
        self._rules = sorted(
            (_rule(number, override) for number, override in enumerate(settings.overrides)),
            key=lambda rule: rule.nearness,
        )
        for rule in self._rules:
            build(rule.override.set, settings)  # complains now rather than in the crawl
        self._by_address = any(rule.patterns for rule in self._rules)
        self._timed = [rule.hours for rule in self._rules if rule.hours is not None]
        self._made: Callable[[tuple[int, ...]], Settings] = lru_cache(256)(self._make)
        self._own_hours = (
            Hours(settings.frontier.hours, settings.frontier.days)
            if settings.frontier.hours or settings.frontier.days
            else None
        )
        self.any = bool(self._rules)
        self.limits_hosts = settings.scope.max_pages_per_host is not None or any(
            name == "scope.max_pages_per_host" for rule in self._rules for name, _ in flatten(rule.override.set)
        )
        self._hosts: dict[str, list[int]] = {}

    def settings(self, url: str) -> Settings:
        """For this address, now."""
        return self._made(self._holding(url)) if self._rules else self._settings

    def of_host(self, authority: str) -> FrontierSettings:
        """For a host's queue and clock, now; patterns of addresses do not count."""
        return self.settings(f"http://{authority}/").frontier if self._rules else self._settings.frontier

    def fetch(self, url: str) -> FetchSettings:
        return self.settings(url).fetch

    def opens_in(self, authority: str) -> float:
        """Seconds until the host's visiting hours begin; 0 while they last."""
        frontier = self.of_host(authority)
        if not frontier.hours and not frontier.days:
            return 0.0
        hours = self._own_hours if frontier is self._settings.frontier else Hours(frontier.hours, frontier.days)
        at = self._now()
        return 0.0 if hours is None or hours.holds(at) else hours.changes_in(at)

    def changes_in(self) -> float:
        """Seconds until some rule with hours begins or ceases to hold."""
        at = self._now()
        return min((hours.changes_in(at) for hours in self._timed), default=float("inf"))

    def explain(self, url: str) -> list[Bent]:
        """Every setting that can bend, with its value for this address now and the rule that gave it."""
        holding = self._holding(url)
        final = msgspec.to_builtins(self.settings(url))
        givers = {name: rule for place in holding for name, rule in self._givers(place)}
        found = []
        for name in BENDABLE:
            section, _, field = name.partition(".")
            found.append(Bent(name, final[section][field], givers.get(name, "job")))
        return found

    # the small parts

    def _givers(self, place: int) -> list[tuple[str, str]]:
        override = self._rules[place].override
        return [(name, told(override)) for name, _ in flatten(override.set)]

    def _holding(self, url: str) -> tuple[int, ...]:
        """Places of the rules that hold for the address now, the nearest last."""
        places = self._of_host(host_of(url))
        if not places or not (self._by_address or self._timed):
            return tuple(places)
        at = self._now() if self._timed else None
        return tuple(place for place in places if self._holds(self._rules[place], url, at))

    def _of_host(self, host: str) -> list[int]:
        places = self._hosts.get(host)
        if places is None:
            domain = registrable_domain(host)
            places = [place for place, rule in enumerate(self._rules) if rule.concerns(host, domain)]
            if len(self._hosts) >= _MOST_KNOWN:
                self._hosts.clear()
            self._hosts[host] = places
        return places

    def _holds(self, rule: _Rule, url: str, at: datetime | None) -> bool:
        if rule.hours is not None and at is not None and not rule.hours.holds(at):
            return False
        return rule.patterns is None or rule.patterns.judge(url)[1]

    def _make(self, places: tuple[int, ...]) -> Settings:
        settings = self._settings
        for place in places:
            settings = build(self._rules[place].override.set, settings)
        return settings

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock())


def told(override: Override) -> str:
    """A rule in words."""
    parts = [
        f"{name} {value}"
        for name, value in (
            ("pattern", override.pattern), ("host", override.host), ("domain", override.domain),
            ("hours", override.hours), ("days", override.days),
        )
        if value is not None
    ]  # fmt: skip
    return ", ".join(parts) or "everywhere"


def _rule(number: int, override: Override) -> _Rule:
    for name, _ in flatten(override.set):
        if name not in BENDABLE:
            raise SettingError(f"{name!r} cannot be overridden. These can: {', '.join(BENDABLE)}.")
        if override.pattern is not None and name in OF_HOSTS:
            raise SettingError(f"{name!r} belongs to a whole host and cannot depend on a pattern of addresses.")
    near = 3 if override.pattern is not None else 2 if override.host is not None else 1 if override.domain else 0
    timed = override.hours is not None or override.days is not None
    return _Rule(
        (near, int(timed), number),
        override,
        Patterns((override.pattern,)) if override.pattern is not None else None,
        Hours(override.hours, override.days) if timed else None,
    )
