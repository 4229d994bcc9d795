"""One easy handle of the transport and what it is doing now. Handles are used again and again.

Everything that does not change from request to request is set once; the callbacks collect into lists, so that
no Python code runs for a header line and very little for a piece of body.
"""

from __future__ import annotations

import math
import socket
import time
from collections.abc import Callable
from urllib.parse import urlencode

import pycurl

from mekik.fetch.head import parse_response_head
from mekik.fetch.request import Request
from mekik.fetch.target import Target
from mekik.page import Exchange
from mekik.settings import FetchSettings

Done = Callable[[Request, Exchange], None]

_BUFFER = 131_072
_NAMES_KEPT = 10
"""Seconds that the transport keeps a pinned name: long enough for a second try of one request."""


class _Socket(socket.socket):
    """The transport takes a copy of the descriptor and drops this one."""

    def __del__(self) -> None:
        self.close()


class Transfer:
    __slots__ = (
        "_form", "_lines_sent", "_timeout", "_usual_timeout", "approved", "body", "conditional", "curl", "done", "head",
        "header_limit", "limit",
        "lines", "pinned", "pins_sent", "request", "shown", "size", "started", "started_at", "stopped", "target",
        "vetoed", "wanted",
    )  # fmt: skip

    def __init__(self, settings: FetchSettings, ca_file: str | None) -> None:
        self.curl = pycurl.Curl()
        self.lines: list[bytes] = []
        self.body: list[bytes] = []
        self.header_limit = settings.max_header_size
        self._usual_timeout = self._timeout = settings.timeout
        self._lines_sent: list[str] | None = None
        self._form = False
        self.approved: frozenset[str] = frozenset()
        _set_up(self.curl, settings, ca_file)
        self.curl.setopt(pycurl.HEADERFUNCTION, self.lines.append)
        self.curl.setopt(pycurl.WRITEFUNCTION, self._write)
        self.curl.setopt(pycurl.OPENSOCKETFUNCTION, self._open_socket)
        self.curl.setopt(pycurl.RESOLVER_START_FUNCTION, self._may_resolve)

    def begin(
        self,
        request: Request,
        done: Done,
        target: Target,
        approved: frozenset[str],
        pinned: tuple[str, str] | None,
        pins: list[str] | None,
        header_lines: list[str],
        shown: str,
        limit: int,
        wanted: Callable[[str], bool] | None,
    ) -> None:
        """Sets what is different this time. `pinned` is the name and what the transport shall believe about it,
        None for a literal address; `pins` is that for telling it, None when it knows."""
        self.request, self.done, self.target, self.shown = request, done, target, shown
        self.approved, self.limit, self.wanted = approved, limit, wanted
        self.pinned, self.pins_sent = pinned, pins is not None
        self.conditional = bool(request.etag or request.last_modified)
        self.head: tuple[int, bytes, dict[str, str], list[str]] | None = None
        self.size = 0
        self.stopped = ""
        self.vetoed = ""
        self.started_at, self.started = time.time(), time.monotonic()
        curl = self.curl
        curl.setopt(pycurl.URL, target.url)
        if header_lines is not self._lines_sent:
            curl.setopt(pycurl.HTTPHEADER, header_lines)
            self._lines_sent = header_lines
        if pins is not None:
            curl.setopt(pycurl.RESOLVE, pins)
        seconds = request.timeout or self._usual_timeout
        if seconds != self._timeout:
            curl.setopt(pycurl.TIMEOUT_MS, max(1, int(seconds * 1000)))
            self._timeout = seconds
        if request.form is not None or request.json is not None:
            curl.setopt(pycurl.POSTFIELDS, request.json if request.form is None else urlencode(request.form))
            self._form = True
        elif self._form:
            curl.setopt(pycurl.HTTPGET, 1)
            self._form = False

    def rest(self) -> None:
        """Lets go of what the last request brought."""
        self.lines.clear()
        self.body = []
        self.head = None
        del self.request, self.done, self.target, self.wanted

    def _write(self, data: bytes) -> int | None:
        if self.head is None and not self._head_accepted():
            return 0
        room = self.limit - self.size
        if len(data) > room:
            self.body.append(data[:room])
            self.size += room
            self.stopped = "length"
            return 0
        self.body.append(data)
        self.size += len(data)
        return None

    def _head_accepted(self) -> bool:
        self.head = parse_response_head(self.lines)
        status, head, headers, _ = self.head
        if len(head) > self.header_limit:
            self.stopped = "header"
        elif self.wanted is not None and status < 300 and not self.wanted(headers.get("content-type", "")):
            self.stopped = "type"
        return not self.stopped

    def complete_head(self) -> bool:
        """The same checks for an answer without a body, at its end."""
        return self._head_accepted() if self.head is None else not self.stopped

    def _open_socket(self, _purpose: int, address: pycurl.CurlSockAddr) -> socket.socket | int:
        """Belt and braces: whatever the transport believes, it connects only to what was checked."""
        host = address.addr[0] if isinstance(address.addr, tuple) else ""
        if host not in self.approved:
            self.vetoed = str(host)
            return int(pycurl.SOCKET_BAD)
        return _Socket(address.family, address.socktype, address.protocol)

    def _may_resolve(self) -> int:
        """The transport never asks a name server by itself; reading a literal address is no such question."""
        return 0 if self.pinned is None else 1


def _set_up(curl: pycurl.Curl, settings: FetchSettings, ca_file: str | None) -> None:
    options = {
        pycurl.NOSIGNAL: 1,
        pycurl.PROTOCOLS: pycurl.PROTO_HTTP | pycurl.PROTO_HTTPS,
        pycurl.FOLLOWLOCATION: 0,
        pycurl.PATH_AS_IS: 1,
        pycurl.HTTP_CONTENT_DECODING: 0,
        pycurl.PROXY: "",  # else the environment would choose one
        pycurl.BUFFERSIZE: _BUFFER,
        pycurl.DNS_CACHE_TIMEOUT: _NAMES_KEPT,
        pycurl.CONNECTTIMEOUT_MS: max(1, int(settings.connect_timeout * 1000)),
        pycurl.TIMEOUT_MS: max(1, int(settings.timeout * 1000)),
        pycurl.LOW_SPEED_LIMIT: settings.low_speed,
        pycurl.LOW_SPEED_TIME: max(1, math.ceil(settings.low_speed_time)),
        pycurl.HTTP_VERSION: (pycurl.CURL_HTTP_VERSION_2TLS if settings.http2 else pycurl.CURL_HTTP_VERSION_1_1),
        pycurl.SSL_VERIFYPEER: int(settings.verify_tls),
        pycurl.SSL_VERIFYHOST: 2 if settings.verify_tls else 0,
    }
    for option, value in options.items():
        curl.setopt(option, value)
    if ca_file is not None:
        curl.setopt(pycurl.CAINFO, ca_file)
