"""Ports for what has to be told beforehand where to listen."""

from __future__ import annotations

import contextlib
import random
import socket
from pathlib import Path

_RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")


def free_pair() -> int:
    """A port that is free like the one after it. Below those that the system gives to whoever asks for any, so that no
    connection of another test takes it in the meantime."""
    lowest = int(_RANGE.read_text().split()[0]) if _RANGE.exists() else 32768
    for _ in range(1000):
        port = random.randrange(max(lowest - 20_000, 2000), lowest - 2)
        with (
            contextlib.suppress(OSError),
            socket.create_server(("127.0.0.1", port)),
            socket.create_server(("127.0.0.1", port + 1)),
        ):
            return port
    raise AssertionError("no two free ports beside each other")
