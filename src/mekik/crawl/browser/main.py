"""The helper process: `python -m mekik.crawl.browser.main`. One browser, one page at a time.

Standard input is a socket to the engine. Here, and only here, asyncio is used, because Playwright is.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import socket
import sys
from collections.abc import Awaitable
from contextlib import suppress

import msgspec
from playwright.async_api import Browser, BrowserType, Error, async_playwright

from mekik.crawl.browser.chromium import SWITCHES
from mekik.crawl.browser.messages import Asked, BrowserOrders, FromEngine, FromHelper, Ready, Show, Shown, Told
from mekik.crawl.browser.page import PageView, Scripts
from mekik.crawl.worker_frames import frame
from mekik.fetch import Egress, Poller, Resolver
from mekik.fetch.guard_proxy import GuardProxy

_PR_SET_PDEATHSIG = 1
_LARGEST = 1 << 28


class Helper:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._decode = msgspec.msgpack.Decoder(FromEngine).decode
        self._questions: dict[int, asyncio.Future[bool]] = {}
        self._number = 0
        self._pages: asyncio.Queue[Show] = asyncio.Queue()
        self._shown = 0
        self._scripts = Scripts()

    async def run(self) -> None:
        orders = await self._receive()
        assert isinstance(orders, BrowserOrders)
        poller = Poller()
        resolver = Resolver(poller, list(orders.name_servers) or None)
        proxy = GuardProxy(Egress(orders.allow, orders.contact_set), resolver, poller)
        await proxy.start()
        async with async_playwright() as playwright:
            showing = asyncio.create_task(self._show_pages(orders, proxy, playwright.chromium))
            listening = asyncio.create_task(self._listen())
            done, _ = await asyncio.wait((showing, listening), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()

    async def _receive(self) -> BrowserOrders | Show | Told:
        size = int.from_bytes(await self._reader.readexactly(4), "little")
        if size > _LARGEST:
            raise ConnectionError("a frame too large")
        message: BrowserOrders | Show | Told = self._decode(await self._reader.readexactly(size))
        return message

    async def _send(self, message: FromHelper) -> None:
        self._writer.write(frame(message))
        await self._writer.drain()

    async def _listen(self) -> None:
        """Until the engine closes its end."""
        with suppress(asyncio.IncompleteReadError):
            while True:
                message = await self._receive()
                if isinstance(message, Show):
                    self._pages.put_nowait(message)
                elif isinstance(message, Told) and (question := self._questions.pop(message.number, None)):
                    question.set_result(message.allowed)

    async def _ask(self, url: str) -> bool:
        self._number += 1
        question: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._questions[self._number] = question
        await self._send(Asked(self._number, url))
        return await question

    async def _show_pages(self, orders: BrowserOrders, proxy: GuardProxy, chromium: BrowserType) -> None:
        browser = await self._launch(orders, proxy, chromium)
        await self._send(Ready())
        while True:
            show = await self._pages.get()
            if self._shown >= orders.render.pages_per_browser or not browser.is_connected():
                await _within(10, browser.close())
                browser = await self._launch(orders, proxy, chromium)
                self._shown = 0
            self._shown += 1
            try:
                shown = await PageView(orders, proxy, self._ask, show, self._scripts).run(browser)
            except (Error, TimeoutError) as error:
                # A page that hangs may hold the browser with it, so the next page gets another.
                self._shown = orders.render.pages_per_browser
                shown = Shown(show.token, reason=str(error).strip().partition("\n")[0][:200] or "the browser hung")
            await self._send(shown)

    async def _launch(self, orders: BrowserOrders, proxy: GuardProxy, chromium: BrowserType) -> Browser:
        return await chromium.launch(
            executable_path=orders.executable, headless=True, chromium_sandbox=orders.sandbox, args=list(SWITCHES),
            proxy={
                "server": f"http://127.0.0.1:{proxy.port}", "bypass": "<-loopback>", "username": proxy.user,
                "password": proxy.password,
            },
            handle_sigint=False, handle_sigterm=False, handle_sighup=False,
        )  # fmt: skip


async def _within(seconds: float, work: Awaitable[None]) -> None:
    with suppress(Error, TimeoutError):
        async with asyncio.timeout(seconds):
            await work


async def main() -> None:
    channel = socket.socket(fileno=os.dup(0))
    reader, writer = await asyncio.open_connection(sock=channel)
    await Helper(reader, writer).run()


if __name__ == "__main__":
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != int(sys.argv[1]):  # it went before we asked
        sys.exit(0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(main())
