"""Numbers for Prometheus: what was asked and how long it took, what the jobs hold, what the process takes.

Labels have routes, states and kinds only: never an address, a job or a person.
"""

from __future__ import annotations

import os
import resource
import shutil
import threading
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from mekik.errors import MekikError
from mekik.version import __version__

if TYPE_CHECKING:
    from mekik.web.site import Site

STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 10.0)
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_PAGE = resource.getpagesize()

Label = tuple[tuple[str, str], ...]


class Meters:
    """Counts requests; safe to use from many threads. Routes are ours, so there are finitely many."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: Counter[Label] = Counter()
        self._seconds: Counter[str] = Counter()
        self._steps: dict[str, list[int]] = {}

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        method = method if method in _METHODS else "OTHER"
        with self._lock:
            self._requests[("method", method), ("route", route), ("status", str(status))] += 1
            self._seconds[route] += seconds  # type: ignore[assignment]  # a Counter holds any number
            steps = self._steps.setdefault(route, [0] * (len(STEPS) + 1))
            steps[next((place for place, step in enumerate(STEPS) if seconds <= step), len(STEPS))] += 1

    def lines(self) -> list[str]:
        with self._lock:
            requests, seconds = dict(self._requests), dict(self._seconds)
            steps = {route: list(counts) for route, counts in self._steps.items()}
        lines = metric("mekik_requests_total", "counter", "Requests answered.", requests.items())
        lines += _head("mekik_request_seconds", "histogram", "Time to answer, by route.")
        for route, counts in sorted(steps.items()):
            total = 0
            for step, count in zip((*map(str, STEPS), "+Inf"), counts, strict=True):
                total += count
                lines.append(_line("mekik_request_seconds_bucket", (("route", route), ("le", step)), total))
            lines.append(_line("mekik_request_seconds_sum", (("route", route),), round(seconds[route], 6)))
            lines.append(_line("mekik_request_seconds_count", (("route", route),), total))
        return lines


def metric(name: str, kind: str, help: str, values: Iterable[tuple[Label, float]]) -> list[str]:
    return [*_head(name, kind, help), *(_line(name, label, value) for label, value in sorted(values))]


def exposition(site: Site) -> str:
    """The whole page in Prometheus' text format 0.0.4."""
    lines = metric("mekik_info", "gauge", "Version of the program.", [((("version", __version__),), 1)])
    lines += site.meters.lines()
    lines += _jobs(site)
    lines += _room(site.workspace.path)
    lines += _process(site.started_at)
    return "\n".join(lines) + "\n"


def _jobs(site: Site) -> list[str]:
    try:
        snapshots = site.workspace.status()
    except MekikError:  # nothing there yet
        snapshots = []
    states = Counter(snapshot.state for snapshot in snapshots)
    addresses: Counter[str] = Counter()
    for snapshot in snapshots:
        for state in ("waiting", "running", "completed", "error", "refused"):
            addresses[state] += getattr(snapshot.counts, state)
    pace = sum(snapshot.pages_per_s for snapshot in snapshots)
    return [
        *metric("mekik_jobs", "gauge", "Jobs by state.", _labelled("state", states)),
        *metric("mekik_addresses", "gauge", "Known addresses of all jobs by state.", _labelled("state", addresses)),
        *metric("mekik_pages_per_second", "gauge", "Pages that are fetched now.", [((), round(pace, 3))]),
    ]


def _room(path: Path) -> list[str]:
    room = shutil.disk_usage(path)
    return [
        *metric("mekik_disk_free_bytes", "gauge", "Room where the data is.", [((), room.free)]),
        *metric("mekik_disk_size_bytes", "gauge", "Size of the disk where the data is.", [((), room.total)]),
    ]


def _process(started_at: float) -> list[str]:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    memory = int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE
    cpu = round(usage.ru_utime + usage.ru_stime, 3)
    files = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - counts, names do not matter
    return [
        *metric("process_cpu_seconds_total", "counter", "CPU of the web application.", [((), cpu)]),
        *metric("process_resident_memory_bytes", "gauge", "Memory of the web application.", [((), memory)]),
        *metric("process_open_fds", "gauge", "Open files of the web application.", [((), files)]),
        *metric("process_start_time_seconds", "gauge", "Start, since the epoch.", [((), round(started_at, 3))]),
        *metric("mekik_up_seconds", "gauge", "Since the start.", [((), round(time.time() - started_at, 3))]),
    ]


def _labelled(name: str, counts: Counter[str]) -> Iterable[tuple[Label, float]]:
    return [(((name, value),), count) for value, count in counts.items()]


def _head(name: str, kind: str, help: str) -> list[str]:
    return [f"# HELP {name} {help}", f"# TYPE {name} {kind}"]


def _line(name: str, label: Label, value: float) -> str:
    inner = ",".join(f'{key}="{_escaped(text)}"' for key, text in label)
    return f"{name}{{{inner}}} {value}" if inner else f"{name} {value}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
