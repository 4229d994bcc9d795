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
    second_look_every: Annotated[
        int,
        row("At the end of a crawl one doubtful pattern is looked at again for so many visits in all.", ge=1),
    ] = 400
    max_patterns: Annotated[int, row("Patterns of one host that are watched at a time.", ge=10)] = 500


class FormSettings(Section, frozen=True, kw_only=True):
    enabled: Annotated[
        bool,
        row("Ask the search forms of sites, to find pages that no link leads to. Only GET, never a login or an order."),
    ] = False
    words: Annotated[
        tuple[str, ...],
        row("What forms are asked for first; by default the words of index.words, else what the form's page is about."),
    ] = ()
    learn: Annotated[bool, row("Go on with words from the pages that were found so.")] = True
    max_queries: Annotated[int, row("Questions to one form.", ge=1)] = 40
    max_pages: Annotated[int, row("Pages of results of one form, further pages of a list counted in.", ge=1)] = 200
    max_forms: Annotated[int, row("Forms of one host that are asked.", ge=1)] = 3
    max_options: Annotated[
        int, row("A field with no more choices than this is gone through, each with one question.", ge=0)
    ] = 12
    patience: Annotated[int, row("Pages of results without a new address before a form is left alone.", ge=1)] = 8
    at_once: Annotated[int, row("Questions to one form that wait or run at a time.", ge=1)] = 2
    index_results: Annotated[bool, row("Make pages of results searchable too, not only what they lead to.")] = False
