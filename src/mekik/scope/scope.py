"""Is this address ours? One judgement per new address, with the rule that said no."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from mekik.outcome import Outcome
from mekik.scope.patterns import Patterns
from mekik.scope.reach import Reach
from mekik.scope.traps import Traps
from mekik.scope.verdict import ALLOWED, Verdict
from mekik.settings import ScopeSettings
from mekik.urls import Normaliser, is_file

_MOST_HOSTS = 16_384


class Scope:
    """The rules of one job, in this order: reach, depth, patterns, traps.

    A seed was asked for by name: include patterns and traps do not refuse it.
    """

    def __init__(self, settings: ScopeSettings, seeds: Sequence[str], normaliser: Normaliser) -> None:
        """Raises SettingError for a pattern that cannot be used. Seeds that are no address are passed over."""
        found = [url for url in map(normaliser.normalise, seeds) if url]
        self._seeds = frozenset(found)
        self._reach = Reach(settings.kind, found)
        self._whole_hosts = self._reach.whole_hosts
        self._patterns = Patterns(settings.include, settings.exclude)
        self._any_pattern = bool(self._patterns)
        self._traps = Traps(settings)
        self._max_depth = inf if settings.max_depth is None else settings.max_depth
        self._harmless_slashes = self._traps.harmless_slashes
        self._by_host: dict[str, Verdict] = {}

    def judge(self, url: str, depth: int) -> Verdict:
        """`url` is normalised; `depth` is how many links it is away from a seed."""
        start = url.find("://") + 3
        end = url.find("/", start)
        authority = url[start:end]
        verdict = self._by_host.get(authority)
        if verdict is None:
            verdict = self._judge_host(authority)
        if not verdict.allowed:
            return verdict
        if not self._whole_hosts and not self._reach.in_folder(authority, url[end:].partition("?")[0]):
            return _out(f"scope path: {url[:200]} lies in none of the seeds' folders")
        if depth > self._max_depth:
            return Verdict(
                False, Outcome.TOO_DEEP, f"max_depth: {depth} links from a seed, {self._max_depth} are allowed"
            )
        if self._any_pattern:
            verdict = self._judge_patterns(url)
            if not verdict.allowed:
                return verdict
        if url.count("/") > self._harmless_slashes:
            fault = self._traps.fault(url)
            if fault and url not in self._seeds and not is_file(url):  # a disk has an end
                return _out(fault)
        return ALLOWED

    def _judge_host(self, authority: str) -> Verdict:
        if len(self._by_host) >= _MOST_HOSTS:
            self._by_host.clear()
        verdict = self._by_host[authority] = self._reach.judge_host(authority)
        return verdict

    def _judge_patterns(self, url: str) -> Verdict:
        excluded, included = self._patterns.judge(url)
        if excluded is not None:
            return Verdict(False, Outcome.EXCLUDED, f"exclude {excluded}")
        if not included and url not in self._seeds:
            return _out("include: matches none of the patterns that the job asks for")
        return ALLOWED


def _out(rule: str) -> Verdict:
    return Verdict(False, Outcome.OUT_OF_SCOPE, rule)
