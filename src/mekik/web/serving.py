"""Runs the site: one process, one loop, two ports (the application and archived pages)."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time

import uvicorn

from mekik.errors import UsageError
from mekik.web.app import make_app
from mekik.web.site import Site

LOOPBACK = {"127.0.0.1", "::1", "localhost"}


def listen(host: str, port: int) -> socket.socket:
    """A bound socket, so that a taken port is said before anything starts. Port 0 takes any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise UsageError(f"Cannot listen on {host}:{port}: {error.strerror}. Choose another with --port.") from None
    listener.listen(256)
    return listener


def serve(site: Site, listener: socket.socket) -> None:
    """Until Ctrl-C or SIGTERM."""
    site.started_at = time.time()
    config = uvicorn.Config(
        make_app(site), log_config=None, access_log=False, server_header=False, date_header=True,
        timeout_graceful_shutdown=5, limit_concurrency=500, h11_max_incomplete_event_size=65536,
    )  # fmt: skip
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(server.serve(sockets=[listener]))
    site.close()
