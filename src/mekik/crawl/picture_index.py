"""Keeps the pictures in the index in step with the pages that show them."""

from __future__ import annotations

from mekik.crawl.rules import Rules
from mekik.index import IndexEntry, IndexWriter
from mekik.index.shown import picture_entries
from mekik.page import Page


def index_pictures(
    index: IndexWriter, page: Page, entry: IndexEntry | None, rules: Rules, job: str, owner: str, *, known: bool
) -> None:
    """`entry` is the page's own, None when it is not for the index; `known`: it may have shown others before."""
    if not rules.wants.pictures:
        return
    if known:
        index.remove_shown(owner, page.address.url)
    if entry is not None and rules.has_words(page):
        for picture in picture_entries(page, owner, job):
            index.put(picture)
