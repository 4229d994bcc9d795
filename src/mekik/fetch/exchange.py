"""Turns a transfer that has ended into an `Exchange` with a named outcome."""

from __future__ import annotations

import time
from collections.abc import Callable

import pycurl

from mekik.fetch.head import parse_response_head
from mekik.fetch.proxy import Proxy
from mekik.fetch.transfer import Transfer
from mekik.fetch.verdicts import judge_error, judge_status, length_conflict
from mekik.outcome import Outcome
from mekik.page import Exchange

_KEEPS_BODY = {Outcome.TIMEOUT: "time", Outcome.DATA_LOSS: "disconnect", Outcome.RESET: "disconnect"}


class TypeFilter:
    """Which content types are wanted. A missing type passes: the parser will look at the document itself."""

    def __init__(self) -> None:
        self._matchers: dict[tuple[str, ...], Callable[[str], bool]] = {}

    def matcher(self, types: tuple[str, ...]) -> Callable[[str], bool]:
        found = self._matchers.get(types)
        if found is None:
            if len(self._matchers) >= 64:
                self._matchers.clear()
            found = self._matchers[types] = _matcher(types)
        return found


def _matcher(types: tuple[str, ...]) -> Callable[[str], bool]:
    exact = frozenset(one.strip().lower() for one in types if not one.endswith("*"))
    starts = tuple(one.strip().lower()[:-1] for one in types if one.endswith("*"))
    known: dict[str, bool] = {}

    def wanted(content_type: str) -> bool:
        verdict = known.get(content_type)
        if verdict is None:
            plain = content_type.partition(";")[0].partition(",")[0].strip().lower()
            verdict = not plain or plain in exact or plain.startswith(starts)
            if len(known) < 1000 and len(content_type) < 200:
                known[content_type] = verdict
        return verdict

    return wanted


def conclude(transfer: Transfer, code: int, message: str, proxy: Proxy | None) -> Exchange:
    """What became of a request; `code` and `message` are the transport's, 0 when it saw no error."""
    curl = transfer.curl
    answered = bool(transfer.lines)
    if answered and code == 0:
        transfer.complete_head()
    status, head, headers, _ = transfer.head or parse_response_head(transfer.lines)
    body = b"".join(transfer.body)
    truncated: str | None = None
    if transfer.vetoed:
        outcome = Outcome.BLOCKED_ADDRESS
        reason = f"The connection would have gone to {transfer.vetoed}, which was not checked for this request."
    elif transfer.stopped:
        outcome, reason, truncated = _stopped(transfer, status, headers)
        if outcome in (Outcome.UNWANTED_TYPE, Outcome.HEADER_TOO_LARGE):
            body = b""
    elif code:
        outcome, reason = judge_error(code, message, head.endswith((b"\r\n\r\n", b"\n\n")))
        truncated = _KEEPS_BODY.get(outcome) if body else None
    else:
        outcome, reason = judge_status(status, "location" in headers, transfer.conditional)
        conflict = length_conflict(headers, len(body)) if transfer.body else None
        if conflict is not None:
            outcome, reason, truncated = Outcome.DATA_LOSS, conflict, "disconnect"
    version, protocol = _protocol(head)
    return Exchange(
        url=transfer.target.url,
        outcome=outcome,
        reason=reason,
        started_at=transfer.started_at,
        elapsed=time.monotonic() - transfer.started,
        first_byte=curl.getinfo(pycurl.STARTTRANSFER_TIME) if answered else 0.0,
        status=status,
        address=curl.getinfo(pycurl.PRIMARY_IP),
        protocol=protocol,
        request_head=_request_head(transfer, version, proxy),
        response_head=head,
        body=body,
        truncated=truncated,
        headers=headers,
    )


def _stopped(transfer: Transfer, status: int, headers: dict[str, str]) -> tuple[Outcome, str, str | None]:
    """The transfers that we ended ourselves."""
    if transfer.stopped == "header":
        return Outcome.HEADER_TOO_LARGE, f"The header is larger than {transfer.header_limit} bytes.", None
    if transfer.stopped == "type":
        name = headers.get("content-type", "").partition(";")[0][:100]
        return Outcome.UNWANTED_TYPE, f"The type {name!r} is not wanted.", None
    outcome, reason = judge_status(status, "location" in headers, transfer.conditional)
    if outcome is Outcome.OK:
        outcome, reason = Outcome.TRUNCATED, f"Cut after {transfer.limit} bytes."
    return outcome, reason, "length"


def _protocol(head: bytes) -> tuple[str, str]:
    if head.startswith(b"HTTP/2"):
        return "HTTP/2", "h2"
    return "HTTP/1.1", "http/1.0" if head.startswith(b"HTTP/1.0") else "http/1.1"


def _request_head(transfer: Transfer, version: str, proxy: Proxy | None) -> bytes:
    target = transfer.target
    method = "POST" if transfer.request.form is not None else "GET"
    if proxy is None or target.root.scheme == "https":
        text = f"{method} {target.path} {version}\r\nHost: {target.root.authority}\r\n{transfer.shown}\r\n"
    else:
        first, last = proxy.shown_lines()
        text = f"{method} {target.url} {version}\r\nHost: {target.root.authority}\r\n{first}{last}{transfer.shown}\r\n"
    return text.encode("latin-1", "replace")
