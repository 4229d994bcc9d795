"""The archive's origin: an ASGI application that knows signed links and nothing else, and no cookie."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

from mekik.crawl.copies import NoCopy, Withheld
from mekik.crawl.copy_reading import Unreadable
from mekik.errors import MekikError
from mekik.parse.charset import to_utf8
from mekik.web.door import host_name
from mekik.web.people import VISITOR
from mekik.web.replay import policy
from mekik.web.replay.readers import Busy
from mekik.web.replay.reading import RewritePage
from mekik.web.replay.rewriting import MOST_HTML
from mekik.web.replay.signing import Mode, Ticket
from mekik.web.texts import choose, sayer

if TYPE_CHECKING:
    from mekik.web.site import Site

_log = logging.getLogger("mekik.web")
_AT_ONCE = 4
"""Copies that are read and rewritten at the same time; the rest waits its turn."""
_TROUBLE = {403: "expired", 404: "none", 410: "withheld", 415: "type", 422: "heavy", 500: "broken", 503: "busy"}

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Answer = tuple[int, str, bytes, dict[str, str]]
"""Status, type, body and further headers."""


class Archive:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._turns = asyncio.Semaphore(_AT_ONCE)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
            return
        if scope["type"] != "http":
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        name = host_name(headers.get(b"host", "").lower())
        locale = choose("", headers.get(b"accept-language", ""))
        application, own = self._site.application_origin(name), self._site.archive_origin(name)
        if name not in self._site.hosts or scope.get("method") not in ("GET", "HEAD"):
            status, kind, body, more = _trouble(403, locale)
        else:
            async with self._turns:
                query = scope["query_string"].decode("latin-1")[:30_000]
                destination = headers.get(b"sec-fetch-dest", "")
                status, kind, body, more = await asyncio.to_thread(
                    self._answer, scope["path"].strip("/"), query, destination, application, locale
                )
        fields = [
            *policy.headers(application, own, font=policy.is_font(kind)),
            (b"content-type", kind.encode()), (b"content-length", str(len(body)).encode()),
            *((name.encode(), value.encode("latin-1", "replace")) for name, value in more.items()),
        ]  # fmt: skip
        await send({"type": "http.response.start", "status": status, "headers": fields})
        shown = b"" if scope.get("method") == "HEAD" else body
        await send({"type": "http.response.body", "body": shown, "more_body": False})

    def _answer(self, mode: str, query: str, destination: str, application: str, locale: str) -> Answer:
        try:
            ticket = self._site.signer.open(mode, dict(parse_qsl(query, keep_blank_values=True, max_num_fields=10)))
        except ValueError:
            ticket = None
        if ticket is None:
            return _trouble(403, locale)
        if destination == "document" and ticket.mode is not Mode.FILE:
            # By itself a copy would stand there without its banner.
            target = f"{application}/archived?" + urlencode({"url": ticket.url, "at": ticket.at})
            return 303, "text/plain", b"", {"location": target}
        try:
            return self._shown(ticket, application, locale)
        except Withheld:
            return _trouble(410, locale)
        except NoCopy:
            return _trouble(404, locale)
        except Unreadable as error:
            return _trouble(503 if isinstance(error, Busy) else 422, locale)
        except MekikError as error:
            _log.error("archived copy: %s", error)
            return _trouble(500, locale)

    def _shown(self, ticket: Ticket, application: str, locale: str) -> Answer:
        person = VISITOR
        if ticket.person:  # what they may see is asked again: it may have changed since the link was made
            known = self._site.accounts.person(ticket.person)
            if known is None:
                return _trouble(403, locale)
            person = known
        copy = self._site.copies(person).follow(ticket.url, ticket.at)
        body = copy.exchange.body
        kind = policy.type_for(ticket.mode, copy.content_type, body)
        if kind is None:
            return _trouble(415, locale)
        if ticket.mode is Mode.FILE:
            name = ticket.url.partition("?")[0].rstrip("/").rpartition("/")[2]
            return 200, kind, body, {"content-disposition": f'attachment; filename="{_plain(name)}"'}
        named = copy.exchange.headers.get("content-type", "")
        if kind.startswith("text/plain"):
            return 200, kind, to_utf8(body[:MOST_HTML], named).utf8, {}
        if kind.startswith(("text/html", "text/css")):
            body = self._site.readers.rewritten(
                RewritePage(
                    body=body[:MOST_HTML], content_type=named, style=kind.startswith("text/css"), url=copy.exchange.url,
                    application=application, at=ticket.at or copy.version.time, person=ticket.person,
                    key=self._site.signer.key,
                )
            )  # fmt: skip
        return 200, kind, body, {}


def _plain(name: str) -> str:
    """A file name without anything that could end the header or mean another folder."""
    kept = "".join(letter for letter in name if letter.isascii() and (letter.isalnum() or letter in "._-"))
    return kept[-80:].lstrip(".") or "archived"


def _trouble(status: int, locale: str) -> Answer:
    words = escape(sayer(locale)(f"archived.trouble_{_TROUBLE[status]}"))
    body = f'<!DOCTYPE html><html lang="{locale}"><title>Mekik</title><body><p>{words}</p></body></html>'
    return status, "text/html; charset=utf-8", body.encode(), {}


async def _lifespan(receive: Receive, send: Send) -> None:
    while (await receive())["type"] != "lifespan.shutdown":
        await send({"type": "lifespan.startup.complete"})
    await send({"type": "lifespan.shutdown.complete"})
