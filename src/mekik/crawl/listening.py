"""What people say to a running crawl from other processes: pause, go on, stop, another order, lift, change."""

from __future__ import annotations

import msgspec

from mekik.crawl.assembly import Assembly
from mekik.crawl.catalogue import ORDER, Catalogue, Command, State
from mekik.crawl.traps import addresses_of, named
from mekik.errors import UsageError
from mekik.frontier import Batch
from mekik.outcome import Status
from mekik.scope import Bending


class Listener:
    def __init__(self, catalogue: Catalogue, assembly: Assembly) -> None:
        self._catalogue = catalogue
        self._assembly = assembly
        self._job = assembly.parts.job
        self.paused = False
        self.stopping = ""
        """Why nothing more is handed out: stopped, aborted or interrupted."""

    def listen(self, now: float) -> None:
        """What `mekik pause`, `resume` and `stop` say from another process."""
        self.take_back(now)
        for command, argument in self._catalogue.told(self._job):
            self._obey(command, argument, now)

    def _obey(self, command: Command, argument: str, now: float) -> None:
        if command in (Command.STOP, Command.ABORT):
            self.stopping = "stopped" if command is Command.STOP else "aborted"
        elif command is Command.PAUSE:
            self.paused = True
            self._catalogue.set_state(self._job, State.PAUSED)
        elif command is Command.RESUME:
            self.paused = False
            self._catalogue.set_state(self._job, State.RUNNING)
        elif command is Command.ORDER:
            self._order(argument, now)
        elif command is Command.LIFT:
            self._lift(argument, now)
        elif command is Command.CHANGE:
            self._change(now)

    def _order(self, name: str, now: float) -> None:
        """With what it looks for now: a job gets words together with the order that wants them."""
        job = self._catalogue.get(self._job)
        self._assembly.parts.commits.flush()
        self._assembly.parts.frontier.change_order(name, now, job.settings.for_ordering if job else None)
        self._assembly.store.write(Batch(meta={ORDER: name}))

    def _change(self, now: float) -> None:
        """Takes up what can be changed while it runs: the delay, and which addresses are left out."""
        job = self._catalogue.get(self._job)
        if job is None:
            return
        settings = self._assembly.settings = msgspec.structs.replace(
            self._assembly.settings, frontier=job.settings.frontier, scope=job.settings.scope
        )
        bending = Bending(settings)
        self._assembly.parts.rules.change(settings, bending)
        self._assembly.parts.frontier.change_settings(settings.frontier, bending, now)

    def _lift(self, text: str, now: float) -> None:
        """What a pattern set aside waits again."""
        parts = self._assembly.parts
        parts.commits.flush()
        try:
            patterns = named(self._assembly.store, text)
        except UsageError:  # it was lifted meanwhile
            return
        for pattern in patterns:
            parts.traps.lift(pattern)
        self._reopen(patterns, now)

    def take_back(self, now: float) -> bool:
        """What was set aside too early waits again; whether there was any."""
        parts = self._assembly.parts
        if not parts.traps.cleared:
            return False
        parts.commits.flush()
        self._reopen(parts.traps.clear(), now)
        return True

    def look_again(self, now: float) -> bool:
        """When nothing waits any more: what was set aside early may show that it deserves better; whether any does."""
        parts = self._assembly.parts
        pages = parts.rates.totals()["pages"]
        if not parts.traps.doubtful(pages):
            return False
        parts.commits.flush()
        ids = parts.traps.look_again(self._assembly.store, pages)
        self._wait_again(ids, now)
        return bool(ids)

    def _reopen(self, patterns: list[str], now: float) -> None:
        ids = {id for pattern in patterns for id in addresses_of(self._assembly.store, pattern)}
        self._wait_again(sorted(ids), now)

    def _wait_again(self, ids: list[int], now: float) -> None:
        parts = self._assembly.parts
        self._assembly.store.reopen_addresses(ids)
        parts.frontier.counts[Status.REFUSED] -= len(ids)
        parts.frontier.counts[Status.WAITING] += len(ids)
        parts.frontier.change_order(parts.frontier.order, now)  # which takes up all that wait
