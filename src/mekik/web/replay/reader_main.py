"""Reads archived pages in a process that may be killed: `python -m mekik.web.replay.reader_main`."""

from __future__ import annotations

import os
import resource
import signal
import socket
import sys

import msgspec

from mekik.crawl.worker_frames import Frames, frame
from mekik.web.replay.reading import Question, answer

MEMORY = 1_000_000_000
"""Bytes of one reader."""
LONGEST = 60
"""Seconds for one page, should the server be gone that would have killed us before."""
_HELLO = b"\1\0\0\0\xc0"
"""A frame: here I am."""


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the process, also within a library
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))  # of what it says to standard error
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    channel = socket.socket(fileno=os.dup(0))
    decode = msgspec.msgpack.Decoder(Question).decode
    frames = Frames()
    channel.sendall(_HELLO)
    try:
        while frames.receive(channel):
            for payload in frames:
                signal.alarm(LONGEST)
                channel.sendall(frame(answer(decode(payload))))
                signal.alarm(0)
    except MemoryError:
        os._exit(1)
    except (BrokenPipeError, ConnectionResetError):
        sys.exit(0)


if __name__ == "__main__":
    main()
