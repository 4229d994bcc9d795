"""Regular expressions of the job, by RE2: no page makes one of them slow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import re2

from mekik.errors import SettingError

_WORK = 1_000_000_000
"""Bytes that one pattern may read on one page: every match may have to look at all the rest of it."""
_FEWEST = 20


class Match(NamedTuple):
    name: str
    value: bytes
    start: int
    end: int


class NamedPatterns:
    def __init__(self, setting: str, patterns: dict[str, str]) -> None:
        """Raises SettingError for one that RE2 does not take, naming it."""
        self._machines = [(name, compile_pattern(f"{setting}.{name}", pattern)) for name, pattern in patterns.items()]

    def __bool__(self) -> bool:
        return bool(self._machines)

    def matches(self, utf8: bytes, most: int) -> Iterator[Match]:
        """Of each pattern up to `most`, in bytes; what its first group holds, where it has one."""
        most = min(most, max(_FEWEST, _WORK // max(len(utf8), 1)))
        for name, machine in self._machines:
            group = 1 if machine.groups else 0
            for _, match in zip(range(most), machine.finditer(utf8), strict=False):
                start, end = match.span(group)
                if end > start >= 0:
                    yield Match(name, match.group(group), start, end)


def compile_pattern(setting: str, pattern: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    reason = ""
    try:
        machine = re2.compile(pattern, options)
        if machine.fullmatch(b""):
            reason = "it matches nothing at all as well"
    except re2.error as error:
        told = error.args[0]
        reason = told.decode("utf-8", "replace") if isinstance(told, bytes) else str(told)
    except UnicodeEncodeError:
        reason = "not valid text"
    if reason:
        raise SettingError(f"{setting} is a pattern that RE2 does not understand: {pattern[:200]!r} ({reason[:200]}).")
    return machine
