"""One page in the browser: it is given the archived bytes, its scripts run, and its document is taken in the end."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Dialog, Error, Page, Request, Route, WebSocketRoute

from mekik import bytestream
from mekik.crawl.browser.messages import BrowserOrders, Show, Shown
from mekik.fetch.guard_proxy import GuardProxy

_QUIET = 0.5
"""A page is done when nothing was asked for during this many seconds."""
_LAST_WORDS = 3.0
"""Seconds for taking the document when its time is up."""
_SCRIPTS = 30_000_000
_SCRIPT_LIFE = 600.0
_KEPT = ("content-type", "access-control-", "cross-origin-")
"""Headers that decide whether a page may use a script."""
_BLANK = {"access-control-allow-origin": "*"}
_LOADED = {"script", "xhr", "fetch"}
_METHODS = {"GET", "HEAD"}
_PICTURE = bytes.fromhex("47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b")
# What scripts could talk to others with beside requests. The proxy stops these too; this is quicker.
_WITHOUT = (
    "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[name]"
)
# In a world of its own, where nothing that the page has put in the place of the usual functions can be met.
_DOCUMENT = (
    "('<!DOCTYPE html>' + (document.documentElement ? document.documentElement.outerHTML : '')).slice(0, {most})"
)

Ask = Callable[[str], Awaitable[bool]]


class Scripts:
    """Scripts that many pages of a site share are asked for once in a while, not by each page."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[float, dict[str, str], bytes]] = {}
        self._size = 0

    def get(self, url: str) -> tuple[dict[str, str], bytes] | None:
        """Headers and body."""
        until, headers, body = self._kept.get(url, (0.0, {}, b""))
        return (headers, body) if until > time.monotonic() else None

    def put(self, url: str, headers: dict[str, str], body: bytes) -> None:
        if self._size + len(body) > _SCRIPTS:
            self._kept.clear()
            self._size = 0
        if url not in self._kept and len(body) <= _SCRIPTS:
            self._size += len(body)
            kept = {name: value for name, value in headers.items() if name.startswith(_KEPT)}
            self._kept[url] = (time.monotonic() + _SCRIPT_LIFE, kept, body)


class PageView:
    """`ask` tells whether a script may fetch an address."""

    def __init__(self, orders: BrowserOrders, proxy: GuardProxy, ask: Ask, show: Show, scripts: Scripts) -> None:
        self._orders, self._proxy, self._ask, self._show, self._scripts = orders, proxy, ask, show, scripts
        self._per_host: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(orders.per_host))
        self._held: dict[Request, asyncio.Semaphore] = {}
        self._remembering: set[asyncio.Task[None]] = set()
        self._last_event = time.monotonic()
        self._waiting = 0
        self._requests = self._refused = 0
        self._leads_to = ""
        self._given = False

    async def run(self, browser: Browser) -> Shown:
        """Raises what Playwright raises when the browser itself is lost."""
        deadline = time.monotonic() + self._orders.render.timeout
        self._proxy.begin(self._orders.render.max_bytes)
        context = await browser.new_context(
            user_agent=self._orders.user_agent, ignore_https_errors=not self._orders.verify_tls,
            service_workers="block", accept_downloads=False,
            extra_http_headers={"Accept-Language": self._orders.accept_language},
        )  # fmt: skip
        try:
            page = await self._open(context)
            reason = await self._wait(page, deadline)
            document = await self._document(context, page)
        finally:
            await self._proxy.end()
            with suppress(Error, TimeoutError):
                async with asyncio.timeout(_LAST_WORDS):
                    await context.close()
        return Shown(
            self._show.token, document.encode("utf-8", "replace"), reason, self._leads_to, self._requests,
            self._refused, self._proxy.received,
        )  # fmt: skip

    async def _open(self, context: BrowserContext) -> Page:
        await context.add_init_script(_WITHOUT)
        await context.route("**/*", self._route)
        await context.route_web_socket("**/*", _hang_up)
        page = await context.new_page()
        context.on("page", lambda other: asyncio.ensure_future(_close(other)))
        page.on("dialog", lambda dialog: asyncio.ensure_future(_dismiss(dialog)))
        for event in ("requestfinished", "requestfailed"):
            page.on(event, self._ended)
        return page

    async def _wait(self, page: Page, deadline: float) -> str:
        """Until the page is quiet; why that was not waited for."""
        left = deadline - time.monotonic()
        try:
            await page.goto(self._show.url, wait_until="load", timeout=left * 1000)
        except Error as error:
            if not self._given:
                raise
            if "Timeout" not in str(error) and not self._leads_to:
                return _first_line(error)
        while time.monotonic() < deadline:
            if not self._held and not self._waiting and time.monotonic() - self._last_event >= _QUIET:
                return ""
            await asyncio.sleep(0.05)
        return f"not quiet within {self._orders.render.timeout:g} s"

    async def _document(self, context: BrowserContext, page: Page) -> str:
        async with asyncio.timeout(_LAST_WORDS):
            session = await context.new_cdp_session(page)
            tree = await session.send("Page.getFrameTree")
            world = await session.send("Page.createIsolatedWorld", {"frameId": tree["frameTree"]["frame"]["id"]})
            expression = _DOCUMENT.format(most=self._orders.max_document)
            told = await session.send(
                "Runtime.evaluate",
                {"expression": expression, "contextId": world["executionContextId"], "returnByValue": True},
            )
        return str(told["result"].get("value", ""))

    # requests

    async def _route(self, route: Route) -> None:
        request = route.request
        self._last_event = time.monotonic()
        self._waiting += 1
        try:
            with suppress(Error):  # the page may be gone by now
                await self._decide(route, request)
        finally:
            self._waiting -= 1

    async def _decide(self, route: Route, request: Request) -> None:
        kind, url = request.resource_type, request.url
        if request.is_navigation_request() and request.frame.parent_frame is None:
            await self._navigate(route, url)
        elif kind == "stylesheet":
            await route.fulfill(status=200, headers=_BLANK | {"content-type": "text/css"}, body="")
        elif kind == "image":
            await route.fulfill(status=200, headers=_BLANK | {"content-type": "image/gif"}, body=_PICTURE)
        elif kind == "script" and (known := self._scripts.get(url)) is not None:
            await route.fulfill(status=200, headers=known[0], body=known[1])
        elif kind in _LOADED and request.method in _METHODS and await self._is_allowed(url):
            site = self._per_host[urlsplit(url).netloc]
            await site.acquire()
            self._held[request] = site
            self._proxy.admit(url)
            await route.continue_()
        else:
            self._refused += kind in _LOADED
            await route.abort()

    async def _navigate(self, route: Route, url: str) -> None:
        """The page itself comes from the archive, once. Where its scripts want to go from there is noted."""
        if not self._given:
            self._given = True
            headers = {"content-type": self._show.content_type}
            if self._show.policy:
                headers["content-security-policy"] = self._show.policy
            unpacked = bytestream.decode(self._show.body, self._show.encoding, self._orders.max_document)
            await route.fulfill(status=200, headers=headers, body=unpacked.data)
            return
        self._leads_to = self._leads_to or url
        await route.abort()

    async def _is_allowed(self, url: str) -> bool:
        if self._requests >= self._orders.render.max_requests or not url.startswith(("http://", "https://")):
            return False
        self._requests += 1
        return await self._ask(url)

    def _ended(self, request: Request) -> None:
        self._last_event = time.monotonic()
        site = self._held.pop(request, None)
        if site is not None:
            site.release()
            if request.resource_type == "script":
                self._remembering.add(task := asyncio.ensure_future(self._remember(request)))
                task.add_done_callback(self._remembering.discard)

    async def _remember(self, request: Request) -> None:
        with suppress(Error):
            response = await request.response()
            if response is not None and response.status == 200 and request.redirected_from is None:
                self._scripts.put(request.url, await response.all_headers(), await response.body())


async def _close(page: Page) -> None:
    with suppress(Error):
        await page.close()


async def _dismiss(dialog: Dialog) -> None:
    with suppress(Error):
        await dialog.dismiss()


async def _hang_up(socket: WebSocketRoute) -> None:
    with suppress(Error):
        await socket.close()


def _first_line(error: Error) -> str:
    return str(error).strip().partition("\n")[0][:200]
