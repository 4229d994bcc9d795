"""Runs the site: one process, one loop, two ports (the application and archived pages)."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import FrameType
from typing import Any

import uvicorn
from litestar.concurrency import set_asyncio_executor

from mekik.crawl.jobs.keeper import EngineKeeper
from mekik.errors import MekikError, UsageError
from mekik.web.alerts.watch import Watcher
from mekik.web.app import make_app
from mekik.web.patience import Impatient
from mekik.web.replay.server import Archive
from mekik.web.site import Site

THREADS = 32
"""Handlers at a time. Some wait a moment for a report; they must not keep those who search waiting."""
LOOPBACK = {"127.0.0.1", "::1", "localhost"}


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """A bound socket, so that a taken port is said before anything starts. Port 0 takes any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Connections have it from here. Without it a body waits for the client to confirm the head: 40 ms each answer.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise UsageError(f"Cannot listen on {host}:{port}: {error.strerror}. Choose another with {option}.") from None
    listener.listen(256)
    return listener


def serve(site: Site, listener: socket.socket, archive: socket.socket) -> None:
    """With an engine beside it, until Ctrl-C or SIGTERM. `archive` is the port of the archived copies."""
    site.started_at = time.time()
    set_asyncio_executor(ThreadPoolExecutor(THREADS, thread_name_prefix="web"))
    site.engine = EngineKeeper(site.workspace.path)
    site.engine.start()
    watcher = Watcher(site.workspace, site.accounts, site.saved, site.viewer)
    watcher.start()
    threading.Thread(target=_warm, args=(site,), name="warm", daemon=True).start()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_both(site, listener, archive))
    finally:
        watcher.stop()
        site.engine.stop()
        site.close()


def _warm(site: Site) -> None:
    """Loads the dictionaries of the index's languages, and starts a reader of copies, before somebody has to wait."""
    with contextlib.suppress(MekikError):
        site.workspace.search("word", limit=1)
        site.readers.warm()


async def _both(site: Site, listener: socket.socket, archive: socket.socket) -> None:
    beside = _Beside(web_config(Archive(site)))
    running = asyncio.create_task(beside.serve(sockets=[archive]))
    try:
        await _Front(web_config(make_app(site)), site).serve(sockets=[listener])
    finally:
        beside.should_exit = True
        await running


def web_config(app: Any) -> uvicorn.Config:
    """How both ports are served."""
    return uvicorn.Config(
        app, http=Impatient, log_config=None, access_log=False, server_header=False, date_header=True,
        timeout_graceful_shutdown=5, timeout_keep_alive=30, limit_concurrency=500, h11_max_incomplete_event_size=65536,
    )  # fmt: skip


class _Front(uvicorn.Server):
    """Tells live views that the server is about to end, or it would wait for them."""

    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self._site = site

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._site.closing.set()
        super().handle_exit(sig, frame)


class _Beside(uvicorn.Server):
    """A server that leaves the signals to the other one."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
