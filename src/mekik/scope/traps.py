"""Paths that go round in circles: `/images/documents/images/documents/…`, `/a/a/a/a`, folders without end."""

from __future__ import annotations

from collections import Counter
from math import inf

from mekik.settings import ScopeSettings

_ROOT_SLASHES = 3
"""Those of `http://host/`."""


class Traps:
    def __init__(self, settings: ScopeSettings) -> None:
        self._repeats, self._folders = settings.max_repeated_segments, settings.max_path_segments
        self._fewest_repeats = inf if self._repeats is None else self._repeats
        self._fewest_parts = inf if self._folders is None else self._folders + _ROOT_SLASHES + 2
        self.harmless_slashes = min(_ROOT_SLASHES - 1 + self._fewest_repeats, self._fewest_parts - 2)
        """An address with no more slashes than this breaks no rule."""

    def fault(self, url: str) -> str:
        """The rule that the path of a normalised address breaks, or nothing."""
        parts = url.split("/")
        if len(parts) - len(set(parts)) < self._fewest_repeats and len(parts) < self._fewest_parts:
            return ""  # also with host and query counted in: the common case, without a look at the path
        segments = url.partition("?")[0].split("/")[_ROOT_SLASHES:]
        folders = len(segments) - 1
        if self._folders is not None and folders > self._folders:
            return f"trap: {folders} folders deep, {self._folders} are allowed"
        if self._repeats is not None:
            # What follows the last slash is no segment when it is empty.
            for segment, times in Counter(segments if segments[-1] else segments[:-1]).most_common(1):
                if times > self._repeats:
                    return f"trap: the path repeats {segment[:40]!r} {times} times, {self._repeats} are allowed"
        return ""
