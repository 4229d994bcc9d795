"""A server that is not there, that lies, that asks for patience: what a client makes of it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import mekik
from mekik.errors import DiskFull, Locked, MekikError, SettingError, StorageError, UsageError


@contextmanager
def answering(*answers: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """A server that sends these bytes, one a connection, whatever it is asked."""
    listener = socket.create_server(("127.0.0.1", 0))
    asked: list[bytes] = []

    def serve() -> None:
        for answer in answers:
            connection, _ = listener.accept()
            with connection:
                connection.settimeout(60)
                asked.append(connection.recv(65536))
                connection.sendall(answer)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", asked
    finally:
        listener.close()
        thread.join(60)


def http(status: int, body: bytes, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status} X", f"content-length: {len(body)}", "connection: close", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


@pytest.mark.parametrize(
    ("status", "kind", "error"),
    [
        (400, "SettingError", SettingError), (409, "Locked", Locked), (507, "DiskFull", DiskFull),
        (400, "os.system", UsageError), (500, "", MekikError), (503, "Corruption", StorageError),
    ],
)  # fmt: skip
def test_problems_become_the_errors_that_they_were(status: int, kind: str, error: type[MekikError]) -> None:
    body = b'{"title":"X","status":%d,"detail":"what happened","type":"urn:mekik:error:%s"}' % (status, kind.encode())
    with answering(http(status, body)) as (root, _), pytest.raises(error, match="what happened") as raised:
        mekik.open(root, token=None).jobs()
    assert type(raised.value) is error


@pytest.mark.parametrize("answer", [
    http(200, b"not json"), http(200, b'{"a":1}'), http(200, b'[{"job":1}]'), http(500, b"<html>"), b"nonsense\r\n\r\n",
    b"", http(200, b"")[:20], b"HTTP/1.1 200 X\r\ncontent-length: 100\r\n\r\nshort", http(200, b"[" * 100_000),
])  # fmt: skip
def test_nonsense_is_an_error_of_ours(answer: bytes) -> None:
    with answering(answer) as (root, _), pytest.raises(MekikError, match=r"127\.0\.0\.1"):
        mekik.open(root, token=None, timeout=60).status()


def test_a_redirect_is_not_followed_with_the_token() -> None:
    """faults: 10"""
    with answering(http(302, b"", "location: http://evil.example/")) as (root, asked):
        with pytest.raises(MekikError, match="302"):
            mekik.open(root, token="mekik_secret").jobs()
        assert b"authorization: Bearer mekik_secret" in asked[0].replace(b"Authorization", b"authorization")


def test_it_waits_when_the_server_asks_for_fewer() -> None:
    with answering(http(429, b"{}", "retry-after: 1"), http(200, b"[]")) as (root, asked):
        assert mekik.open(root, token=None).jobs() == []
        assert len(asked) == 2
    later = http(429, b'{"detail":"later"}', "retry-after: 99999")
    with answering(later) as (root, _), pytest.raises(MekikError, match="later"):
        mekik.open(root, token=None).jobs()


def test_nobody_there() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    listener.close()
    with pytest.raises(StorageError, match="Cannot reach"):
        mekik.open(f"http://127.0.0.1:{port}", token=None).jobs()


@pytest.mark.parametrize("root", ["http://", "https://user:pass@example.org", "http://example.org/?x=1"])
def test_addresses_that_are_none(root: str) -> None:
    with pytest.raises(UsageError):
        mekik.open(root, token=None)


def test_a_token_cannot_smuggle_a_header() -> None:
    """faults: 13"""
    with pytest.raises(UsageError):
        mekik.open("http://127.0.0.1:1", token="x\r\nHost: evil")
