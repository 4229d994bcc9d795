"""Real worker processes, and pages that hang them, fill them or lose them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mekik.crawl.early_workers import loading_early
from mekik.crawl.workers import WorkerPool
from mekik.errors import MekikError
from mekik.fetch.poller import Poller
from mekik.outcome import Outcome
from mekik.page import Parsed, Source
from mekik.settings import build

PATIENCE = 60.0
TEXT = "The oldest market of the town was crowded again this morning, and people waited in front of the shops. "
MANY_ATTRIBUTES = "<a " + "".join(f"x{number}=1 " for number in range(150_000)) + ">"
"""Takes the parser minutes: it compares every attribute with all before it."""
MANY_FORMATS = "".join(f"<p><b id={number}>x" for number in range(20_000))
"""Every paragraph opens all <b> again, so this asks for gigabytes."""


class Crew:
    """A pool and what came out of it."""

    def __init__(self, **values: object) -> None:
        self.poller = Poller()
        self.answers: dict[int, Parsed] = {}
        self.pool = WorkerPool(
            self.poller, build({f"parse.{name}": value for name, value in values.items()}), self._take
        )

    def _take(self, parsed: Parsed) -> None:
        assert parsed.token not in self.answers
        self.answers[parsed.token] = parsed

    def submit(self, token: int, body: str = "") -> None:
        page = body or f"<title>Page {token}</title><p>{TEXT}<a href=/next/{token}>next</a>"
        self.pool.submit(Source(token, "http://example.org/", "text/html", "", page.encode()))

    def run(self, until: Callable[[], bool], patience: float = PATIENCE) -> None:
        ends = time.monotonic() + patience
        while not until():
            assert time.monotonic() < ends, f"only {sorted(self.answers)} were answered"
            self.poller.run_once(0.05)
            self.pool.check(time.monotonic())

    def finish(self) -> None:
        self.run(lambda: self.pool.backlog == 0)

    def outcomes(self) -> dict[int, str]:
        return {token: parsed.outcome for token, parsed in sorted(self.answers.items())}


@pytest.fixture
def crew() -> Iterator[Callable[..., Crew]]:
    made: list[Crew] = []

    def make(**values: object) -> Crew:
        made.append(Crew(**values))
        return made[-1]

    yield make
    for one in made:
        one.pool.close()
        one.poller.close()


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def children() -> set[int]:
    """The processes that this one started."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            if int(stat.read_text().rpartition(")")[2].split()[1]) == os.getpid():
                found.add(int(stat.parent.name))
    return found


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_idle(pid: int) -> None:
    """Until it waits for something, and not for the processor, ten times in a row."""
    idle, ends = 0, time.monotonic() + PATIENCE
    while idle < 10:
        assert time.monotonic() < ends
        time.sleep(0.02)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        idle = idle + 1 if state == "S" else 0


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_every_page_is_answered_once(crew: Callable[..., Crew], workers: int) -> None:
    team = crew(workers=workers)
    for token in range(100):
        team.submit(token)
    assert not team.answers
    assert team.pool.backlog == 100
    team.finish()
    assert set(team.outcomes().values()) == {"ok"}
    assert len(team.answers) == 100
    seventh = team.answers[7]
    assert seventh.document is not None
    assert seventh.analysis is not None
    assert seventh.document.title == "Page 7"
    assert seventh.document.links.urls == ["http://example.org/next/7"]
    assert seventh.analysis.language == "en"
    assert seventh.analysis.content_exact.startswith("the oldest market")
    assert len(team.pool.pids) == workers
    assert (team.pool.memory() > 1_000_000) == (workers > 0)


@pytest.mark.parametrize("workers", [0, 1])
def test_whoever_asks_for_a_page_gets_its_answer(crew: Callable[..., Crew], workers: int) -> None:
    team = crew(workers=workers)
    asked: list[int] = []
    for token in range(20):
        source = Source(100 + token, "http://example.org/", "text/html", "", b"<p>words")
        team.submit(token)
        team.pool.submit(source, lambda parsed: asked.append(parsed.token))
    team.finish()
    assert sorted(team.answers) == list(range(20))
    assert asked == list(range(100, 120))


def test_a_pool_takes_the_workers_that_were_started_early(crew: Callable[..., Crew]) -> None:
    before = children()
    with loading_early(build({"parse.workers": 2})):
        early = children() - before
        team = crew(workers=1)
        team.submit(1)
        team.finish()
        taken = set(team.pool.pids)
    assert team.outcomes() == {1: "ok"}
    assert len(early) == 2
    assert taken < early
    assert all(map(gone, early - taken))


def test_a_worker_has_one_thread(crew: Callable[..., Crew], monkeypatch: pytest.MonkeyPatch) -> None:
    """numpy would start one for each core."""
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    team = crew(workers=1)
    team.submit(1)
    team.finish()
    assert [task.name for task in Path(f"/proc/{team.pool.pids[0]}/task").iterdir()] == [str(team.pool.pids[0])]


def test_processes_and_engine_answer_the_same(crew: Callable[..., Crew]) -> None:
    answers = []
    for workers in (0, 1):
        team = crew(workers=workers)
        team.submit(1, f"<html lang=tr><title>İlk sayfa</title><p>{'Kentin çarşısında yağmur vardı. ' * 20}")
        team.finish()
        answers.append(team.answers[1])
    assert answers[0] == answers[1]
    assert answers[0].analysis is not None
    assert answers[0].analysis.title_exact.split() == ["ilk", "sayfa"]
    assert "çarşı" in answers[0].analysis.content_root.split()


def test_large_pages_both_ways_do_not_block(crew: Callable[..., Crew]) -> None:
    team = crew(workers=1)
    for token in range(12):
        team.submit(token, "<p>" + f"{token} words " * 200_000)
    team.finish()
    assert set(team.outcomes().values()) == {"ok"}


def test_without_an_index_only_links_come_back(crew: Callable[..., Crew]) -> None:
    poller = Poller()
    answers: list[Parsed] = []
    pool = WorkerPool(poller, build({"parse.workers": 0, "index.enabled": False}), answers.append)
    pool.submit(Source(1, "http://example.org/", "text/html", "", b"<p>words<a href=/a>b</a>"))
    poller.run_once(0)
    pool.close()
    poller.close()
    assert answers[0].analysis is None
    assert answers[0].document is not None
    assert answers[0].document.links.urls == ["http://example.org/a"]


def test_a_killed_worker_costs_only_the_page_at_its_head(crew: Callable[..., Crew]) -> None:
    """faults: 51"""
    team = crew(workers=1)
    team.submit(0)
    team.finish()
    first = team.pool.pids[0]
    os.kill(first, signal.SIGSTOP)
    for token in range(1, 11):
        team.submit(token)
    team.run(lambda: bool(team.pool.backlog == 10))
    team.poller.run_once(0.05)
    os.kill(first, signal.SIGKILL)
    team.finish()
    assert team.outcomes() == {0: "ok", 1: "parse_crashed"} | dict.fromkeys(range(2, 11), "ok")
    assert "SIGKILL" in team.answers[1].reason
    assert team.pool.pids != [first]


def test_an_idle_worker_that_is_killed_costs_nothing(crew: Callable[..., Crew]) -> None:
    team = crew(workers=1)
    team.submit(0)
    team.finish()
    first = team.pool.pids[0]
    os.kill(first, signal.SIGKILL)
    team.run(lambda: team.pool.pids != [first])
    team.submit(1)
    team.finish()
    assert team.outcomes() == {0: "ok", 1: "ok"}


def test_a_page_that_takes_too_long(crew: Callable[..., Crew]) -> None:
    """faults: 26, 27, 51"""
    team = crew(workers=1, timeout=3.0)
    team.submit(0)
    team.submit(1, MANY_ATTRIBUTES)
    for token in range(2, 6):
        team.submit(token)
    team.finish()
    assert team.outcomes() == {0: "ok", 1: "parse_timeout"} | dict.fromkeys(range(2, 6), "ok")


def test_a_stopped_worker_is_replaced(crew: Callable[..., Crew]) -> None:
    """faults: 51"""
    team = crew(workers=1, timeout=3.0)
    team.submit(0)
    team.finish()
    stopped = team.pool.pids[0]
    os.kill(stopped, signal.SIGSTOP)
    team.submit(1)
    team.submit(2)
    team.finish()
    assert team.outcomes() == {0: "ok", 1: "parse_timeout", 2: "ok"}
    assert gone(stopped)


def test_answers_that_wait_for_a_busy_engine_are_not_late(crew: Callable[..., Crew]) -> None:
    team = crew(workers=1, timeout=60.0)
    team.submit(0)
    team.finish()
    for token in range(1, 5):
        team.submit(token)
    team.poller.run_once(0)
    wait_until_idle(team.pool.pids[0])
    team.pool.check(time.monotonic() + 1000)  # as if the engine had been away for so long
    team.finish()
    assert set(team.outcomes().values()) == {"ok"}


def test_a_page_that_eats_memory(crew: Callable[..., Crew]) -> None:
    """faults: 27"""
    team = crew(workers=1, memory=300_000_000)
    team.submit(0)
    team.submit(1, MANY_FORMATS)
    team.submit(2)
    team.finish()
    assert team.outcomes() == {0: "ok", 1: "parse_limit", 2: "ok"}
    assert team.answers[1].outcome == Outcome.PARSE_LIMIT.label


def test_interrupts_from_the_terminal_do_not_reach_workers(crew: Callable[..., Crew]) -> None:
    team = crew(workers=1)
    team.submit(0)
    team.finish()
    pid = team.pool.pids[0]
    assert os.getpgid(pid) != os.getpgid(0)
    os.kill(pid, signal.SIGINT)
    team.submit(1)
    team.finish()
    assert team.pool.pids == [pid]
    assert team.outcomes()[1] == "ok"


def test_a_worker_that_cannot_start_is_an_error_with_its_words(
    crew: Callable[..., Crew], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho the interpreter is broken >&2\nexit 9\n")
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    team = crew(workers=1)
    team.submit(0)
    with pytest.raises(MekikError, match="the interpreter is broken"):
        team.finish()


def test_close_ends_the_processes(crew: Callable[..., Crew]) -> None:
    team = crew(workers=2, timeout=60)
    team.submit(0)
    team.finish()
    team.submit(1, MANY_ATTRIBUTES)
    team.poller.run_once(0.05)
    pids = team.pool.pids
    team.pool.close()
    assert all(map(gone, pids))
    assert team.pool.pids == []


def test_workers_die_with_the_engine() -> None:
    program = """
import time
from mekik.crawl.workers import WorkerPool
from mekik.fetch.poller import Poller
from mekik.page import Source
from mekik.settings import build
poller, answers = Poller(), []
pool = WorkerPool(poller, build({"parse.workers": 1, "parse.timeout": 600}), answers.append)
pool.submit(Source(0, "http://example.org/", "text/html", "", b"x"))
while not answers:
    poller.run_once(0.1)
body = b"<a " + b"".join(b"x%d=1 " % number for number in range(150_000)) + b">"
pool.submit(Source(1, "http://example.org/", "text/html", "", body))
for _ in range(20):
    poller.run_once(0.02)
print(pool.pids[0], flush=True)
time.sleep(600)
"""
    engine = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert engine.stdout is not None
    pid = int(engine.stdout.readline())
    before, ends = cpu_seconds(pid), time.monotonic() + PATIENCE
    while cpu_seconds(pid) < before + 0.1 and time.monotonic() < ends:  # deep in the page
        time.sleep(0.02)
    assert cpu_seconds(pid) > before
    engine.kill()
    engine.wait()
    engine.stdout.close()
    ends = time.monotonic() + PATIENCE
    while not gone(pid):
        assert time.monotonic() < ends
        time.sleep(0.02)
