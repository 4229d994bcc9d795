"""One local file or folder as an `Exchange`, as if a server had answered: so it goes the way of all pages.

A file's size and time are its ETag, so an unchanged one is `not_modified` without being read. A symbolic link is a
redirect to what it leads to, which is judged like every address. What is neither file nor folder is never opened.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable
from email.utils import formatdate
from http import HTTPStatus

from mekik.fetch.folders import Folders
from mekik.fetch.listing import listing
from mekik.media import type_of_file
from mekik.outcome import Outcome
from mekik.page import Exchange
from mekik.urls import file_address, file_page, file_path

_START = 4096
"""Bytes that may tell what a file is."""
_PIECE = 1 << 20
_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


_IMPOSSIBLE = {errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL}


class _Elsewhere(Exception):
    """The path leads somewhere else than it did a moment ago."""


def read_local(
    url: str, etag: str | None, folders: Folders, max_size: int, wanted: Callable[[str], bool] | None
) -> Exchange:
    """Never raises for what may be wrong with a file."""
    started_at, began = time.time(), time.monotonic()
    try:
        exchange = _read(url, etag, folders, max_size, wanted)
    except (FileNotFoundError, NotADirectoryError, _Elsewhere):
        exchange = _answer(url, Outcome.NOT_FOUND, 404, reason="There is no such file.")
    except PermissionError as error:
        exchange = _answer(url, Outcome.FORBIDDEN, 403, reason=f"{error.strerror}.")
    except OSError as error:
        outcome = Outcome.INVALID_ADDRESS if error.errno in _IMPOSSIBLE else Outcome.DATA_LOSS
        exchange = Exchange(url=url, outcome=outcome, reason=f"{error.strerror}.")
    exchange.started_at, exchange.elapsed = started_at, time.monotonic() - began
    return exchange


def _read(
    url: str, etag: str | None, folders: Folders, max_size: int, wanted: Callable[[str], bool] | None
) -> Exchange:
    path = file_path(url)
    plain = path.rstrip(b"/") or b"/"
    refusal = folders.check(path)
    if refusal is not None:
        return Exchange(url=url, outcome=refusal.outcome, reason=refusal.reason)
    real = os.path.realpath(plain)
    if real != plain:
        return _link(url, real, folders)
    found = os.lstat(plain)
    if stat.S_ISDIR(found.st_mode):
        if not path.endswith(b"/"):
            return _redirect(url, file_address(plain + b"/"))
        body, tag = listing(plain, file_page(url), folders)
        return (
            _unchanged(url, tag)
            if tag == etag
            else _answer(url, Outcome.OK, 200, body, "text/html; charset=utf-8", tag)
        )
    if not stat.S_ISREG(found.st_mode):
        kind = next((name for test, name in _KINDS if test(found.st_mode)), "no plain file")
        return Exchange(url=url, outcome=Outcome.BLOCKED_FILE, reason=f"It is {kind}.")
    if path.endswith(b"/"):
        return _redirect(url, file_address(plain))
    return _file(url, plain, etag, max_size, wanted)


def _file(url: str, path: bytes, etag: str | None, max_size: int, wanted: Callable[[str], bool] | None) -> Exchange:
    # Not blocking: should a pipe take the file's place in this moment, opening it does not wait for its other end.
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or os.path.realpath(path) != path:
            raise _Elsewhere
        tag = f'"{found.st_size:x}-{found.st_mtime_ns:x}"'
        modified = formatdate(found.st_mtime, usegmt=True)
        if tag == etag:
            return _unchanged(url, tag, modified)
        body = bytearray(file.read(_START) or b"")
        media = type_of_file(path.rpartition(b"/")[2].decode("utf-8", "replace"), bytes(body))
        if wanted is not None and not wanted(media):
            reason = f"The type {media!r} is not wanted."
            headers = {"content-type": media}
            return Exchange(url=url, outcome=Outcome.UNWANTED_TYPE, status=200, reason=reason, headers=headers)
        while len(body) <= max_size and (piece := file.read(min(_PIECE, max_size + 1 - len(body)))):
            body += piece
    if len(body) <= max_size:
        return _answer(url, Outcome.OK, 200, bytes(body), media, tag, modified)
    answer = _answer(url, Outcome.TRUNCATED, 200, bytes(body[:max_size]), media, tag, modified)
    answer.truncated, answer.reason = "length", f"Cut after {max_size} bytes."
    return answer


def _link(url: str, real: bytes, folders: Folders) -> Exchange:
    """A symbolic link, on the way or at its end."""
    refusal = folders.check(real)
    if refusal is not None:
        return Exchange(url=url, outcome=refusal.outcome, reason=f"A symbolic link leads out: {refusal.reason}")
    is_folder = stat.S_ISDIR(os.lstat(real).st_mode)
    return _redirect(url, file_address(real + b"/" if is_folder else real))


def _redirect(url: str, target: str) -> Exchange:
    return _answer(url, Outcome.REDIRECT, 302, location=target)


def _unchanged(url: str, tag: str, modified: str = "") -> Exchange:
    return _answer(url, Outcome.NOT_MODIFIED, 304, tag=tag, modified=modified)


def _answer(
    url: str, outcome: Outcome, status: int, body: bytes = b"", media: str = "", tag: str = "", modified: str = "",
    *, location: str = "", reason: str = "",
) -> Exchange:  # fmt: skip
    named = (
        ("Content-Type", media), ("Content-Length", str(len(body)) if status == 200 else ""), ("ETag", tag),
        ("Last-Modified", modified), ("Location", location),
    )  # fmt: skip
    headers = [(name, value) for name, value in named if value]
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n" + "".join(f"{n}: {v}\r\n" for n, v in headers) + "\r\n"
    return Exchange(
        url=url, outcome=outcome, reason=reason, status=status, protocol="file", response_head=head.encode("latin-1"),
        body=body, headers={name.lower(): value for name, value in headers},
    )  # fmt: skip
