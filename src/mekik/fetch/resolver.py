"""Host names to network addresses, on the engine's loop, with a cache of our own.

Asks for IPv4 and IPv6 together and honours /etc/hosts. Look-ups of one name are merged, only so many run at a
time, and answers are kept for their time to live within limits, failures too, so that ten thousand dead hosts
cost ten thousand questions and no threads.
"""

from __future__ import annotations

import math
import re
import socket
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from functools import partial
from ipaddress import ip_address
from typing import Any, NamedTuple

import pycares

from mekik.fetch.networks import is_loopback_name
from mekik.fetch.poller import READ, WRITE, Poller, Timer
from mekik.outcome import Outcome

Resolved = Callable[[list[str] | None, Outcome, str], None]

_NAME = re.compile(r"[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?")
_LOOPBACK = ["127.0.0.1"]
_NOT_FOUND = {pycares.errno.ARES_ENOTFOUND, pycares.errno.ARES_ENODATA}
_NOBODY = pycares.ARES_SOCKET_BAD
_HOSTS_BY_ENVIRONMENT = 1 << 8
"""CARES_HOSTS may name a file to use in the place of /etc/hosts."""


class Answer(NamedTuple):
    addresses: list[str] | None
    outcome: Outcome
    reason: str
    expires: float
    """On the clock of `time.monotonic`."""


class Resolver:
    """`servers` as address or address:port; by default those of the machine."""

    def __init__(
        self,
        poller: Poller,
        servers: Sequence[str] | None = None,
        *,
        timeout: float = 3.0,
        tries: int = 2,
        min_ttl: float = 60.0,
        max_ttl: float = 3600.0,
        failure_ttl: float = 30.0,
        parallel: int = 100,
        cache_size: int = 50_000,
    ) -> None:
        self._poller = poller
        self._min_ttl, self._max_ttl, self._failure_ttl = min_ttl, max_ttl, failure_ttl
        self._parallel, self._cache_size = parallel, cache_size
        self._cache: OrderedDict[str, Answer] = OrderedDict()
        self._asking: dict[str, list[Resolved]] = {}
        self._queue: deque[str] = deque()
        self._running = 0
        self._answers: list[tuple[str, Answer]] = []
        self._timer: Timer | None = None
        self._closed = False
        self._open_channel = partial(
            pycares.Channel, flags=pycares.ARES_FLAG_NOSEARCH, timeout=timeout, tries=tries, servers=servers,
        )  # fmt: skip
        self._watched: set[int] = set()
        self._generation = 0
        self._channel = self._open_channel(sock_state_cb=partial(self._socket_changed, 0))
        self._asked = 0

    @property
    def waiting(self) -> int:
        """Names that are being looked up or wait for it."""
        return len(self._asking)

    def known(self, host: str) -> list[str] | None:
        """The addresses of a host when they are known without asking anybody."""
        answer = self._cache.get(host)
        return answer.addresses if answer is not None and answer.expires > time.monotonic() else None

    def resolve(self, host: str, callback: Resolved) -> None:
        """Calls back with the addresses, or with None, an outcome and a reason; at once when that is known."""
        answer = self._cache.get(host)
        if answer is None or answer.expires <= time.monotonic():
            answer = _without_asking(host)
            if answer is not None and answer.addresses:
                self._remember(host, answer)
        if answer is not None:
            callback(answer.addresses, answer.outcome, answer.reason)
            return
        waiters = self._asking.get(host)
        if waiters is not None:
            waiters.append(callback)
            return
        self._asking[host] = [callback]
        self._queue.append(host)
        self._ask_more()

    def close(self) -> None:
        """Callbacks that still wait are dropped."""
        self._closed = True
        self._asking.clear()
        self._queue.clear()
        if self._timer is not None:
            self._timer.cancel()
        self._close_channel()

    def _close_channel(self) -> None:
        self._channel.cancel()
        # The library ends a channel in a thread of its own; from now on nothing of it concerns the loop.
        self._generation += 1
        for fd in self._watched:
            self._poller.unwatch(fd)
        self._watched.clear()
        self._channel.close()

    def _ask_more(self) -> None:
        if self._asked >= self._cache_size and self._queue:
            # The library keeps answers of its own without a limit; a new channel begins without them.
            if self._running:
                self._watch_clock()
                return
            self._close_channel()
            self._channel = self._open_channel(sock_state_cb=partial(self._socket_changed, self._generation))
            self._asked = 0
        while self._queue and self._running < self._parallel and self._asked < self._cache_size:
            host = self._queue.popleft()
            self._running += 1
            self._asked += 1
            self._channel.getaddrinfo(
                host, None, family=socket.AF_UNSPEC, type=socket.SOCK_STREAM, flags=_HOSTS_BY_ENVIRONMENT,
                callback=partial(self._answered, host),
            )  # fmt: skip
        self._watch_clock()

    def _answered(self, host: str, result: Any, status: int | None) -> None:
        self._running -= 1
        if self._closed:
            return
        answer = self._read(host, result, status)
        self._remember(host, answer)
        # From the loop, not from here: the library is in the middle of its work, and answers from /etc/hosts
        # come while it is still being asked.
        if not self._answers:
            self._poller.call_later(0, self._deliver)
        self._answers.append((host, answer))

    def _deliver(self) -> None:
        answers, self._answers = self._answers, []
        for host, answer in answers:
            for callback in self._asking.pop(host, ()):
                callback(answer.addresses, answer.outcome, answer.reason)
        if not self._closed:
            self._ask_more()

    def _remember(self, host: str, answer: Answer) -> None:
        self._cache[host] = answer
        self._cache.move_to_end(host)
        if len(self._cache) > self._cache_size:
            self._cache.popitem(last=False)

    def _read(self, host: str, result: Any, status: int | None) -> Answer:
        now = time.monotonic()
        if status is None:
            nodes = [node for node in result.nodes if node.family in (socket.AF_INET, socket.AF_INET6)]
            if nodes:
                ttl = min(max(min(node.ttl for node in nodes), self._min_ttl), self._max_ttl)
                texts = (node.addr[0] for node in nodes)
                unique = dict.fromkeys(text.decode() if isinstance(text, bytes) else text for text in texts)
                return Answer(list(unique), Outcome.OK, "", now + ttl)
            status = pycares.errno.ARES_ENODATA
        if status in _NOT_FOUND:
            outcome, reason = Outcome.DNS_NOT_FOUND, f"The name {host} has no network address."
        elif status == pycares.errno.ARES_ETIMEOUT:
            outcome, reason = Outcome.DNS_TIMEOUT, f"No name server answered for {host} in time."
        else:
            words = str(pycares.errno.strerror(status))
            outcome, reason = Outcome.DNS_FAILURE, f"The name server could not answer for {host}: {words}."
        return Answer(None, outcome, reason, now + max(self._failure_ttl, 0.0))

    def _socket_changed(self, generation: int, fd: int, readable: bool, writable: bool) -> None:
        if generation != self._generation:
            return
        events = (READ if readable else 0) | (WRITE if writable else 0)
        if events:
            self._watched.add(fd)
            self._poller.watch(fd, events, self._socket_ready)
        else:
            self._watched.discard(fd)
            self._poller.unwatch(fd)

    def _socket_ready(self, fd: int, events: int) -> None:
        self._channel.process_fd(fd if events & ~WRITE else _NOBODY, fd if events & ~READ else _NOBODY)
        self._watch_clock()

    def _watch_clock(self) -> None:
        """The library notices its own timeouts only when it is called."""
        if not self._running or self._closed or (self._timer is not None and self._timer.callback is not None):
            return
        next_timeout: Callable[[float], float] = self._channel.timeout
        self._timer = self._poller.call_later(max(0.005, min(next_timeout(1.0), 1.0)), self._clock_rang)

    def _clock_rang(self) -> None:
        self._timer = None
        self._channel.process_fd(_NOBODY, _NOBODY)
        self._watch_clock()


def _without_asking(host: str) -> Answer | None:
    """Literal addresses, loopback names (RFC 6761) and names that cannot exist."""
    if is_loopback_name(host):
        return Answer(_LOOPBACK, Outcome.OK, "", math.inf)
    name = host.rstrip(".").lower()
    try:
        return Answer([str(ip_address(name.strip("[]")))], Outcome.OK, "", math.inf)
    except ValueError:
        pass
    if len(name) > 253 or _NAME.fullmatch(name) is None:
        return Answer(None, Outcome.DNS_NOT_FOUND, "The host is not a name that can exist.", 0.0)
    return None
