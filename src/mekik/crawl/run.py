"""One run of a job: turns the loop, watches the disk, ends with a reason."""

from __future__ import annotations

import gc
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from mekik.crawl.assembly import assemble
from mekik.crawl.before_and_after import prepare, second_look
from mekik.crawl.catalogue import Catalogue, Job, State
from mekik.crawl.folder import Folder
from mekik.crawl.listening import Listener
from mekik.crawl.passes import begin
from mekik.crawl.progress import Snapshot
from mekik.crawl.publishing import Progress, Publisher, snapshot_of
from mekik.crawl.signals import Interrupts
from mekik.errors import DiskFull
from mekik.frontier import Batch, ClockBook, SqliteStore
from mekik.outcome import Status

_TICK = 0.2
_AFTER_FULL = 10.0


@contextmanager
def rare_collection() -> Iterator[None]:
    """A crawl makes and drops many values and hardly any cycles: the collector may look far less often."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


class _Interrupted(Exception):
    """A person wants to stop while something is being caught up."""


class Ended(msgspec.Struct):
    """How a run ended."""

    state: State
    reason: str
    limit: str | None
    snapshot: Snapshot


class Run:
    def __init__(self, folder: Folder, catalogue: Catalogue, job: Job, progress: Progress | None) -> None:
        self._folder = folder
        self._catalogue = catalogue
        self._job = job
        self._publisher = Publisher(folder, job.name, progress)
        self._next_look = 0.0
        self._next_snapshot = 0.0
        self._halted_until: float | None = None
        self._free = 0

    def run(self, *, new_pass: bool) -> Ended:
        with Interrupts() as self._interrupts, rare_collection():
            return self._run(new_pass)

    def _run(self, new_pass: bool) -> Ended:
        folder, name = self._folder, self._job.name
        folder.job(name).mkdir(parents=True, exist_ok=True)
        self._store = SqliteStore(folder.frontier(name))
        self._clocks = ClockBook(folder.hosts_database)
        try:
            begin(self._catalogue, self._job, self._store, new_pass=new_pass)
            return self._crawl()
        finally:
            self._clocks.close()
            self._store.close()

    def _crawl(self) -> Ended:
        self._assembly = assembly = assemble(self._folder, self._catalogue, self._job, self._store, self._clocks)
        self._listener = Listener(self._catalogue, assembly)
        elapsed_before = self._job.elapsed
        reason = "failed"
        state = State.FAILED
        try:
            prepare(self._folder, assembly, self._turn, self._give_way)
            state, reason = self._loop()
            if self._interrupts.count < 2 and reason != "aborted":
                assembly.parts.commits.flush()
                second_look(self._folder, assembly, self._give_way)
                assembly.parts.coming_back.look(time.time())
                self._store.write(Batch(meta=assembly.parts.frontier.limited.ended(time.monotonic())))
        except _Interrupted:
            state, reason = State.INTERRUPTED, "interrupted"
        finally:
            assembly.close()
            elapsed = elapsed_before + time.monotonic() - assembly.parts.rates.started
            self._catalogue.ended(self._job.name, state, reason, elapsed)
        snapshot = self._snapshot(time.monotonic(), state.value)
        self._publisher.publish(snapshot)
        return Ended(state, reason, assembly.engine.limit, snapshot)

    def _turn(self) -> None:
        self._assembly.poller.run_once(_TICK)
        self._assembly.check(time.monotonic())
        self._give_way()

    def _give_way(self) -> None:
        if self._interrupts.count:
            raise _Interrupted

    # the loop

    def _loop(self) -> tuple[State, str]:
        assembly, listener = self._assembly, self._listener
        poller, engine, parts = assembly.poller, assembly.engine, assembly.parts
        next_tick = 0.0
        working = False
        while True:
            now = time.monotonic()
            due = None
            if not listener.paused and not listener.stopping and engine.hand_out(now):
                due = parts.frontier.next_due()
            wait = _TICK if due is None else min(max(due - now, 0.0), _TICK)
            poller.run_once(0.01 if parts.commits.busy else wait)
            now = time.monotonic()
            worked, working = working, bool(engine.busy)
            # What just became idle may be done, and nothing would wake the loop for some time to find that out.
            if now >= next_tick or (worked and not working):
                next_tick = now + _TICK / 4
                self._tick(now)
                ending = self._ending()
                if ending is not None:
                    return ending

    def _tick(self, now: float) -> None:
        self._assembly.check(now)
        try:
            self._assembly.parts.commits.tick(now)
        except DiskFull as error:
            self._assembly.engine.halted = str(error)
        if self._interrupts.count and not self._listener.stopping:
            self._listener.stopping = "interrupted"
        if now >= self._next_look:
            self._next_look = now + 0.5
            self._listener.listen(now)
        if now >= self._next_snapshot:
            self._next_snapshot = now + 1.0
            self._assembly.parts.rates.sample(now)
            self._look_at_disk(now)
            self._publisher.publish(self._snapshot(now, "paused" if self._listener.paused else "running"))

    def _look_at_disk(self, now: float) -> None:
        """Nothing is handed out while the disk is full; after a failed write, not for some seconds either."""
        engine = self._assembly.engine
        free = self._free = shutil.disk_usage(self._folder.path).free
        if free < self._job.settings.archive.min_free:
            engine.halted = f"room on the disk: {free // 1_000_000} MB are free"
            self._halted_until = now
        elif engine.halted and self._halted_until is None:
            self._halted_until = now + _AFTER_FULL
        elif self._halted_until is not None and now >= self._halted_until:
            engine.halted, self._halted_until = "", None

    def _ending(self) -> tuple[State, str] | None:
        parts, engine, settings = self._assembly.parts, self._assembly.engine, self._job.settings
        counts, stopping = parts.frontier.counts, self._listener.stopping
        if self._interrupts.count >= 2:
            return State.INTERRUPTED, "interrupted"
        if stopping == "aborted":
            return State.INTERRUPTED, "aborted"
        if engine.busy:
            return None
        if stopping:
            return State.INTERRUPTED, stopping
        if parts.departures.tripped:
            return State.INTERRUPTED, parts.departures.tripped
        if engine.limit:
            return State.FINISHED, engine.limit
        waiting = counts[Status.WAITING] - parts.frontier.limited.put_off
        if not waiting and not counts[Status.RUNNING] and not self._listener.paused:
            now = time.monotonic()
            if self._listener.take_back(now) or self._listener.look_again(now):
                return None
            due = parts.frontier.next_return()
            if settings.discovery.watch and due is not None:
                return None
            return State.FINISHED, self._rests_until(due)
        return None

    def _rests_until(self, due: float | None) -> str:
        """Why a run ends that has done all it may do now; `due`: when something comes back."""
        if self._job.settings.revisit.policy == "never" or due is None:
            return "nothing is left to visit"
        now = time.monotonic()
        moment = time.strftime("%Y-%m-%d %H:%M", time.localtime(time.time() + due - now))
        if self._assembly.parts.frontier.over_budget(now):
            return f"revisit.budget is used up; the next page may be visited at {moment}"
        return f"nothing is due before {moment}"

    def _snapshot(self, now: float, state: str) -> Snapshot:
        return snapshot_of(self._assembly, self._listener, now, state, self._free)
