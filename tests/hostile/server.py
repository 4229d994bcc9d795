"""An HTTP server that does what its scripts say, byte by byte."""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import threading
from collections.abc import Callable
from types import TracebackType

_PATIENCE = 10.0
"""Longest life of a connection: a forgotten one must not hold up the tests."""


def answer(status: int | str = 200, body: bytes = b"", *headers: str, content_type: str = "text/html") -> bytes:
    """A proper answer."""
    line = f"{status} X" if isinstance(status, int) else status
    fields = [f"Content-Type: {content_type}", *headers, f"Content-Length: {len(body)}"]
    return (f"HTTP/1.1 {line}\r\n" + "".join(f"{field}\r\n" for field in fields) + "\r\n").encode("latin-1") + body


class Connection:
    """One connection, in the hands of a script."""

    def __init__(self, sock: socket.socket, stopping: threading.Event) -> None:
        self._socket, self._stopping = sock, stopping
        self.head = b""
        self.body = b""
        self.open = True

    @property
    def path(self) -> str:
        return self.head.split(b" ", 2)[1].decode("latin-1")

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def receive(self) -> bytes:
        return self._socket.recv(65536)

    def wait(self, seconds: float) -> bool:
        """True when the server is being stopped meanwhile."""
        return self._stopping.wait(seconds)

    def close(self) -> None:
        self.open = False
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def reset(self) -> None:
        """Ends without any goodbye: RST instead of FIN."""
        self.open = False
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def read_head(self) -> bool:
        data = b""
        while b"\r\n\r\n" not in data:
            piece = self._socket.recv(65536)
            if not piece:
                return False
            data += piece
        self.head, _, self.body = data.partition(b"\r\n\r\n")
        for line in self.head.split(b"\r\n"):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                while len(self.body) < int(value):
                    self.body += self._socket.recv(65536)
        return True


Script = Callable[[Connection], None]


class HostileServer:
    def __init__(self, tls: ssl.SSLContext | None = None, host: str = "127.0.0.1") -> None:
        self._tls = tls
        self._scripts: dict[str, Script | bytes] = {}
        self._default: Script | bytes = answer(404, b"nothing here")
        self._takes_over: Script | None = None
        self._stopping = threading.Event()
        self._connections: set[socket.socket] = set()
        self.requests: list[bytes] = []
        """Request heads, each with what followed it, in order of arrival."""
        self.connections = 0
        self.resumed = 0
        """TLS handshakes that took up an earlier session."""
        self._listener = socket.create_server((host, 0), backlog=256)
        self.host, self.port = self._listener.getsockname()[:2]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    @property
    def root(self) -> str:
        return self.root_of(self.host)

    def root_of(self, host: str) -> str:
        """The root under another name that leads here."""
        return f"{'https' if self._tls else 'http'}://{host}:{self.port}"

    def on(self, path: str, script: Script | bytes) -> str:
        """What to do when `path` is asked for, whatever its query; returns its address."""
        self._scripts[path] = script
        return self.root + path

    def take_over(self, script: Script) -> None:
        """Gives the bare connection to the script, before anything is read."""
        self._takes_over = script

    def otherwise(self, script: Script | bytes) -> None:
        self._default = script

    def __enter__(self) -> HostileServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for sock in list(self._connections):
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(_PATIENCE)

    def _accept(self) -> None:
        while not self._stopping.is_set():
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            sock.settimeout(_PATIENCE)
            threading.Thread(target=self._serve, args=(sock,), daemon=True).start()

    def _serve(self, plain: socket.socket) -> None:
        sock = plain
        self._connections.add(sock)
        # A client that leaves in the middle is what half of the tests are about.
        with contextlib.suppress(OSError, ValueError, IndexError):
            if self._tls is not None:
                sock = self._tls.wrap_socket(plain, server_side=True)
                self._connections.add(sock)
                self.resumed += bool(sock.session_reused)
            connection = Connection(sock, self._stopping)
            if self._takes_over is not None:
                self._takes_over(connection)
                connection.open = False
            while connection.open and not self._stopping.is_set() and connection.read_head():
                self.requests.append(connection.head + b"\r\n\r\n" + connection.body)
                script = self._scripts.get(connection.path.partition("?")[0], self._default)
                if isinstance(script, bytes):
                    connection.send(script)
                else:
                    script(connection)
            # What the client still sends is read, so that it sees the answer and no reset.
            if sock.fileno() >= 0:
                sock.settimeout(0.2)
                while sock.recv(65536):
                    pass
        self._connections -= {sock, plain}
        sock.close()
        plain.close()
