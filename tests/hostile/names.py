"""A name server on UDP that answers A and AAAA questions as it is told."""

from __future__ import annotations

import ipaddress
import socket
import struct
import threading
from collections import Counter
from collections.abc import Sequence
from types import TracebackType

_A, _AAAA = 1, 28
_CODES = {"SERVFAIL": 2, "NXDOMAIN": 3, "REFUSED": 5}


class NameServer:
    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self._answers: dict[str, list[Sequence[str]]] = {}
        self._ttl: dict[str, int] = {}
        self._failures: dict[str, str] = {}
        self.questions: Counter[str] = Counter()
        """How often each name was asked for (its A record)."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def says(self, name: str, *answers: Sequence[str], ttl: int = 0) -> None:
        """The addresses of a name; with several answers each question gets the next, the last stays."""
        self._answers[name] = list(answers)
        self._ttl[name] = ttl

    def fails(self, name: str, how: str) -> None:
        """NXDOMAIN, SERVFAIL, REFUSED, or silence. A name like *.dead.test stands for all below it."""
        self._failures[name] = how

    def __enter__(self) -> NameServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        stopper = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        stopper.sendto(b"", self._socket.getsockname())
        stopper.close()
        self._thread.join(5)
        self._socket.close()

    def _run(self) -> None:
        while True:
            packet, client = self._socket.recvfrom(4096)
            if not packet:
                return
            reply = self._reply(packet)
            if reply:
                self._socket.sendto(reply, client)

    def _reply(self, packet: bytes) -> bytes:
        labels, at = [], 12
        while packet[at]:
            labels.append(packet[at + 1 : at + 1 + packet[at]].decode("ascii").lower())
            at += 1 + packet[at]
        name = ".".join(labels)
        kind = struct.unpack(">H", packet[at + 1 : at + 3])[0]
        question = packet[12 : at + 5]
        if kind == _A:
            self.questions[name] += 1
        failure = self._failures.get(name) or self._failures.get("*." + ".".join(labels[1:]))
        if failure == "silence":
            return b""
        answers = self._answers.get(name)
        if failure or answers is None:
            return _packet(packet[:2], _CODES[failure or "NXDOMAIN"], question, [])
        turn = min(max(self.questions[name] - 1, 0), len(answers) - 1)
        wanted = [one for one in map(ipaddress.ip_address, answers[turn]) if (one.version == 4) == (kind == _A)]
        ttl = self._ttl[name]
        records = [struct.pack(">HHHIH", 0xC00C, kind, 1, ttl, len(one.packed)) + one.packed for one in wanted]
        return _packet(packet[:2], 0, question, records if kind in (_A, _AAAA) else [])


def _packet(number: bytes, code: int, question: bytes, records: list[bytes]) -> bytes:
    return number + struct.pack(">HHHHH", 0x8180 | code, 1, len(records), 0, 0) + question + b"".join(records)
