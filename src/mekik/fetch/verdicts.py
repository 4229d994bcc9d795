"""From status codes and transport errors to outcomes."""

from __future__ import annotations

import re
import time
from email.utils import mktime_tz, parsedate_tz

import pycurl

from mekik.outcome import Outcome
from mekik.page import Exchange

_BY_STATUS = {
    401: Outcome.FORBIDDEN,
    403: Outcome.FORBIDDEN,
    404: Outcome.NOT_FOUND,
    407: Outcome.FORBIDDEN,
    410: Outcome.NOT_FOUND,
    429: Outcome.RATE_LIMITED,
}
_REDIRECTS = {301, 302, 303, 307, 308}

_TLS = {
    pycurl.E_SSL_CONNECT_ERROR, pycurl.E_PEER_FAILED_VERIFICATION, pycurl.E_SSL_CERTPROBLEM, pycurl.E_SSL_CIPHER,
    pycurl.E_SSL_CACERT_BADFILE, pycurl.E_SSL_ISSUER_ERROR, pycurl.E_SSL_INVALIDCERTSTATUS,
    pycurl.E_SSL_PINNEDPUBKEYNOTMATCH,
}  # fmt: skip
_HTTP2_STREAM = 92
_TOO_LARGE = 100
_BROKEN = {
    pycurl.E_RECV_ERROR, pycurl.E_SEND_ERROR, pycurl.E_GOT_NOTHING, pycurl.E_PARTIAL_FILE, pycurl.E_HTTP2,
    _HTTP2_STREAM,
}  # fmt: skip
_SIMPLE = {
    pycurl.E_URL_MALFORMAT: Outcome.INVALID_ADDRESS,
    pycurl.E_COULDNT_RESOLVE_HOST: Outcome.DNS_FAILURE,
    pycurl.E_COULDNT_RESOLVE_PROXY: Outcome.DNS_FAILURE,
    pycurl.E_COULDNT_CONNECT: Outcome.CONNECT_FAILED,
    pycurl.E_OPERATION_TIMEDOUT: Outcome.TIMEOUT,
    # The transport lost a connection and wanted to look the name up again by itself, which it must not.
    pycurl.E_ABORTED_BY_CALLBACK: Outcome.RESET,
    _TOO_LARGE: Outcome.HEADER_TOO_LARGE,
}
_LENGTH = re.compile("content-length", re.IGNORECASE)


def judge_status(status: int, has_location: bool, conditional: bool) -> tuple[Outcome, str]:
    """What a complete answer means, with a reason where the outcome alone does not say it."""
    if 200 <= status < 300:
        return Outcome.OK, ""
    if status == 304:
        if conditional:
            return Outcome.NOT_MODIFIED, ""
        return Outcome.PROTOCOL_ERROR, "The server answered 304 to a request without a condition."
    if status in _REDIRECTS and has_location:
        return Outcome.REDIRECT, ""
    if status < 200:
        return Outcome.PROTOCOL_ERROR, "The server gave no final answer."
    if status < 400:
        return Outcome.CLIENT_ERROR, f"The server answered {status} without saying where to go."
    if 500 <= status < 600:
        return Outcome.SERVER_ERROR, f"The server answered {status}."
    return _BY_STATUS.get(status, Outcome.CLIENT_ERROR), f"The server answered {status}."


def judge_error(code: int, message: str, head_complete: bool) -> tuple[Outcome, str]:
    """What an error of the transport means; `message` is its own sentence."""
    reason = message.strip() or f"Transport error {code}."
    simple = _SIMPLE.get(code)
    if simple is not None:
        return simple, reason
    if code in _TLS:
        reset = not head_complete and ("reset" in reason or "SYSCALL" in reason)
        return (Outcome.RESET if reset else Outcome.TLS_ERROR), reason
    if "CONNECT tunnel failed" in reason:
        return Outcome.CONNECT_FAILED, f"The proxy made no connection: {reason}."
    if code in _BROKEN:
        if "header" in reason.lower() and "too" in reason.lower():
            return Outcome.HEADER_TOO_LARGE, reason
        return (Outcome.DATA_LOSS if head_complete else Outcome.RESET), reason
    if _LENGTH.search(reason):
        return Outcome.DATA_LOSS, reason
    return Outcome.PROTOCOL_ERROR, reason


def length_conflict(headers: dict[str, str], received: int) -> str | None:
    """A sentence when the answer contradicts its own length."""
    announced = headers.get("content-length")
    if announced is None:
        return None
    lengths = {announced}
    if "," in announced:
        lengths = {part.strip() for part in announced.split(",")}
        if len(lengths) > 1:
            return "The answer names more than one length."
    if "transfer-encoding" in headers and lengths != {str(received)}:
        return f"The answer is chunked, and its length of {received} bytes is not the announced one."
    return None


def retry_after(exchange: Exchange, now: float | None = None) -> float | None:
    """Seconds that the server asks us to wait, None when it does not say. The caller limits it."""
    text = exchange.headers.get("retry-after", "").strip()
    if not text:
        return None
    if text.isascii() and text.isdigit():
        return float(text[:12])
    parsed = parsedate_tz(text[:64])
    if parsed is None:
        return None
    try:
        when = mktime_tz(parsed)
    except (ValueError, OverflowError):
        return None
    return max(0.0, when - (time.time() if now is None else now))
