"""A page as the index wants it."""

from __future__ import annotations

import msgspec

from mekik.media import type_name
from mekik.outcome import Outcome, Status
from mekik.page import Image, Keyword, Page
from mekik.urls import host, key, registrable_domain

UNTITLED = "untitled"
LOCAL = "file"
"""Stands for the host of local files."""


class IndexEntry(msgspec.Struct, kw_only=True):
    """One page in the index. The last ten are words joined by blanks; an empty one costs nothing."""

    owner: str
    url: str
    job: str
    host: str = ""
    domain: str = ""
    type: str = ""
    """Short name of the content type, to filter by: html, text, pdf, …"""
    content_type: str = ""
    language: str = ""
    other_languages: tuple[str, ...] = ()
    """Those of its other parts, where a page is in several."""
    title: str = UNTITLED
    content: str = ""
    """The text as people read it, for snippets."""
    main: int | None = None
    """Characters of it, from its start, that are main content; None when all of it is."""
    keywords: tuple[Keyword, ...] = ()
    utf8: bytes = b""
    """The same, where it is at hand as it will be stored."""
    fetched: float = 0.0
    """Seconds since the epoch."""
    topics: tuple[str, ...] = ()
    query: str = ""
    """What was typed into a form to find it."""
    size: int = 0
    """Bytes of the body as sent."""
    file: str = ""
    """The WARC file and the place of the record in it."""
    offset: int = 0
    nosnippet: bool = False
    group: int = 0
    """The same for pages whose texts are alike; 0 for a page that is like no other because it is too short."""
    repeats: bool = False
    """It is not the first page of its group."""
    preference: int = 0
    """Which page of a group is shown: the least."""
    rank: int = 0
    """How well it is linked: 0 as most pages, to 3."""
    spam: float = 0.0
    """0 to 1, in hundredths."""
    spam_reasons: tuple[str, ...] = ()
    lowered: bool = False
    """Spam that is ranked lower."""
    noarchive: bool = False
    author: str = ""
    published: int | None = None
    """Seconds since the epoch, as the page or its feed says."""
    description: str = ""
    source: str = ""
    """Of a picture: the page that shows it or names it."""
    shown: bool = False
    """A picture that is known by its page alone."""
    width: int = 0
    height: int = 0
    pivot: str = ""
    """The language into which the page was translated."""
    glossary: bytes = b""
    """Which words of the page became which there, as `PageTranslation` has it."""
    translated: str = ""
    title_exact: str = ""
    title_root: str = ""
    content_exact: str = ""
    content_root: str = ""
    content_short: str = ""
    rest_exact: str = ""
    rest_root: str = ""
    headings: str = ""
    anchors: str = ""


def shown_uid(owner: str, url: str) -> str:
    """What all pictures that a page shows are removed by."""
    return f"shown {uid_of(owner, url)}"


def uid_of(owner: str, url: str) -> str:
    """What a page is replaced by: the same address of the same owner, whichever job fetched it."""
    return f"{key(url):016x} {owner}"


def entry_of(page: Page, owner: str, job: str) -> IndexEntry | None:
    """None for a page that is not for the index: it failed, is a copy or spam, has no text, or asks us not to."""
    document, analysis = page.document, page.analysis
    if document is None or analysis is None or document.noindex:
        return None
    text = analysis.text or document.text
    if not text or text.isspace():
        return None
    if page.outcome.status is not Status.COMPLETED or page.outcome in (
        Outcome.REDIRECT,
        Outcome.DUPLICATE,
        Outcome.NO_SITEMAP,
    ):
        return None
    if page.spam is not None and page.spam.action == "drop":
        return None
    url, capture, hint = page.address.url, page.capture, page.address.hint
    name = host(url) or LOCAL
    if name is LOCAL and url.partition("?")[0].endswith("/"):
        return None  # a folder is only the way to its files
    picture, translation = _own_picture(page), analysis.translation
    return IndexEntry(
        owner=owner,
        url=url,
        job=job,
        host=name,
        domain=registrable_domain(name),
        type=type_name(document.content_type),
        content_type=document.content_type,
        language=analysis.language,
        other_languages=tuple(part.language for part in analysis.languages[1:]),
        title=document.title.strip() or UNTITLED,
        content=document.text,
        utf8=analysis.text,
        main=document.main,
        keywords=analysis.keywords,
        fetched=page.exchange.started_at,
        topics=page.address.hint.topics if page.address.hint else (),
        query=page.address.hint.query if page.address.hint else "",
        size=len(page.exchange.body),
        file=capture.file if capture else "",
        offset=capture.offset if capture else 0,
        nosnippet=document.nosnippet,
        group=page.group,
        repeats=page.duplicate is not None,
        preference=page.preference,
        rank=page.rank,
        spam=page.spam.score if page.spam else 0.0,
        spam_reasons=tuple(page.spam.reasons) if page.spam else (),
        lowered=page.spam is not None and page.spam.action == "lower",
        noarchive=document.noarchive,
        author=document.author or (hint.author if hint else ""),
        published=document.published if document.published is not None or hint is None else hint.published,
        description=document.description,
        source=page.address.via if picture else "",
        width=picture.width if picture else 0,
        height=picture.height if picture else 0,
        pivot=translation.language if translation else "",
        glossary=translation.glossary if translation else b"",
        translated=translation.words if translation else "",
        title_exact=analysis.title_exact,
        title_root=analysis.title_root,
        content_exact=analysis.content_exact,
        content_root=analysis.content_root,
        content_short=analysis.content_short,
        rest_exact=analysis.rest_exact,
        rest_root=analysis.rest_root,
        headings=analysis.headings,
        anchors=analysis.anchors,
    )


def _own_picture(page: Page) -> Image | None:
    """What the page, being a picture itself, says of its size."""
    document = page.document
    if document is None or document.metadata is None or not document.content_type.startswith("image/"):
        return None
    return next(iter(document.metadata.images), None)
