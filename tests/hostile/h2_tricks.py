"""HTTP/2 servers that break off, push or talk nonsense."""

from __future__ import annotations

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.settings

from hostile.server import Connection

_HEADERS = [(":status", "200"), ("content-type", "text/html")]


def serve(connection: Connection, behaviour: str) -> None:
    """Speaks HTTP/2 on a connection until the other side leaves."""
    state = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
    state.initiate_connection()
    connection.send(state.data_to_send())
    while data := connection.receive():
        for event in state.receive_data(data):
            if isinstance(event, h2.events.RequestReceived):
                if behaviour == "garbage":
                    connection.send(b"\xff" * 200)
                    connection.reset()
                    return
                _answer(state, event, behaviour)
        connection.send(state.data_to_send())
        if behaviour.startswith("goaway"):
            connection.close()
            return


def _answer(state: h2.connection.H2Connection, request: h2.events.RequestReceived, behaviour: str) -> None:
    stream = request.stream_id
    assert stream is not None
    if behaviour == "goaway":
        state.close_connection(h2.errors.ErrorCodes.INTERNAL_ERROR, last_stream_id=stream)
    elif behaviour == "reset":
        state.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)
    elif behaviour in ("reset in body", "goaway in body"):
        state.send_headers(stream, [*_HEADERS, ("content-length", "100")])
        state.send_data(stream, b"part")
        if behaviour == "reset in body":
            state.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)
        else:
            state.close_connection(h2.errors.ErrorCodes.INTERNAL_ERROR)
    else:
        if behaviour == "push":
            _push(state, stream, request)
        state.send_headers(stream, _HEADERS)
        state.send_data(stream, b"over h2", end_stream=True)


def _push(state: h2.connection.H2Connection, stream: int, request: h2.events.RequestReceived) -> None:
    """Promises a page that nobody asked for, whether the client allows it or not."""
    state.remote_settings[h2.settings.SettingCodes.ENABLE_PUSH] = 1
    state.remote_settings.acknowledge()
    state.push_stream(stream, 2, request.headers or [])
    state.send_headers(2, _HEADERS)
    state.send_data(2, b"pushed", end_stream=True)
