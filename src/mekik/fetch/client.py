"""Fetches addresses, hundreds at a time, on the engine's loop.

`start` takes an address through the guard: split, judge, look up, judge every address that came back, pin the
connection to those. Each request ends in exactly one call of its `done` with an `Exchange` that has a named
outcome; `done` is never called from inside `start`. Redirects are not followed: they are an outcome.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from functools import partial

import pycurl

from mekik.fetch.cookies import CookieJar
from mekik.fetch.egress import Egress
from mekik.fetch.exchange import TypeFilter, conclude
from mekik.fetch.head import RequestHeads
from mekik.fetch.multi import Multi
from mekik.fetch.poller import Poller
from mekik.fetch.proxy import Proxy
from mekik.fetch.request import Request
from mekik.fetch.resolver import Resolver
from mekik.fetch.target import Refusal, Root, Target, split, without_password
from mekik.fetch.transfer import Done, Transfer
from mekik.fetch.trust import certificate_file
from mekik.media import media_types
from mekik.outcome import Outcome
from mekik.page import Exchange
from mekik.settings import FetchSettings

_PINS_KEPT = 3.0
_MAX_ADDRESSES = 8


class Fetcher:
    """`credential_roots` are the sites (such as https://example.org) that get the Authorization and Cookie of
    `fetch.headers`; `ca_file` replaces the machine's list of trusted certificates."""

    def __init__(
        self,
        settings: FetchSettings,
        poller: Poller,
        egress: Egress,
        resolver: Resolver,
        *,
        version: str,
        credential_roots: Collection[str] = (),
        ca_file: str | None = None,
    ) -> None:
        self._settings, self._poller, self._egress, self._resolver = settings, poller, egress, resolver
        self._heads = RequestHeads(settings, version, credential_roots)
        self._jar = CookieJar() if settings.cookies or settings.login else None
        self._proxy = Proxy(settings.proxy) if settings.proxy else None
        self._ca_file = certificate_file(ca_file)
        self._types = TypeFilter()
        self._page_types = media_types(settings.types)
        self._multi = Multi(poller, settings.connections, self._finished)
        self._idle: list[Transfer] = []
        self._running: dict[pycurl.Curl, Transfer] = {}
        self._resolving = 0
        self._pinned: dict[str, tuple[float, str]] = {}
        self._outbox: deque[tuple[Done, Request, Exchange]] = deque()
        self._sweeping = False

    @property
    def active(self) -> int:
        """Requests that were started and whose `done` was not called yet."""
        return len(self._running) + self._resolving + len(self._outbox)

    def start(self, request: Request, done: Done) -> None:
        target = split(request.url)
        if isinstance(target, Refusal):
            self._refuse(request, done, without_password(request.url), target)
            return
        refusal = self._egress.check_host(target.host, target.literal)
        if refusal is not None:
            self._refuse(request, done, target.url, refusal)
        elif target.literal:
            self._checked(request, done, target, [target.host.strip("[]")])
        else:
            addresses = self._resolver.known(target.host)
            if addresses is not None:
                self._looked_up(request, done, target, addresses, Outcome.OK, "")
            else:
                self._resolving += 1
                self._resolver.resolve(target.host, partial(self._answered, request, done, target))

    def login(self, done: Callable[[Exchange], None], url: str = "", fields: Mapping[str, str] | None = None) -> None:
        """Sends the form of the settings once, with `fields` beside its own, or fetches the page that has it when there
        are none to send. Its cookies are kept; the exchange is not for the archive."""
        form = self._settings.login
        if form is None:
            raise ValueError("fetch.login is not set")
        filled = None if fields is None else {**fields, **form.fields}
        request = Request(url=url or form.url, purpose="login", form=filled)

        def answered(_request: Request, exchange: Exchange) -> None:
            done(exchange)

        if request.url.lower().startswith("https:") and not self._settings.verify_tls:
            reason = "The login form is not sent to a server whose certificate is not verified (fetch.verify_tls)."
            self._refuse(request, answered, without_password(request.url), Refusal(Outcome.TLS_ERROR, reason))
        else:
            self.start(request, answered)

    def close(self) -> None:
        """Ends all connections. Requests that are under way get no `done` any more."""
        self._outbox.clear()
        for transfer in self._running.values():
            self._multi.remove(transfer.curl)
        for transfer in (*self._running.values(), *self._idle):
            transfer.curl.close()
        self._running.clear()
        self._idle.clear()
        self._multi.close()

    def _answered(
        self, request: Request, done: Done, target: Target,
        addresses: list[str] | None, outcome: Outcome, reason: str,
    ) -> None:  # fmt: skip
        self._resolving -= 1
        self._looked_up(request, done, target, addresses, outcome, reason)

    def _looked_up(
        self, request: Request, done: Done, target: Target,
        addresses: list[str] | None, outcome: Outcome, reason: str,
    ) -> None:  # fmt: skip
        if addresses is None:
            if self._proxy is not None:  # behind a proxy names may only be known to the proxy
                self._checked(request, done, target, [])
            else:
                self._refuse(request, done, target.url, Refusal(outcome, reason))
            return
        refusal = self._egress.check_addresses(target.host, addresses)
        if refusal is not None:
            self._refuse(request, done, target.url, refusal)
        else:
            self._checked(request, done, target, addresses)

    def _checked(self, request: Request, done: Done, target: Target, addresses: list[str]) -> None:
        """The target is fine; with a proxy the connection goes to the proxy, which is judged the same way."""
        if self._proxy is None:
            self._launch(request, done, target, target.root, addresses)
            return
        root = self._proxy.root
        refusal = self._egress.check_host(root.host, root.literal)
        if refusal is not None:
            self._refuse(request, done, target.url, self._proxy.explain(refusal))
        elif root.literal:
            self._launch(request, done, target, root, [root.host.strip("[]")])
        else:
            self._resolving += 1
            self._resolver.resolve(root.host, partial(self._proxy_answered, request, done, target, self._proxy))

    def _proxy_answered(
        self, request: Request, done: Done, target: Target, proxy: Proxy,
        addresses: list[str] | None, outcome: Outcome, reason: str,
    ) -> None:  # fmt: skip
        self._resolving -= 1
        if addresses is None:
            refusal: Refusal | None = Refusal(outcome, reason)
        else:
            refusal = self._egress.check_addresses(proxy.root.host, addresses)
        if refusal is not None:
            self._refuse(request, done, target.url, proxy.explain(refusal))
        elif addresses is not None:
            self._launch(request, done, target, proxy.root, addresses)

    def _launch(self, request: Request, done: Done, target: Target, root: Root, addresses: list[str]) -> None:
        settings = self._settings
        transfer = self._idle.pop() if self._idle else self._new_transfer()
        cookie = self._jar.header(target.root, target.path) if self._jar is not None else ""
        lines, shown = self._heads.compose(request, target, cookie)
        types = self._page_types if request.types is None and request.purpose == "page" else request.types
        pinned, pins = (None, None) if root.literal else self._pins(root, addresses)
        transfer.begin(
            request, done, target, frozenset(addresses), pinned, pins, lines, shown,
            request.max_size or settings.max_size,
            self._types.matcher(types) if types is not None else None,
        )  # fmt: skip
        self._running[transfer.curl] = transfer
        self._multi.add(transfer.curl)
        if not self._sweeping:
            self._sweeping = True
            self._poller.call_later(self._sweep_interval(), self._sweep)

    def _new_transfer(self) -> Transfer:
        transfer = Transfer(self._settings, self._ca_file)
        if self._proxy is not None:
            self._proxy.set_up(transfer.curl)
        return transfer

    def _pins(self, root: Root, addresses: list[str]) -> tuple[tuple[str, str], list[str] | None]:
        """What the transport shall believe about a name, and that again unless it surely still does."""
        joined = ",".join(f"[{one}]" if ":" in one else one for one in addresses[:_MAX_ADDRESSES])
        name = f"{root.host}:{root.port}"
        pin = f"+{name}:{joined}"
        until, believed = self._pinned.get(name, (0.0, ""))
        return (name, pin), None if believed == pin and until > time.monotonic() else [pin]

    def _refuse(self, request: Request, done: Done, url: str, refusal: Refusal) -> None:
        exchange = Exchange(url=url, outcome=refusal.outcome, reason=refusal.reason, started_at=time.time())
        self._post(done, request, exchange)

    def _finished(self, curl: pycurl.Curl, code: int, message: str) -> None:
        transfer = self._running.pop(curl)
        if transfer.pinned is not None and code == 0 and transfer.pins_sent:
            if len(self._pinned) >= 5000:
                self._pinned.clear()
            name, pin = transfer.pinned
            self._pinned[name] = (transfer.started + _PINS_KEPT, pin)
        exchange = conclude(transfer, code, message, self._proxy)
        if self._jar is not None and transfer.head is not None and transfer.head[3]:
            self._jar.store(transfer.target.root, transfer.target.path, transfer.head[3])
        self._post(transfer.done, transfer.request, exchange)
        transfer.rest()
        if len(self._idle) < self._settings.connections:
            self._idle.append(transfer)
        else:
            curl.close()

    def _post(self, done: Done, request: Request, exchange: Exchange) -> None:
        if not self._outbox:
            self._poller.call_at(0.0, self._deliver)
        self._outbox.append((done, request, exchange))

    def _deliver(self) -> None:
        outbox = self._outbox
        for _ in range(len(outbox)):
            done, request, exchange = outbox.popleft()
            try:
                done(request, exchange)
            except BaseException:
                if outbox:
                    self._poller.call_at(0.0, self._deliver)
                raise
        if outbox:
            self._poller.call_at(0.0, self._deliver)

    def _sweep_interval(self) -> float:
        return min(1.0, self._settings.first_byte_timeout / 4)

    def _sweep(self) -> None:
        """Gives up on servers that accepted the request and say nothing."""
        limit = self._settings.first_byte_timeout
        oldest = time.monotonic() - limit
        late = [one for one in self._running.values() if not one.lines and one.started < oldest]
        for transfer in late:
            self._multi.remove(transfer.curl)
            message = f"No answer began within {limit:g} seconds."
            self._finished(transfer.curl, pycurl.E_OPERATION_TIMEDOUT, message)
        self._sweeping = bool(self._running)
        if self._sweeping:
            self._poller.call_later(self._sweep_interval(), self._sweep)
