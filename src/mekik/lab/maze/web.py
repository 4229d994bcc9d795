"""The maze as one object: start it, ask for its seed and its labels, look at what was asked of it."""

from __future__ import annotations

from collections import Counter
from types import TracebackType
from urllib.parse import unquote, urlsplit

from mekik.lab.demo.server import Reply, Request, Server
from mekik.lab.maze.real import Real
from mekik.lab.maze.traps import TrapParts

HOST = "labirent.localhost"
_HTML = [("Content-Type", "text/html; charset=utf-8")]


class MazeWeb:
    """One site on loopback. `size` 1.0 has about 5,000 real pages; the traps have no end."""

    def __init__(self, size: float = 1.0, port: int = 0) -> None:
        self._server = Server(port)
        self.port = self._server.port
        self._real = Real(size)
        self._traps = TrapParts(self._real)
        self._asked: list[str] = []

    def __enter__(self) -> MazeWeb:
        self._server.start(self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.stop()

    @property
    def seed(self) -> str:
        return f"http://{HOST}:{self.port}/"

    def real(self) -> set[str]:
        """The address of every page that a crawl must find."""
        return {self.seed[:-1] + path for path in self._real.paths()}

    def trap(self, url: str) -> str:
        """Which trap an address belongs to, or nothing."""
        parts = urlsplit(url)
        return self._traps.name(_plain(parts.path + (f"?{parts.query}" if parts.query else "")))

    @property
    def requests(self) -> list[str]:
        """Paths with their queries, oldest first."""
        return list(self._asked)

    def trapped(self) -> Counter[str]:
        """Requests by trap."""
        return Counter(name for name in map(self._traps.name, self._asked) if name)

    def _handle(self, request: Request) -> Reply:
        path = _plain(request.target)
        self._asked.append(path)
        if path == "/robots.txt":
            return Reply(404, _HTML)
        if path.startswith("/say?n="):
            return Reply(302, [("Location", f"/say?n={int(path[7:]) + 1}")])
        body = self._real.answer(path) or self._traps.answer(path)
        return Reply(200, _HTML, body) if body is not None else Reply(404, _HTML, b"<title>404</title>")


def _plain(target: str) -> str:
    path, mark, query = target.partition("?")
    return unquote(path) + mark + unquote(query)
