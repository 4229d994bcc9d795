"""What an archived page says. Imports little: processes that read for others start here."""

from __future__ import annotations

from collections.abc import Callable

from mekik.errors import UsageError
from mekik.page import Document, Source
from mekik.parse import parse
from mekik.settings import Settings
from mekik.urls import Normaliser


class Unreadable(UsageError):
    """A page that takes more time or memory than whoever asks has for it."""


Read = Callable[[Source, Settings, bool], Document | None]
"""As `read_here`; may raise Unreadable."""


def read_here(source: Source, settings: Settings, with_text: bool) -> Document | None:
    """In this very thread, by the settings of the job that fetched it. None for what cannot be read."""
    normaliser = Normaliser(settings.urls, files=bool(settings.fetch.allow_files))
    return parse(
        source, settings.parse, normaliser, settings.fetch.max_size, settings.robots.agent, with_text=with_text,
        with_details=False,
    )[2]  # fmt: skip
