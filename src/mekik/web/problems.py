"""What goes wrong, in one shape: problem+json for programs, a page for people."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from html import escape
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from mekik import errors
from mekik.crawl.copy_reading import Unreadable
from mekik.errors import Conflict, DiskFull, Locked, MekikError, NotPermitted, StorageError, UsageError
from mekik.web.replay.readers import Busy

if TYPE_CHECKING:
    from litestar.types import Scope, Send

_log = logging.getLogger("mekik.web")
PROBLEM = "application/problem+json"


_STORAGE: dict[type[Exception], str] = {
    Locked: "Another process works on the data directory. Wait for it.",
    DiskFull: "There is no room to write.",
}
"""What went wrong with a file is not for everybody: it names folders of this machine."""


class Problem(msgspec.Struct, omit_defaults=True):
    """RFC 9457."""

    title: str
    status: int
    detail: str = ""
    type: str = "about:blank"


def status_of(error: Exception) -> int:
    if isinstance(error, HTTPException):
        return error.status_code
    if _too_deep(error):
        return 400
    if isinstance(error, NotPermitted):
        return 403
    if isinstance(error, (Conflict, Locked)):
        return 409
    if isinstance(error, Unreadable):
        return 503 if isinstance(error, Busy) else 422
    if isinstance(error, UsageError):
        return 400
    if isinstance(error, DiskFull):
        return 507
    if isinstance(error, StorageError):
        return 503
    return 500


def _too_deep(error: Exception) -> bool:
    """A body of a hundred thousand brackets."""
    return isinstance(error, RecursionError) and "deserializing" in str(error)


def problem_of(error: Exception) -> Problem:
    """No traceback, no path and no secret reaches a person."""
    status = status_of(error)
    if isinstance(error, ValidationException):
        detail = "; ".join(_field(part) for part in error.extra or []) or str(error.detail)
    elif isinstance(error, HTTPException):
        detail = str(error.detail)
    elif _too_deep(error):
        detail = "The body is nested too deeply."
    elif isinstance(error, StorageError):
        detail = _STORAGE.get(type(error), "The data directory cannot be used just now; the log says why.")
    elif isinstance(error, MekikError):
        detail = str(error)
    else:
        detail = "This is our fault; it is in the log."
    return Problem(HTTPStatus(status).phrase, status, detail[:1000], _type(error))


def _type(error: Exception) -> str:
    """The name of the nearest of our errors, so that a client of ours can raise it again."""
    known = next((kind for kind in type(error).__mro__ if kind.__module__ == errors.__name__), None)
    return f"{errors.PROBLEM}{known.__name__}" if known else "about:blank"


def _field(part: Any) -> str:
    return f"{part.get('key', '?')}: {part.get('message', '')}" if isinstance(part, dict) else str(part)


def wants_page(request: Request[Any, Any, Any]) -> bool:
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def handle(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    problem = problem_of(error)
    if problem.status >= 500:
        _log.error("%s %s", request.method, request.url.path, exc_info=error)
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    if problem.status == 401:
        headers.setdefault("WWW-Authenticate", "Bearer")
    if wants_page(request):
        from mekik.web.pages.base import error_page

        return error_page(request, problem)
    body = msgspec.json.encode(problem)
    return Response(body, status_code=problem.status, media_type=PROBLEM, headers=headers)


async def refuse(scope: Scope, send: Send, status: int, detail: str, more: Iterable[tuple[bytes, bytes]] = ()) -> None:
    """An answer from before the router, in the same shape; a bare page for browsers."""
    kind = PROBLEM
    body = msgspec.json.encode(Problem(HTTPStatus(status).phrase, status, detail))
    accepted = dict(scope["headers"]).get(b"accept", b"")
    if b"text/html" in accepted and not scope["path"].startswith("/api/"):
        kind = "text/html; charset=utf-8"
        body = f"<!doctype html><title>{status}</title><h1>{HTTPStatus(status).phrase}</h1><p>{escape(detail)}".encode()
    headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    shown = body if scope.get("method") != "HEAD" else b""
    await send({"type": "http.response.body", "body": shown, "more_body": False})
