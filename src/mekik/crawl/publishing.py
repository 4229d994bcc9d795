"""What people see of a run: a snapshot each second, in a file, in the history and for who started it."""

from __future__ import annotations

import os
from collections.abc import Callable

import msgspec

from mekik.crawl.assembly import Assembly
from mekik.crawl.folder import Folder
from mekik.crawl.history import History
from mekik.crawl.listening import Listener
from mekik.crawl.progress import Counts, HostStatus, Snapshot, harvest_of
from mekik.crawl.rates import anonymous_memory, machine_memory
from mekik.outcome import Status

Progress = Callable[[Snapshot], None]

_HOSTS = 20
"""Hosts that a snapshot tells about."""


class Publisher:
    def __init__(self, folder: Folder, job: str, progress: Progress | None) -> None:
        self._path = folder.status(job)
        self._history = History(folder.history(job))
        self._progress = progress

    def publish(self, snapshot: Snapshot) -> None:
        try:
            draft = self._path.with_suffix(".new")
            draft.write_bytes(msgspec.json.encode(snapshot))
            draft.replace(self._path)
        except OSError:  # a full disk must not stop a crawl that waits for room
            pass
        self._history.add(snapshot)
        if self._progress is not None:
            self._progress(snapshot)


def snapshot_of(assembly: Assembly, listener: Listener, now: float, state: str, disk_free: int) -> Snapshot:
    parts, engine = assembly.parts, assembly.engine
    rates, frontier, rendering = parts.rates, parts.frontier, parts.rendering
    counts = frontier.counts
    pages, received, found = rates.per_second()
    elapsed = now - rates.started
    return Snapshot(
        job=parts.job,
        state=state,
        counts=Counts(
            known=frontier.known(),
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
        finds=assembly.store.find_count(),
        waiting_for=_waiting_for(assembly, listener, now),
        current=engine.current,
        traps=parts.traps.suspects(),
        harvest=harvest_of(frontier.harvest),
        freshness=parts.coming_back.copies,
        visits=frontier.limited.standing(now),
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
            for host, delay in frontier.busiest(_HOSTS)
        ],
        order=frontier.order,
        memory_limit=machine_memory(),
        disk_free=disk_free,
        disk_least=assembly.settings.archive.min_free,
        memory=anonymous_memory((os.getpid(), *parts.pool.pids, *(rendering.pids if rendering else ()))),
    )


def _waiting_for(assembly: Assembly, listener: Listener, now: float) -> str:
    if listener.paused:
        return "being resumed"
    if listener.stopping:
        return "what is in flight"
    if assembly.engine.halted:
        return assembly.engine.halted
    return "" if assembly.engine.busy else assembly.parts.frontier.waiting_for(now)
