"""The engine as a process of its own: takes jobs from the queue and runs them, one after the other.

`mekik serve` starts it (`keeper.py`) and holds the other end of its standard input. When that closes, because the
server ended or was killed, the engine finishes what is in flight and ends too.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from pathlib import Path

import msgspec

from mekik.crawl.catalogue import Catalogue, Command, Job, State
from mekik.crawl.folder import EngineLock, Folder
from mekik.crawl.jobs.limits import within_quota
from mekik.crawl.jobs.removal import remove_now
from mekik.crawl.progress import Snapshot
from mekik.crawl.run import Run
from mekik.errors import Locked, MekikError

_log = logging.getLogger("mekik.engine")
NICENESS = 10
"""Whoever looks at a page waits for it; a crawl can wait."""
_LOOK = 0.3
_LOCKED = 1.0
TURN = 600.0
"""Seconds after which a job gives way to one of another owner."""
_FINISH = 5.0
_GIVE_UP = 15.0


class EngineMain:
    def __init__(self, path: Path, turn: float = TURN) -> None:
        self._folder = Folder(path)
        self._folder.require()
        self._catalogue = Catalogue(self._folder.jobs_database)
        self._turn = turn
        self._ending = threading.Event()
        self._gives_way = ""

    def end(self) -> None:
        self._ending.set()

    def run(self) -> None:
        """Until it is told to end."""
        try:
            while not self._ending.is_set():
                self._ending.wait(self._step())
        finally:
            self._catalogue.close()

    def _step(self) -> float:
        """One job or nothing; how long to wait before the next look."""
        catalogue = self._catalogue
        for due in catalogue.schedules.take_due():
            catalogue.queue.put(due)
        if not remove_now(self._folder, catalogue):
            return _LOCKED
        if self._folder.passive.exists():
            return _LOOK
        name = catalogue.queue.next()
        if name is None:
            return _LOOK
        try:
            with EngineLock(self._folder.lock):
                self._work(name)
        except Locked:  # a crawl at the command line; the queue waits for it
            return _LOCKED
        return 0.0

    def _work(self, name: str) -> None:
        catalogue, queue = self._catalogue, self._catalogue.queue
        job = catalogue.get(name)
        if job is None or job.state is State.DELETED:
            queue.take_out(name)
            return
        settings = within_quota(self._folder, catalogue, job)
        if isinstance(settings, str):
            catalogue.ended(name, State.INTERRUPTED, settings, job.elapsed)
            queue.take_out(name)
            return
        queue.started(name)
        self._gives_way = ""
        began = time.monotonic()
        limited = msgspec.structs.replace(job, settings=settings)
        try:
            ended = Run(self._folder, catalogue, limited, lambda now: self._look(job, now, began)).run(
                new_pass=job.is_done
            )
        except Exception as error:
            _log.exception("The job %r failed.", name)
            told = str(error) if isinstance(error, MekikError) else f"{type(error).__name__}; see engine.log"
            catalogue.set_state(name, State.FAILED, told[:500])
            queue.take_out(name)
            return
        if ended.reason == "interrupted":  # by a signal: the server ends
            queue.set_down(name)
            self.end()
        elif self._gives_way and ended.reason == "stopped":
            held = self._gives_way == "paused"
            queue.set_down(name, held=held, last=self._gives_way == "turn")
            catalogue.set_state(name, State.INTERRUPTED, self._gives_way if self._gives_way != "turn" else "")
        else:
            queue.done(name)

    def _look(self, job: Job, snapshot: Snapshot, began: float) -> None:
        """A paused job does not keep others waiting, and a long one gives way to other owners' after its turn."""
        if self._gives_way:
            return
        if self._folder.passive.exists():
            self._gives_way = "passive"
            self._catalogue.tell(job.name, Command.STOP)
            return
        if not self._catalogue.queue.holds(job.name):  # it was stopped in the moment in which it began
            self._gives_way = "stopped"
            self._catalogue.tell(job.name, Command.STOP)
            return
        others = self._catalogue.queue.others_wait(job.name)
        if not others:
            return
        if snapshot.state == State.PAUSED.value:
            self._gives_way = "paused"
        elif time.monotonic() - began > self._turn:
            waiting = (self._catalogue.get(name) for name in others)
            if any(other is not None and other.owner != job.owner for other in waiting):
                self._gives_way = "turn"
        if self._gives_way:
            self._catalogue.tell(job.name, Command.STOP)


def _end_with_the_server() -> None:
    """Blocks until the other end of standard input closes, however that comes about."""
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_FINISH)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GIVE_UP - _FINISH)
    os._exit(1)


def main() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    os.nice(NICENESS)
    engine = EngineMain(Path(sys.argv[1]))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: engine.end())
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    engine.run()


if __name__ == "__main__":
    main()
