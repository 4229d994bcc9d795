"""Settings of what a crawl learns about a site: traps, and forms that hide pages."""

from __future__ import annotations

from typing import Annotated

from mekik.settings.base import Section, row


class TrapSettings(Section, frozen=True, kw_only=True):
    enabled: Annotated[
        bool, row("Set aside addresses of patterns that stop bringing new content; see mekik traps.")
    ] = True
    patience: Annotated[
        int,
        row("Pages without anything new before a pattern is suspected; those that brought much get more.", ge=1),
    ] = 3
    new_phrases: Annotated[
        int, row("Phrases of three words that a page must add to those of its pattern to count as new.", ge=2)
    ] = 6
    same_pages: Annotated[
        int, row("Pages with the same text before a query variable or session id is taken to change nothing.", ge=2)
    ] = 3
    max_patterns: Annotated[int, row("Patterns of one host that are watched at a time.", ge=10)] = 500
