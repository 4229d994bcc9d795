"""Runs a command and measures it: wall and CPU of all its processes, their anonymous memory, who else was busy."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_TICKS = os.sysconf("SC_CLK_TCK")
_SAMPLE_EVERY = 1.0


@dataclass
class Measured:
    code: int
    output: str
    errors: str
    wall: float
    cpu: float
    """Of the command and everything it started, ended or killed."""
    memory: list[tuple[float, int]] = field(default_factory=list)
    """(seconds since the start, bytes): anonymous memory of all its processes, sampled each second."""
    others: float = 0.0
    """Share of the machine that other programs took meanwhile, the web server not counted."""

    @property
    def peak_memory(self) -> int:
        return max((size for _, size in self.memory), default=0)


def adopt_orphans() -> None:
    """Processes whose parent died become ours, so that their CPU time is counted too."""
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def run(command: Sequence[str], server: int = 0, watch: Callable[[], bool] | None = None) -> Measured:
    """`server`: process id of the web server, whose time counts for nobody. `watch`: asked ten times a second, ends
    the command when it says True."""
    adopt_orphans()
    known = set(_children(os.getpid()))
    busy, served = _busy_machine(), _cpu_of_tree(server)
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        started = time.monotonic()
        process = subprocess.Popen(command, stdout=output, stderr=errors, stdin=subprocess.DEVNULL, env=environment())
        memory: list[tuple[float, int]] = []
        next_sample = 0.0
        stopped = False
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            elapsed = time.monotonic() - started
            if elapsed >= next_sample:
                next_sample = elapsed + _SAMPLE_EVERY
                memory.append((elapsed, sum(map(anonymous_memory, tree(process.pid)))))
            if watch is not None and not stopped and watch():
                stopped = True
                process.terminate()
            time.sleep(0.1 if watch is None else 0.01)
        wall = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime + _reap_orphans(known)
        output.seek(0)
        errors.seek(0)
        others = _busy_machine() - busy - cpu - (_cpu_of_tree(server) - served)
        return Measured(
            code=process.returncode,
            output=output.read().decode(errors="replace"),
            errors=errors.read().decode(errors="replace"),
            wall=wall,
            cpu=cpu,
            memory=memory,
            others=max(0.0, others / wall / (os.cpu_count() or 1)),
        )


def environment() -> dict[str, str]:
    """As a user has it: with bytecode kept, which some build machines forbid. Without it a program that is run from its
    sources compiles all of them in each of its processes, and one that pip installed does not."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def tree(root: int) -> list[int]:
    """The process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            fields = _stat(int(folder.name))
            if fields:
                children.setdefault(int(fields[1]), []).append(int(folder.name))
    found, open_ones = [], [root]
    while open_ones:
        one = open_ones.pop()
        found.append(one)
        open_ones += children.get(one, [])
    return found


def anonymous_memory(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:  # it ended meanwhile
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon:"))


class Neighbours:
    """How busy other programs are while something is measured inside this process."""

    def __init__(self, server: int = 0) -> None:
        self._server = server
        self._start = self._now()

    def share(self) -> float:
        wall, busy, ours = (after - before for before, after in zip(self._start, self._now(), strict=True))
        return max(0.0, (busy - ours) / wall / (os.cpu_count() or 1))

    def _now(self) -> tuple[float, float, float]:
        return time.monotonic(), _busy_machine(), time.process_time() + _cpu_of_tree(self._server)


def yardstick() -> float:
    """CPU seconds of a fixed piece of Python: shows when a machine is slower than usual."""
    started = time.process_time()
    total, table = 0, {}
    for number in range(300_000):
        table[number & 1023] = number
        total += number * number % 7
    return time.process_time() - started


def _stat(pid: int) -> list[str]:
    """Fields of /proc/PID/stat after the name: state, parent, …"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def cpu_of(pid: int) -> float:
    """CPU seconds of one process so far, without its children."""
    return sum(map(int, _stat(pid)[11:13])) / _TICKS


def _cpu_of_tree(root: int) -> float:
    if not root:
        return 0.0
    return sum(sum(map(int, fields[11:15])) for pid in tree(root) if (fields := _stat(pid))) / _TICKS


def _busy_machine() -> float:
    """CPU seconds that the machine has worked since it started."""
    numbers = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    user, nice, system, _idle, _iowait, irq, softirq, _steal = numbers
    return (user + nice + system + irq + softirq) / _TICKS


def _reap_orphans(known: set[int]) -> float:
    """CPU of processes that the command left behind; they get five seconds to end."""
    total = 0.0
    deadline = time.monotonic() + 5.0
    while left := [pid for pid in _children(os.getpid()) if pid not in known]:
        for pid in left:
            if time.monotonic() > deadline:
                os.kill(pid, signal.SIGKILL)
            ended, _status, usage = os.wait4(pid, os.WNOHANG)
            if ended:
                total += usage.ru_utime + usage.ru_stime
        time.sleep(0.02)
    return total


def _children(parent: int) -> list[int]:
    pids = (int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit())
    return [pid for pid in pids if (fields := _stat(pid)) and int(fields[1]) == parent]
