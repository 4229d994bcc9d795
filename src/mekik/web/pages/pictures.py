"""Pictures among the results: from the archive, never from the site, which would learn who searches for what."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import QueryParameter

from mekik.crawl.copies import NoCopy, Withheld
from mekik.crawl.copy_reading import Unreadable
from mekik.web.pages.base import site_of
from mekik.web.people import person_of, searcher

LARGEST = 8_000_000
_KINDS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}
"""By their first bytes, whatever the server called them. SVG is not among them: it may hold scripts."""


def kind_of(body: bytes) -> str:
    """The type of a picture that browsers only paint; empty for anything else."""
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for start, kind in _KINDS.items() if body.startswith(start)), "")


@get("/picture", sync_to_thread=True, guards=[searcher])
def picture(request: Request[Any, Any, Any], url: Annotated[str, QueryParameter(max_length=4000)]) -> Response[bytes]:
    """The archived picture of this address, for those who may see the job that fetched it."""
    site, person = site_of(request), person_of(request)
    try:
        body = site.copies(person).follow(url).exchange.body
    except (NoCopy, Unreadable, Withheld):
        raise NotFoundException("There is no archived picture.") from None
    kind = kind_of(body)
    if not kind or len(body) > LARGEST:
        raise NotFoundException("There is no archived picture.")
    headers = {
        "cache-control": "private, max-age=3600", "vary": "cookie",
        "content-security-policy": "default-src 'none'; sandbox", "content-disposition": "inline",
    }  # fmt: skip
    return Response(body, media_type=kind, headers=headers)


HANDLERS = [picture]
