"""The pictures that a page shows, as entries of their own beside the page's."""

from __future__ import annotations

from collections.abc import Iterator

from mekik.index.entry import LOCAL, IndexEntry
from mekik.media import type_of_file
from mekik.page import Page
from mekik.urls import host, registrable_domain

IMAGE = "image"


def picture_entries(page: Page, owner: str, job: str) -> Iterator[IndexEntry]:
    """One for each picture; a later page that shows the same one replaces it. Ask only for a page that is indexed."""
    document = page.document
    for picture in page.pictures:
        image, analysis = picture.image, picture.analysis
        name = host(image.url) or LOCAL
        media = type_of_file(image.url.partition("?")[0].rpartition("/")[2], b"")
        yield IndexEntry(
            owner=owner,
            url=image.url,
            job=job,
            host=name,
            domain=registrable_domain(name),
            type=IMAGE,
            content_type=media if media.startswith("image/") else "image/*",
            language=analysis.language,
            title=picture.title,
            utf8=analysis.text,
            fetched=page.exchange.started_at,
            source=page.address.url,
            shown=True,
            width=image.width,
            height=image.height,
            nosnippet=document is not None and document.nosnippet,
            title_exact=analysis.title_exact,
            title_root=analysis.title_root,
            content_exact=analysis.content_exact,
            content_root=analysis.content_root,
            content_short=analysis.content_short,
            rest_exact=analysis.rest_exact,
            rest_root=analysis.rest_root,
        )
