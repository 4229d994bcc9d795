"""A mail server and a webhook on loopback: they take what comes and show it."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypeVar

Server = TypeVar("Server", bound=socketserver.BaseServer)


class _Mail(socketserver.StreamRequestHandler):
    """Enough of RFC 5321 for smtplib."""

    server: MailServer

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def handle(self) -> None:
        self._say("220 ready")
        while line := self.rfile.readline(4000).decode("latin-1").strip():
            verb = line[:4].upper()
            if verb == "DATA":
                self._say("354 go on")
                body = b""
                while (piece := self.rfile.readline(4000)) not in (b".\r\n", b""):
                    body += piece.removeprefix(b".") if piece.startswith(b"..") else piece
                if self.server.refuse:
                    self._say("554 not this one")
                    continue
                found = message_from_bytes(body, policy=policy.default)
                assert isinstance(found, EmailMessage)
                self.server.mails.append(found)
                self._say("250 taken")
            elif verb == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 fine")


class MailServer(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Mail)
        self.mails: list[EmailMessage] = []
        self.refuse = False

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Hook(BaseHTTPRequestHandler):
    server: HookServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.posts.append((dict(self.headers.items()), body))
        self.send_response(self.server.status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class HookServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Hook)
        self.posts: list[tuple[dict[str, str], bytes]] = []
        self.status = 204

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook"


@contextmanager
def running(server: Server) -> Iterator[Server]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
