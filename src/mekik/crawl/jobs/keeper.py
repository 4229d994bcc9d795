"""Keeps an engine process alive beside the server, and ends it with the server."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec

from mekik.crawl.catalogue import Catalogue, State
from mekik.crawl.folder import Folder, holder
from mekik.errors import MekikError

_log = logging.getLogger("mekik.engine")
_LOG = "engine.log"
_MOST_LOG = 5_000_000
_PATIENCE = 20.0
_FIRST_REST = 1.0
_LONGEST_REST = 60.0
_LIVED = 60.0
"""Seconds. An engine that lived longer is started again without delay."""


class EngineState(msgspec.Struct):
    running: bool
    pid: int | None
    since: float | None
    restarts: int
    """How often it was started again after it had died."""
    locked_by: int | None
    """Another process that holds the engine's lock, such as `mekik crawl` at the command line."""


class EngineKeeper:
    def __init__(self, path: Path) -> None:
        self._folder = Folder(path)
        self._process: subprocess.Popen[bytes] | None = None
        self._since: float | None = None
        self._restarts = 0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._folder.require()
        catalogue = Catalogue(self._folder.jobs_database)
        catalogue.queue.begin()
        catalogue.close()
        self._thread = threading.Thread(target=self._keep, name="engine-keeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Lets the engine finish what is in flight, for some seconds."""
        self._stopping.set()
        process = self._process
        if process is not None and process.stdin is not None:
            process.stdin.close()
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._thread is not None:
            self._thread.join(_PATIENCE)

    def state(self) -> EngineState:
        process = self._process
        alive = process is not None and process.poll() is None
        pid = process.pid if process is not None and alive else None
        other = holder(self._folder.lock)
        return EngineState(alive, pid, self._since, self._restarts, other if other != pid else None)

    def _keep(self) -> None:
        rest = _FIRST_REST
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                with self._begin() as process:
                    if self._stopping.is_set() and process.stdin is not None:
                        process.stdin.close()  # `stop` came while it was being started
                    process.wait()
            except OSError:  # no room for another process, or none on the disk for its log
                _log.exception("The engine cannot be started.")
            if self._stopping.is_set():
                return
            self._died()
            self._restarts += 1
            if time.monotonic() - began > _LIVED:
                rest = _FIRST_REST
            self._stopping.wait(rest)
            rest = min(rest * 2, _LONGEST_REST)

    def _begin(self) -> subprocess.Popen[bytes]:
        log = self._folder.path / _LOG
        if log.exists() and log.stat().st_size > _MOST_LOG:
            log.replace(log.with_suffix(".1.log"))
        with log.open("ab") as errors:
            # Its own process group: Ctrl-C in the terminal is for the server, which then tells the engine.
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "mekik.crawl.jobs.engine_main", str(self._folder.path)],
                stdin=subprocess.PIPE, stdout=errors, stderr=errors, process_group=0,
            )  # fmt: skip
        self._since = time.time()
        return self._process

    def _died(self) -> None:
        try:
            catalogue = Catalogue(self._folder.jobs_database)
        except MekikError:  # a full disk, say; the next engine will find out too
            return
        try:
            for job in catalogue.queue.died():
                reason = "set aside: the engine died three times while it ran this job; see engine.log"
                catalogue.set_state(job, State.FAILED, reason)
        finally:
            catalogue.close()
