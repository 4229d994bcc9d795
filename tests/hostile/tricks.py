"""Scripts for the hostile server: each returns what to do with a connection."""

from __future__ import annotations

from collections.abc import Iterable

from hostile.server import Connection, Script, answer


def silent() -> Script:
    """Accepts, listens, says nothing."""

    def script(connection: Connection) -> None:
        connection.wait(10)
        connection.close()

    return script


def drip(start: bytes, piece: bytes = b"x", every: float = 0.05) -> Script:
    """Sends a beginning, then a little at a time for ever."""

    def script(connection: Connection) -> None:
        connection.send(start)
        while not connection.wait(every):
            connection.send(piece)

    return script


def flood(start: bytes, piece: bytes) -> Script:
    """Sends a beginning, then as much as the client takes."""

    def script(connection: Connection) -> None:
        connection.send(start)
        while not connection.wait(0):
            connection.send(piece)

    return script


def cut(data: bytes) -> Script:
    """Sends this and closes."""

    def script(connection: Connection) -> None:
        connection.send(data)
        connection.close()

    return script


def reset(data: bytes = b"", after: float = 0.05) -> Script:
    """Sends this, waits a little so that it arrives, and breaks the connection."""

    def script(connection: Connection) -> None:
        if data:
            connection.send(data)
        connection.wait(after)
        connection.reset()

    return script


def in_pieces(pieces: Iterable[bytes], pause: float = 0.01) -> Script:
    kept = list(pieces)

    def script(connection: Connection) -> None:
        for piece in kept:
            connection.send(piece)
            connection.wait(pause)

    return script


def redirect(location: str, status: int = 302) -> bytes:
    return answer(status, b"", f"Location: {location}")
