"""Pages in the pivot language, from a process that may be killed: `python -m mekik.crawl.translate_main`.

It stands beside the workers because it is another kind of risk: it may speak to a server and knows that server's key,
which a process that parses strangers' bytes must not, and whatever it does must cost a page its translation at most.
Standard input is a socket to the engine, which sends `TranslationOrders` and then a `Passage` for each page. An empty
frame says: ready, or: alive, but making a dictionary ready.
"""

from __future__ import annotations

import os
import socket
import sys

import msgspec

from mekik.crawl.worker_frames import Frames, frame
from mekik.crawl.worker_main import HEARTBEAT, live_and_die_with
from mekik.errors import MekikError, TranslationError
from mekik.page import PageTranslation
from mekik.settings import AnalysisSettings, TranslationSettings
from mekik.translation import PageTranslator

IN_VAIN = 76
"""Exit status: another process would fail just so."""


class TranslationOrders(msgspec.Struct, frozen=True):
    translation: TranslationSettings
    analysis: AnalysisSettings


class Passage(msgspec.Struct, array_like=True):
    """The main content of a page, as far as it is translated."""

    token: int
    language: str
    title: str
    text: bytes


class Answer(msgspec.Struct, array_like=True):
    token: int
    translation: PageTranslation | None = None
    remark: str = ""
    """Why there is none."""


def answered(translator: PageTranslator, passage: Passage) -> Answer:
    """Never raises but MemoryError."""
    text = passage.text.decode("utf-8", "ignore")  # cut anywhere
    try:
        return Answer(passage.token, translator.of(passage.language, passage.title, text))
    except TranslationError as error:
        return Answer(passage.token, remark=f"not translated into {translator.pivot}: {error}")
    except MemoryError:
        raise
    except Exception as error:  # a fault of ours or of a translator that must not cost the other pages
        return Answer(passage.token, remark=f"not translated into {translator.pivot}: {type(error).__name__}")


def serve(channel: socket.socket) -> None:
    """Reads pages until the engine closes its end."""
    frames = Frames()
    translator: PageTranslator | None = None
    decode = msgspec.msgpack.Decoder(Passage).decode
    while frames.receive(channel):
        for payload in frames:
            if translator is None:
                orders = msgspec.msgpack.decode(payload, type=TranslationOrders)
                translator = PageTranslator(
                    orders.translation, orders.analysis, loading=lambda: channel.sendall(HEARTBEAT)
                )
                channel.sendall(HEARTBEAT)
            else:
                channel.sendall(frame(answered(translator, decode(payload))))


def main() -> None:
    live_and_die_with(int(sys.argv[1]))
    channel = socket.socket(fileno=os.dup(0))
    try:
        serve(channel)
    except MekikError as error:  # settings that name a translator that is not there
        print(error, file=sys.stderr, flush=True)
        os._exit(IN_VAIN)
    except (BrokenPipeError, ConnectionResetError):
        sys.exit(0)


if __name__ == "__main__":
    main()
