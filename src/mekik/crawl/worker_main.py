"""Steps 5 and 6 in a process that may be killed: `python -m mekik.crawl.worker_main`.

Standard input is a socket to the engine, which sends `Orders` and then a `Source` for each page. Every page is
answered by a `Reading` before the next one is begun, so when this process dies, the engine knows which page it
died of. An empty frame says: ready, or: alive, but loading a dictionary.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import os
import resource
import signal
import socket
import sys
from typing import NamedTuple

import msgspec

from mekik.analysis import Analyser, Columns
from mekik.analysis.capturing import capturer_of
from mekik.analysis.pictures import pictures_of
from mekik.crawl.wants import Wants
from mekik.crawl.worker_frames import Frames, frame
from mekik.media import type_name
from mekik.outcome import Outcome
from mekik.page import NOFOLLOW, Document, Links, Parsed, Picture, Source
from mekik.parse import parse
from mekik.parse.scripted import needs_script
from mekik.processes import leave
from mekik.settings import (
    AnalysisSettings,
    CaptureSettings,
    DiscoverySettings,
    ParseSettings,
    RenderSettings,
    Settings,
    UrlSettings,
)
from mekik.urls import Normaliser

OUT_OF_MEMORY = 75
"""Exit status of a worker that needs to be replaced because a page asked for too much memory."""
_HTML = ("text/html", "application/xhtml+xml")
HEARTBEAT = b"\0\0\0\0"
_MOST_STDERR = 1 << 20
_PR_SET_PDEATHSIG = 1


class Orders(msgspec.Struct, frozen=True):
    """The settings that a worker needs. Logins and headers are not among them: it reads strangers' bytes."""

    parse: ParseSettings
    analysis: AnalysisSettings
    urls: UrlSettings
    max_size: int
    agent: str
    index: bool
    """Nobody needs text and analysis when there is no index."""
    obey: bool
    """Links that are not to be followed need not be sent."""
    images: bool = False
    """The job fetches pictures, so they are links like others."""
    discovery: DiscoverySettings = DiscoverySettings()
    capture: CaptureSettings = CaptureSettings()
    files: bool = False
    """Local files are read, and may lead to others."""
    pictures: bool = False
    """Pictures are made searchable by what their pages say about them."""
    details: bool = False
    """All that pages say about themselves is to be sent back; a crawl needs only some of it."""
    render: RenderSettings = RenderSettings()
    forms: bool = False
    """Forms are asked, so they are read."""

    @classmethod
    def of(cls, settings: Settings, details: bool = False) -> Orders:
        wants = Wants(settings)
        return cls(
            settings.parse, settings.analysis, settings.urls, settings.fetch.max_size, settings.robots.agent,
            settings.index.enabled, settings.robots.obey, wants.picture_files,
            settings.discovery,
            settings.capture, bool(settings.fetch.allow_files), wants.pictures, details, settings.render,
            settings.forms.enabled,
        )  # fmt: skip


class Reading(NamedTuple):
    """What was read of one page, as it is sent to the engine."""

    token: int
    outcome: str
    reason: str = ""
    document: Document | None = None
    columns: Columns | None = None
    pictures: list[Picture] = []  # noqa: RUF012 - never changed

    def parsed(self) -> Parsed:
        analysis = self.columns.decoded() if self.columns is not None else None
        return Parsed(self.token, self.outcome, self.reason, self.document, analysis, self.pictures)


class PageReader:
    """Parse and analyse, for a worker process and for the engine when it has none."""

    def __init__(self, orders: Orders, analyser: Analyser) -> None:
        self._orders = orders
        self._normaliser = Normaliser(orders.urls, files=orders.files)
        self._analyser = analyser
        self._capturer = capturer_of(orders.capture, orders.parse.max_nesting)

    def read(self, source: Source) -> Reading:
        """Never raises but MemoryError."""
        orders, capturer = self._orders, self._capturer
        seen: list[bytes] = []
        looks = orders.render.mode == "auto"
        try:
            outcome, reason, document = parse(
                source, orders.parse, self._normaliser, orders.max_size, orders.agent,
                with_text=orders.index or bool(capturer) or looks, with_images=orders.images,
                with_details=orders.details or orders.pictures, discovery=orders.discovery,
                seen=seen.append if capturer or looks else None, with_forms=orders.forms,
            )  # fmt: skip
            columns = None
            pictures: list[Picture] = []
            if looks and seen and document is not None and document.content_type in _HTML and not source.role:
                document.needs_script = needs_script(seen[-1], document, orders.render)
            if document is not None and orders.index:
                columns = self._analyser.columns(document, source.url, source.anchors)
                if orders.pictures and type_name(document.content_type) == "html":
                    pictures = pictures_of(document, columns.language, self._analyser)
            if document is not None and capturer and not (document.noindex and orders.obey):
                # The same with and without an index, so the analysis is not asked.
                unsaid = orders.capture.phones and not document.language
                document.finds = capturer.finds(
                    document, seen[-1] if seen else None, source.url,
                    self._analyser.language_of(document.text) if unsaid else document.language,
                    utf8=columns.text if columns else None, with_context=not (document.nosnippet and orders.obey),
                )  # fmt: skip
            if document is not None:
                if not orders.details and not document.content_type.startswith("image/"):
                    document.metadata = None
                document.text = document.strong = ""  # both are in `columns`
                document.unseen = {}
                if orders.obey:
                    document.links = followed(document)
                else:
                    document.noindex = document.nofollow = document.noarchive = document.nosnippet = False
        except MemoryError:
            raise
        except Exception as error:  # a fault of ours that must not cost the other pages
            return Reading(source.token, Outcome.PARSE_CRASHED.label, f"{type(error).__name__}: {error}"[:300])
        return Reading(source.token, outcome.label, reason, document, columns, pictures)


def followed(document: Document) -> Links:
    """Without the links that the page or the link itself asks robots not to follow."""
    links = document.links
    if document.nofollow:
        return Links()
    if not links.kinds or max(links.kinds) < NOFOLLOW:
        return links
    return links.some([place for place, kind in enumerate(links.kinds) if kind < NOFOLLOW])


def serve(channel: socket.socket) -> None:
    """Reads pages until the engine closes its end."""
    frames = Frames()
    reader: PageReader | None = None
    decode = msgspec.msgpack.Decoder(Source).decode
    answer = bytearray(4)
    while frames.receive(channel):
        for payload in frames:
            if reader is None:
                orders = msgspec.msgpack.decode(payload, type=Orders)
                _limit_memory(orders.parse.memory)
                reader = PageReader(orders, Analyser(orders.analysis, loading=lambda: channel.sendall(HEARTBEAT)))
                gc.freeze()
                gc.set_threshold(50_000, 20, 50)  # pages leave hardly any cycles behind
                channel.sendall(HEARTBEAT)
            else:
                channel.sendall(frame(reader.read(decode(payload)), answer))


def _limit_memory(most: int) -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def live_and_die_with(parent: int) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it went before we asked
        sys.exit(0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # The hard limit stays: whoever makes a dictionary's file lifts the soft one for that long.
    resource.setrlimit(resource.RLIMIT_FSIZE, (_MOST_STDERR, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    faulthandler.enable()


def main() -> None:
    live_and_die_with(int(sys.argv[1]))
    channel = socket.socket(fileno=os.dup(0))
    try:
        serve(channel)
        leave()
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except (BrokenPipeError, ConnectionResetError):
        sys.exit(0)


if __name__ == "__main__":
    main()
