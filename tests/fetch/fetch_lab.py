"""A client on a loop of its own, for tests that fetch."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from types import TracebackType
from typing import Any

from mekik.fetch import Egress, Fetcher, Poller, Request, Resolver
from mekik.page import Exchange
from mekik.settings import FetchSettings, build

LOOPBACK = ("127.0.0.1/32", "::1/128")
PATIENCE = 60.0
"""Seconds for whatever a test waits for; it ends early, unless the machine is very busy or something is wrong."""


def settings(**values: Any) -> FetchSettings:
    """Patient, so that a busy machine is not taken for a slow server; a test of a limit sets that limit."""
    patient = {"connect_timeout": 20, "first_byte_timeout": 20, "timeout": 30, "low_speed_time": 30}
    return build({"fetch": {**patient, **values}}).fetch


class Lab:
    def __init__(
        self,
        *,
        allow: Sequence[str] = LOOPBACK,
        contact_set: bool = False,
        name_server: str | None = None,
        resolver: dict[str, Any] | None = None,
        ca_file: str | None = None,
        credential_roots: Collection[str] = (),
        **values: Any,
    ) -> None:
        self.poller = Poller()
        self.egress = Egress(allow, contact_set)
        asking = {"timeout": 20.0, "tries": 1, "min_ttl": 0.0, "failure_ttl": 60.0, **(resolver or {})}
        self.resolver = Resolver(self.poller, [name_server] if name_server else ["127.0.0.1:9"], **asking)
        self.fetcher = Fetcher(
            settings(**values), self.poller, self.egress, self.resolver, version="9.9",
            credential_roots=credential_roots, ca_file=ca_file,
        )  # fmt: skip

    def __enter__(self) -> Lab:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.fetcher.close()
        self.resolver.close()
        self.poller.close()

    def run_until(self, ready: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not ready():
            assert time.monotonic() < deadline, "nothing came within the test's patience"
            self.poller.run_once(0.05)

    def get(self, url: str, **values: Any) -> Exchange:
        return self.get_all([Request(url=url, **values)])[0]

    def get_all(self, requests: Sequence[Request]) -> list[Exchange]:
        """The exchanges in the order of the requests."""
        found: dict[int, Exchange] = {}
        for number, request in enumerate(requests):
            request.token = number
            self.fetcher.start(request, lambda asked, exchange: found.__setitem__(asked.token, exchange))
            assert number not in found, "done was called from inside start"
        self.run_until(lambda: len(found) == len(requests))
        assert self.fetcher.active == 0
        return [found[number] for number in range(len(requests))]
