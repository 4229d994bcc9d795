"""Include and exclude patterns, matched by RE2: no pattern and no address can make it slow."""

from __future__ import annotations

from collections.abc import Sequence

import re2

from mekik.errors import SettingError

_NEVER = "\x00"
"""Matches no normalised address."""


class Patterns:
    """All patterns of a job as one machine, so that each address is read once however many there are."""

    def __init__(self, include: Sequence[str] = (), exclude: Sequence[str] = ()) -> None:
        """Raises SettingError for a pattern that is not RE2's, naming it."""
        self._include, self._exclude = tuple(include), tuple(exclude)
        self._size = len(self._include) + len(self._exclude)
        options = re2.Options()
        options.log_errors = False
        options.never_capture = True
        self._machine = re2.Set.SearchSet(options)
        for name, patterns in (("exclude", self._exclude), ("include", self._include)):
            for pattern in patterns:
                _check(name, pattern, options)
                self._machine.Add(pattern)
        self._machine.Add(_NEVER)
        try:
            self._machine.Compile()
            # An engine without room to run would find nothing and say nothing.
            runs = self._machine.Match(_NEVER)
        except re2.error:
            runs = None
        if not runs:
            raise SettingError("The patterns of scope.include and scope.exclude are too large together: use fewer.")

    def __bool__(self) -> bool:
        return self._size > 0

    def judge(self, url: str) -> tuple[str | None, bool]:
        """The exclude pattern that matches, and whether an include pattern does (or there is none)."""
        found = self._machine.Match(url if url.isascii() else url.encode("utf-8", "replace").decode())
        if not found:
            return None, not self._include
        excludes = len(self._exclude)
        first = min(found)
        excluded = self._exclude[first] if first < excludes else None
        return excluded, not self._include or any(excludes <= place < self._size for place in found)


def _check(name: str, pattern: str, options: re2.Options) -> None:
    if not pattern:
        raise SettingError(f"scope.{name} holds an empty pattern, which matches every address.")
    try:
        re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0]
        reason = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
    except UnicodeEncodeError:
        reason = "not valid text"
    else:
        return
    raise SettingError(
        f"scope.{name} holds a pattern that RE2 does not understand: {pattern[:200]!r} ({reason[:200]})."
    )
