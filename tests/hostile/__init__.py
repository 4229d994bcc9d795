"""A web that means harm, for tests: an HTTP server and a name server on raw sockets, in threads.

    with HostileServer() as server:
        server.on("/slow", tricks.drip(b"HTTP/1.1 200 OK\\r\\n\\r\\n", every=0.05))
        ... fetch server.root + "/slow" ...
        server.requests        # every request head as it came

`NameServer` answers A and AAAA questions as told; `tls_context` makes a certificate of its own.
"""

from __future__ import annotations

from hostile import h2_tricks, tricks
from hostile.certificates import Authority, tls_context
from hostile.names import NameServer
from hostile.server import Connection, HostileServer, answer

__all__ = ["Authority", "Connection", "HostileServer", "NameServer", "answer", "h2_tricks", "tls_context", "tricks"]
