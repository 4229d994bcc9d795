"""The compiled twin of the loop over a page's links (`_links.c`), where this machine has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from mekik.compiled import compiled

VERSION = 2
"""Of what is asked for here: another one was compiled from other sources."""


class Native(Protocol):
    VERSION: int

    def links(
        self, hrefs: Sequence[str], known: dict[str, str | None], place: Any, roots: dict[str, str | None],
        documents: frozenset[str], dropped: frozenset[str], most: int, longest: int,
        work_out: Callable[[str, Any, dict[str, str | None]], str | None], /,
    ) -> list[str | None]: ...  # fmt: skip


native: Native | None = compiled("mekik.urls._links", VERSION)
