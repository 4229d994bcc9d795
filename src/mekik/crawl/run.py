"""One run of a job: puts the parts together, turns the loop, listens to people, ends with a reason."""

from __future__ import annotations

import gc
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import msgspec

from mekik.archive import ArchiveWriter
from mekik.crawl.browser import Rendering
from mekik.crawl.catalogue import ORDER, Catalogue, Command, Job, State
from mekik.crawl.catchup import CatchUp
from mekik.crawl.collection import Collection
from mekik.crawl.coming_back import ComingBack
from mekik.crawl.commits import INDEXED, Commits
from mekik.crawl.departures import Departures
from mekik.crawl.engine import Engine
from mekik.crawl.examples import examples_of
from mekik.crawl.facts import signed
from mekik.crawl.folder import Folder
from mekik.crawl.forms import Forms
from mekik.crawl.gate import Gate
from mekik.crawl.history import History
from mekik.crawl.log import LogWriter
from mekik.crawl.login import LogIn
from mekik.crawl.parts import Parts
from mekik.crawl.progress import Counts, HostStatus, Snapshot, harvest_of
from mekik.crawl.rates import Rates, anonymous_memory, machine_memory
from mekik.crawl.reindex import ArchiveIndexer
from mekik.crawl.rules import Rules, fingerprint
from mekik.crawl.second_look import look_again
from mekik.crawl.seeds import offer_seeds
from mekik.crawl.signals import Interrupts
from mekik.crawl.told import told_by
from mekik.crawl.traps import Traps, addresses_of, named
from mekik.crawl.trust import Trust
from mekik.crawl.workers import WorkerPool
from mekik.errors import DiskFull, UsageError
from mekik.fetch import Fetcher, FileFetcher, Poller, Resolver
from mekik.frontier import Batch, ClockBook, Frontier, SqliteStore
from mekik.frontier.importance import importance_of
from mekik.index import TantivyWriter
from mekik.outcome import Outcome, Status
from mekik.page import Parsed
from mekik.scope import Bending, Budget
from mekik.settings import redacted
from mekik.urls import key, split
from mekik.version import __version__

Progress = Callable[[Snapshot], None]

_TICK = 0.2
_AFTER_FULL = 10.0
_HOSTS = 20
"""Hosts that a snapshot tells about."""
_SCOPE = {
    Outcome.OUT_OF_SCOPE, Outcome.EXCLUDED, Outcome.TOO_DEEP, Outcome.BLOCKED_ADDRESS, Outcome.NO_CONTACT,
    Outcome.BLOCKED_FILE, Outcome.WOULD_CHANGE, Outcome.OFF_TOPIC,
}  # fmt: skip
"""What the rules of a job refuse: looked at again only when they change."""
_NEVER = {Outcome.INVALID_ADDRESS, Outcome.BLOCKED_SCHEME}
_LEARNED = {Outcome.TRAP_SUSPECTED, Outcome.SAME_PAGE, Outcome.LESS_IMPORTANT}
"""What was learned holds for the next pass too, until a person lifts it or the settings of traps change."""


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
        self._settings = job.settings
        self._progress = progress
        self._paused = False
        self._stopping = ""
        self._next_look = 0.0
        self._next_snapshot = 0.0
        self._halted_until: float | None = None
        self._free = 0
        self._history = History(folder.history(job.name))

    def run(self, *, new_pass: bool) -> Ended:
        with Interrupts() as self._interrupts, rare_collection():
            return self._run(new_pass)

    def _run(self, new_pass: bool) -> Ended:
        folder, name = self._folder, self._job.name
        folder.job(name).mkdir(parents=True, exist_ok=True)
        self._catalogue.started(name, new_pass=new_pass)
        self._store = SqliteStore(folder.frontier(name))
        self._clocks = ClockBook(folder.hosts_database)
        try:
            if new_pass:
                # A pipe or a link that led out may be a plain file by now.
                asleep = (_SCOPE | _NEVER | _LEARNED) - {Outcome.BLOCKED_FILE}
                awake = (outcome for outcome in Outcome if outcome not in asleep)
                self._store.reopen(awake, scheduled=self._settings.revisit.policy == "never")
                self._store.write(Batch(meta={"pages": 0, "bytes": 0, "pass_began": int(time.time()) + 1}))
            rules = fingerprint(self._settings)
            if self._store.meta().get("rules", rules) != rules:
                self._store.reopen(_SCOPE | _LEARNED)  # each is judged again when its turn comes
            self._store.write(Batch(meta={"rules": rules, ORDER: self._settings.order}))
            return self._crawl()
        finally:
            self._clocks.close()
            self._store.close()

    def _crawl(self) -> Ended:
        self._assemble()
        elapsed_before = self._job.elapsed
        reason = "failed"
        state = State.FAILED
        try:
            self._prepare()
            state, reason = self._loop()
            if self._interrupts.count < 2 and reason != "aborted":
                self._commits.flush()
                self._second_look()
        except _Interrupted:
            state, reason = State.INTERRUPTED, "interrupted"
        finally:
            self._close()
            elapsed = elapsed_before + time.monotonic() - self._rates.started
            self._catalogue.ended(self._job.name, state, reason, elapsed)
        snapshot = self._snapshot(time.monotonic(), state.value)
        self._publish(snapshot)
        return Ended(state, reason, self._engine.limit, snapshot)

    def _assemble(self) -> None:
        settings, folder, now = self._settings, self._folder, time.monotonic()
        job = self._job
        self._poller = Poller()
        meta = self._store.meta()
        pages, received = meta.get("pages", 0), meta.get("bytes", 0)
        self._rates = Rates(now, pages, received)
        since = meta.get("pass_began", 0)
        bending = Bending(settings)
        by_host = self._store.pages_by_host(since) if bending.limits_hosts else None
        budget = Budget(settings.scope, pages=pages, bytes=received, pages_by_host=by_host, bending=bending)
        self._rules = Rules(settings, budget, own_data=str(folder.path), bending=bending)
        first = not self._store.last_id()
        self._frontier = Frontier(
            self._store,
            self._clocks,
            settings.frontier,
            settings.order,
            now,
            settings.for_ordering,
            bending,
            examples_of(folder, settings, self._store),
            importance_of(settings.revisit, self._store),
        )
        self._fetcher = Fetcher(
            settings.fetch,
            self._poller,
            self._rules.egress,
            Resolver(self._poller),
            version=__version__,
            credential_roots=[split(seed).root for seed in self._rules.seeds],
        )
        self._files = FileFetcher(settings.fetch, self._poller, self._rules.egress.folders)
        self._index_was_lost = INDEXED in meta and not (folder.index / "meta.json").exists()
        self._index = TantivyWriter(folder.index, settings.index) if settings.index.enabled else None
        self._archive = (
            ArchiveWriter(folder.archive, job.name, settings.archive, redacted(settings))
            if settings.archive.enabled
            else None
        )
        self._log = LogWriter(folder.log(job.name))
        self._trust = Trust(settings, self._store, self._frontier.id_of)
        self._commits = Commits(
            settings, self._store, self._frontier, self._archive, self._index, self._log, self._rates, self._trust
        )
        self._traps = Traps(settings.traps, self._store.patterns(), self._log, self._frontier.address)
        self._traps.remember(self._store)
        self._commits.gives.append(self._traps.give)
        self._forms = Forms(settings, self._rules, self._frontier, self._store.forms())
        self._commits.gives.append(self._forms.give)
        self._coming_back = ComingBack(settings.revisit, self._frontier, self._store, self._frontier.importance)
        self._departures = Departures(settings.revisit, self._frontier, self._store, indexing=settings.index.enabled)
        self._pool = WorkerPool(self._poller, settings, self._parsed)
        gate = Gate(self._fetcher, self._clocks, settings.robots, lambda found: self._engine.archive_robots(found))
        self._rendering = None
        if settings.render.mode != "never":
            self._rendering = Rendering(
                settings, self._poller, self._rules, gate, self._frontier, self._archive,
                lambda page, document: self._engine.read_rendered(page, document),
                lambda page: self._engine.read_on(page),
            )  # fmt: skip
        self._engine = Engine(
            Parts(
                settings=settings, job=job.name, rules=self._rules, frontier=self._frontier, fetcher=self._fetcher,
                files=self._files, gate=gate, pool=self._pool, archive=self._archive, index=self._index,
                commits=self._commits, log=self._log, rates=self._rates, trust=self._trust, traps=self._traps,
                forms=self._forms, coming_back=self._coming_back, departures=self._departures,
                collection=self._collection(now),
                alone=first and len(self._catalogue.jobs()) == 1, sitemaps=self._store.sitemaps_by_host(),
                rendering=self._rendering,
            )
        )  # fmt: skip

    def _collection(self, now: float) -> Collection | None:
        limit, importance = self._settings.revisit.collection, self._frontier.importance
        if limit is None:
            return None
        assert importance is not None, "importance_of makes one where there is a limit"
        return Collection(limit, importance, self._frontier, self._store, self._departures, now)

    def _parsed(self, answer: Parsed) -> None:
        self._engine.parsed(answer)

    def _prepare(self) -> None:
        """Seeds, what a crash left to do, and the login."""
        offer_seeds(self._settings.seeds, self._frontier, self._rules)
        self._commits.take_up_departures()
        if self._archive is not None:
            indexer = self._indexer()
            try:
                catch_up = CatchUp(
                    self._folder, self._job.name, self._store, self._frontier, self._engine, indexer, self._turn,
                    self._rules.normaliser, self._rendering is not None,
                )  # fmt: skip
                catch_up.run(from_start=self._index_was_lost)
            finally:
                if indexer is not None:
                    indexer.close()
        self._forms.begin(self._store)
        self._commits.flush()
        if self._settings.fetch.login is not None:
            LogIn(self._settings, self._fetcher, self._poller, self._turn).run()

    def _indexer(self) -> ArchiveIndexer | None:
        if self._index is None:
            return None
        return ArchiveIndexer(
            self._settings, self._job.name, self._rules, self._index, self._poller, self._trust, self._give_way,
            told_by(self._store), left=self._has_left,
        )  # fmt: skip

    def _has_left(self, url: str) -> bool:
        id = self._frontier.id_of(signed(key(url)))
        return id is not None and self._frontier.departed.why(id) is not None

    def _second_look(self) -> None:
        """After everything else is committed."""
        indexer = self._indexer()
        if indexer is None or self._archive is None or self._index is None:
            return
        try:
            if look_again(self._folder, self._store, self._trust, indexer):
                self._index.commit()
                self._trust.keep(self._store)
        finally:
            indexer.close()

    def _turn(self) -> None:
        self._poller.run_once(_TICK)
        self._check(time.monotonic())
        self._give_way()

    def _check(self, now: float) -> None:
        """Looks for processes that take too long."""
        self._pool.check(now)
        if self._rendering is not None:
            self._rendering.check(now)

    def _give_way(self) -> None:
        if self._interrupts.count:
            raise _Interrupted

    # the loop

    def _loop(self) -> tuple[State, str]:
        poller, engine, frontier = self._poller, self._engine, self._frontier
        next_tick = 0.0
        while True:
            now = time.monotonic()
            due = None
            if not self._paused and not self._stopping and engine.hand_out(now):
                due = frontier.next_due()
            wait = _TICK if due is None else min(max(due - now, 0.0), _TICK)
            poller.run_once(0.01 if self._commits.busy else wait)
            now = time.monotonic()
            if now >= next_tick:
                next_tick = now + _TICK / 4
                self._tick(now)
                ending = self._ending()
                if ending is not None:
                    return ending

    def _tick(self, now: float) -> None:
        self._check(now)
        try:
            self._commits.tick(now)
        except DiskFull as error:
            self._engine.halted = str(error)
        if self._interrupts.count and not self._stopping:
            self._stopping = "interrupted"
        if now >= self._next_look:
            self._next_look = now + 0.5
            self._listen(now)
        if now >= self._next_snapshot:
            self._next_snapshot = now + 1.0
            self._rates.sample(now)
            self._look_at_disk(now)
            self._publish(self._snapshot(now, "paused" if self._paused else "running"))

    def _look_at_disk(self, now: float) -> None:
        """Nothing is handed out while the disk is full; after a failed write, not for some seconds either."""
        free = self._free = shutil.disk_usage(self._folder.path).free
        if free < self._settings.archive.min_free:
            self._engine.halted = f"room on the disk: {free // 1_000_000} MB are free"
            self._halted_until = now
        elif self._engine.halted and self._halted_until is None:
            self._halted_until = now + _AFTER_FULL
        elif self._halted_until is not None and now >= self._halted_until:
            self._engine.halted, self._halted_until = "", None

    def _listen(self, now: float) -> None:
        """What `mekik pause`, `resume` and `stop` say from another process."""
        for command, argument in self._catalogue.told(self._job.name):
            self._obey(command, argument, now)

    def _obey(self, command: Command, argument: str, now: float) -> None:
        if command in (Command.STOP, Command.ABORT):
            self._stopping = "stopped" if command is Command.STOP else "aborted"
        elif command is Command.PAUSE:
            self._paused = True
            self._catalogue.set_state(self._job.name, State.PAUSED)
        elif command is Command.RESUME:
            self._paused = False
            self._catalogue.set_state(self._job.name, State.RUNNING)
        elif command is Command.ORDER:
            self._commits.flush()
            self._frontier.change_order(argument, now)
            self._store.write(Batch(meta={ORDER: argument}))
        elif command is Command.LIFT:
            self._lift(argument, now)
        elif command is Command.CHANGE:
            self._change(now)

    def _change(self, now: float) -> None:
        """Takes up what can be changed while it runs: the delay, and which addresses are left out."""
        job = self._catalogue.get(self._job.name)
        if job is None:
            return
        settings = self._settings = msgspec.structs.replace(
            self._settings, frontier=job.settings.frontier, scope=job.settings.scope
        )
        bending = Bending(settings)
        self._rules.change(settings, bending)
        self._frontier.change_settings(settings.frontier, bending, now)

    def _lift(self, text: str, now: float) -> None:
        """What a pattern set aside waits again."""
        self._commits.flush()
        try:
            patterns = named(self._store, text)
        except UsageError:  # it was lifted meanwhile
            return
        for pattern in patterns:
            self._traps.lift(pattern)
            ids = addresses_of(self._store, pattern)
            self._store.reopen_addresses(ids)
            self._frontier.counts[Status.REFUSED] -= len(ids)
            self._frontier.counts[Status.WAITING] += len(ids)
        self._frontier.change_order(self._frontier.order, now)  # which takes up all that wait

    def _ending(self) -> tuple[State, str] | None:
        engine, counts = self._engine, self._frontier.counts
        if self._interrupts.count >= 2:
            return State.INTERRUPTED, "interrupted"
        if self._stopping == "aborted":
            return State.INTERRUPTED, "aborted"
        if engine.busy:
            return None
        if self._stopping:
            return State.INTERRUPTED, self._stopping
        if self._departures.tripped:
            return State.INTERRUPTED, self._departures.tripped
        if engine.limit:
            return State.FINISHED, engine.limit
        if not counts[Status.WAITING] and not counts[Status.RUNNING] and not self._paused:
            due = self._frontier.returning.next_due
            if self._settings.discovery.watch and due is not None:
                return None
            if self._settings.revisit.policy != "never" and due is not None:
                moment = time.time() + due - time.monotonic()
                return (
                    State.FINISHED,
                    f"nothing is due before {time.strftime('%Y-%m-%d %H:%M', time.localtime(moment))}",
                )
            return State.FINISHED, "nothing is left to visit"
        return None

    # what people see

    def _snapshot(self, now: float, state: str) -> Snapshot:
        rates, counts = self._rates, self._frontier.counts
        pages, received, found = rates.per_second()
        elapsed = now - rates.started
        idle = not self._engine.busy
        waiting_for = self._frontier.waiting_for(now) if idle else ""
        if self._paused:
            waiting_for = "being resumed"
        elif self._stopping:
            waiting_for = "what is in flight"
        elif self._engine.halted:
            waiting_for = self._engine.halted
        return Snapshot(
            job=self._job.name,
            state=state,
            counts=Counts(
                known=self._frontier.known(),
                waiting=counts[Status.WAITING],
                running=counts[Status.RUNNING],
                completed=counts[Status.COMPLETED],
                error=counts[Status.ERROR],
                refused=counts[Status.REFUSED],
            ),
            pages=rates.pages,
            bytes=rates.bytes,
            pages_per_s=round(pages, 1),
            mean_pages_per_s=round(rates.pages / max(elapsed, 0.001), 1),
            bytes_per_s=round(received),
            found_per_s=round(found, 1),
            elapsed=round(elapsed, 2),
            indexed=rates.indexed,
            finds=self._store.find_count(),
            waiting_for=waiting_for,
            current=self._engine.current,
            traps=self._traps.suspects(),
            harvest=harvest_of(self._frontier.harvest),
            freshness=self._coming_back.expected,
            hosts=[
                HostStatus(
                    host.authority,
                    host.waiting,
                    host.active,
                    round(delay, 2),
                    round(max(0.0, host.ready_at - now), 1),
                    host.why if host.ready_at > now else "",
                    host.last,
                )
                for host, delay in self._frontier.busiest(_HOSTS)
            ],
            order=self._frontier.order,
            memory_limit=machine_memory(),
            disk_free=self._free,
            disk_least=self._settings.archive.min_free,
            memory=anonymous_memory(
                (os.getpid(), *self._pool.pids, *(self._rendering.pids if self._rendering else ()))
            ),
        )

    def _publish(self, snapshot: Snapshot) -> None:
        path = self._folder.status(self._job.name)
        try:
            draft = path.with_suffix(".new")
            draft.write_bytes(msgspec.json.encode(snapshot))
            draft.replace(path)
        except OSError:  # a full disk must not stop a crawl that waits for room
            pass
        self._history.add(snapshot)
        if self._progress is not None:
            self._progress(snapshot)

    def _close(self) -> None:
        with ExitStack() as closing:  # each of them, whatever the others do
            closing.callback(self._poller.close)
            if self._index is not None:
                closing.callback(self._index.close)
            if self._archive is not None:
                closing.callback(self._archive.close)
            closing.callback(self._log.close)
            closing.callback(self._commits.close)
            closing.callback(self._fetcher.close)
            closing.callback(self._files.close)
            closing.callback(self._pool.close)
            if self._rendering is not None:
                closing.callback(self._rendering.close)
