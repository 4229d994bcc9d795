"""The socket that is listened on: its connections send the body of an answer at once, without waiting for a word."""

from __future__ import annotations

import socket

from mekik.web.serving import listen


def test_no_answer_waits_for_the_client_to_confirm_its_head() -> None:
    listener = listen("127.0.0.1", 0)
    with listener, socket.create_connection(listener.getsockname()[:2], timeout=30):
        listener.settimeout(30)
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
