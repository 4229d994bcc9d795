"""Settings of sitemaps and feeds: how addresses are found that no link leads to."""

from __future__ import annotations

from typing import Annotated

import msgspec

from mekik.settings.base import AtLeast1, Section, row


class DiscoverySettings(Section, frozen=True, kw_only=True):
    sitemaps: Annotated[bool, row("Visit sitemaps: those that robots.txt names, else the usual places.")] = True
    places: Annotated[
        tuple[str, ...],
        row("Where a sitemap is looked for, in turn and once per host, when robots.txt names none."),
    ] = ("/sitemap.xml", "/sitemap_index.xml")
    feeds: Annotated[bool, row("Visit the feeds that pages name, and visit them again when they are due.")] = True
    max_size: Annotated[int, row("Largest sitemap or feed, as sent and unpacked.", unit="bytes", ge=1024)] = 50_000_000
    max_addresses: Annotated[int, row("Addresses taken from one sitemap.", ge=1)] = 50_000
    max_items: Annotated[int, row("Items taken from one feed.", ge=1)] = 2_000
    max_nesting: Annotated[int, row("Sitemaps that name sitemaps that name sitemaps: levels.", ge=1)] = 10
    max_sitemaps: Annotated[AtLeast1 | None, row("Sitemaps visited on one domain.")] = 500
    topics: Annotated[
        dict[str, str],
        row("Topics of feeds by address; * stands for anything: {'*/ekonomi.xml' = 'economy'}."),
    ] = msgspec.field(default_factory=dict)
    categories: Annotated[
        dict[str, str], row("Topics by the categories that feeds and their items name: {'Ekonomi' = 'economy'}.")
    ] = msgspec.field(default_factory=dict)
    interval: Annotated[
        float,
        row("A feed, or a sitemap where pages come back, is visited again after this long at first.", unit="s", gt=0),
    ] = 3600.0
    min_interval: Annotated[float, row("One that brings much is visited this often.", unit="s", gt=0)] = 600.0
    max_interval: Annotated[float, row("One that brings nothing is visited this often.", unit="s", gt=0)] = 604_800.0
    watch: Annotated[bool, row("Keep running when only visits at a later time are left.", flag="--watch")] = False
