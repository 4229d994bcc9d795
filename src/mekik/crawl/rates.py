"""How fast a crawl goes now and on the whole, and how much memory it takes."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_WINDOW = 5.0


class Rates:
    """Counters sampled about once a second; `per_second` looks back a few seconds."""

    def __init__(self, now: float, pages_before: int = 0, bytes_before: int = 0) -> None:
        self.started = now
        self._before = (pages_before, bytes_before)
        self.pages = 0
        self.bytes = 0
        self.found = 0
        self.indexed = 0
        self._samples: deque[tuple[float, int, int, int]] = deque([(now, 0, 0, 0)])

    def totals(self) -> dict[str, int]:
        """Of all runs of this pass: what the job's budget counts."""
        return {"pages": self._before[0] + self.pages, "bytes": self._before[1] + self.bytes}

    def sample(self, now: float) -> None:
        self._samples.append((now, self.pages, self.bytes, self.found))
        while len(self._samples) > 2 and self._samples[0][0] < now - _WINDOW:
            self._samples.popleft()

    def per_second(self) -> tuple[float, float, float]:
        """Pages, bytes and new addresses."""
        first, last = self._samples[0], self._samples[-1]
        span = max(last[0] - first[0], 0.001)
        return (last[1] - first[1]) / span, (last[2] - first[2]) / span, (last[3] - first[3]) / span


@cache
def machine_memory() -> int:
    """Bytes that this machine, or the container we are in, has."""
    whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text().strip()
    except OSError:
        return whole
    return min(whole, int(limit)) if limit.isdigit() else whole


def anonymous_memory(pids: Iterable[int]) -> int:
    """Bytes that the processes hold beyond mapped files."""
    total = 0
    for pid in pids:
        try:
            status = Path(f"/proc/{pid}/status").read_text()
        except OSError:
            continue
        found = re.search(r"^RssAnon:\s+(\d+) kB", status, re.MULTILINE)
        total += int(found[1]) * 1024 if found else 0
    return total
