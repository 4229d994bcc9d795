"""Whether the data directory takes a byte: what /readyz answers."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
import time
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from mekik.web.site import Site

_KEPT = 1.0
"""Seconds for which an answer stands: a probe costs a write."""


class Readiness(msgspec.Struct):
    ready: bool
    reason: str = ""


class Probe:
    """Whether the data directory takes a byte. Anybody may ask, so the answer is kept for a moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked = -_KEPT
        self._answer = Readiness(True)

    def look(self, site: Site) -> Readiness:
        with self._lock:
            if time.monotonic() - self._asked >= _KEPT:
                self._answer = _try(site)
                self._asked = time.monotonic()
            return self._answer


def _try(site: Site) -> Readiness:
    try:
        with tempfile.NamedTemporaryFile(dir=site.workspace.path, prefix=".ready-") as file:
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())
        site.accounts.try_writing()
    except (OSError, sqlite3.Error) as error:
        # The system's word, not the path: anybody may ask.
        return Readiness(False, f"Cannot write: {getattr(error, 'strerror', None) or type(error).__name__}.")
    return Readiness(True)
