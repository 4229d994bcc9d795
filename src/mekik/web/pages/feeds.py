"""A query as RSS and Atom, and the description by which browsers add the search."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from mekik.search import SearchResult
from mekik.web.asking import ASKED, Asked
from mekik.web.pages.base import context, root_of, site_of
from mekik.web.people import Person, person_of, searcher

ITEMS = 30
_KINDS = {
    "rss": ("feed.rss.xml", "application/rss+xml"),
    "atom": ("feed.atom.xml", "application/atom+xml"),
}
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """Without the characters that XML cannot have."""
    return _NOT_XML.sub("", text)


def mail_date(iso: str) -> str:
    return format_datetime(datetime.fromisoformat(iso))


@get("/search.rss", sync_to_thread=True, dependencies=ASKED, guards=[searcher])
def rss(request: Request[Any, Any, Any], asked: NamedDependency[Asked]) -> Response[bytes]:
    return _feed(request, asked, *_KINDS["rss"], person_of(request))


@get("/search.atom", sync_to_thread=True, dependencies=ASKED, guards=[searcher])
def atom(request: Request[Any, Any, Any], asked: NamedDependency[Asked]) -> Response[bytes]:
    return _feed(request, asked, *_KINDS["atom"], person_of(request))


@get("/opensearch.xml", sync_to_thread=True)
def opensearch(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _rendered(request, "opensearch.xml", "application/opensearchdescription+xml")


@get("/feeds/{name:str}", sync_to_thread=True, include_in_schema=False)
def secret_feed(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """Of one saved search, as its owner may see it now: programs that read feeds cannot sign in. The address is the
    secret; who has it can read this search and nothing else."""
    site = site_of(request)
    key, _, kind = name.rpartition(".")
    saved = site.saved.by_feed(key) if kind in _KINDS else None
    owner = site.accounts.person(saved.user) if saved else None
    if saved is None or owner is None:
        raise NotFoundException("There is no such feed.")
    answer = _feed(request, msgspec.convert(saved.asked, Asked, strict=False), *_KINDS[kind], owner)
    return _unspoken(answer)


def _unspoken(answer: Response[bytes]) -> Response[bytes]:
    """Neither kept on the way nor told to others."""
    answer.headers.update(
        {"cache-control": "private, no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex, noarchive"}
    )
    return answer


def _feed(
    request: Request[Any, Any, Any], asked: Asked, template: str, media_type: str, person: Person
) -> Response[bytes]:
    """The newest first, whatever the order of the page is: that is what a feed is for."""
    site = site_of(request)
    options = {**asked.options(), "sort": "date", "cursor": ""}
    result: SearchResult = site.workspace.search(asked.q, viewer=site.viewer(person), limit=ITEMS, **options)
    return _rendered(request, template, media_type, asked=asked, result=result)


def _rendered(request: Request[Any, Any, Any], template: str, media_type: str, **more: object) -> Response[bytes]:
    engine = request.app.template_engine
    assert engine is not None
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    text = engine.get_template(template).render(
        **context(request, root=root_of(request), now=now, xml=xml_text, mail_date=mail_date, **more)
    )
    return Response(
        text.encode(), media_type=f"{media_type}; charset=utf-8",
        headers={"cache-control": "private, no-cache", "vary": "cookie, accept-language"},
    )  # fmt: skip


HANDLERS = [rss, atom, secret_feed, opensearch]
