"""Every answer of the demo web, made once when it starts: what stands behind each host and path."""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
from collections.abc import Iterable
from email.utils import format_datetime
from urllib.parse import urlsplit

import brotli
import msgspec

from mekik.lab.demo.addresses import path_key, url_of
from mekik.lab.demo.documents import MAKERS
from mekik.lab.demo.entries import Entry, Site
from mekik.lab.demo.leads import in_header
from mekik.lab.demo.listing_files import feed_file, map_file, sitemap_index
from mekik.lab.demo.listings import feed, modified, picture, priority, sitemap
from mekik.lab.demo.markup import unseen_words
from mekik.lab.demo.pages import render, with_port
from mekik.lab.demo.paper import Paper
from mekik.lab.demo.pdf_files import locked_pdf
from mekik.lab.demo.scripted import shell
from mekik.lab.demo.truth import Kind, Truth
from mekik.media import type_name

Key = tuple[str, str]
"""Host and decoded path with its query."""

_STATUS_BY_KIND = {
    Kind.NOT_FOUND: 404, Kind.GONE: 410, Kind.FORBIDDEN: 403, Kind.SERVER_ERROR: 500,
}  # fmt: skip
_FOUND_BY = {
    Kind.SITEMAP_ONLY: "sitemap", Kind.FEED_ONLY: "feed", Kind.BEHIND_NOFOLLOW: "", Kind.ROBOTS_TXT: "",
    Kind.SITEMAP: "sitemap", Kind.IN_DOCUMENT: "document",
    Kind.NEEDS_RENDER: "render", Kind.BEHIND_RENDER: "render", Kind.PART: "",
    Kind.FORM_ONLY: "form", Kind.BEHIND_FORM: "",
}  # fmt: skip
_WORTH_PACKING = 400
_PACKABLE = {"html", "text", "xml", "feed"}


class Answer(msgspec.Struct, frozen=True):
    """What the server sends for one address."""

    status: int
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()
    etag: str = ""
    last_modified: str = ""
    packed: bytes = b""
    encoding: str = ""
    """Content-Encoding of `packed`, for those who accept it."""
    slow: bool = False
    fails_once: bool = False


class Settings(msgspec.Struct, frozen=True):
    """What differs from one demo web to the next."""

    port: int
    crawl_delay: float


def build_site(site: Site, entries: list[Entry], settings: Settings) -> tuple[dict[Key, Answer], list[Truth]]:
    """The answers and labels of one host."""
    answers: dict[Key, Answer] = {}
    truths: list[Truth] = []
    for entry in entries:
        answer = _answer(site, entry, entries, settings)
        truth = _truth(site, entry, settings.port)
        for path in [entry.path, *entry.items("copies"), *entry.items("aliases")]:
            answers[site.host, path_key(path)] = answer
        truths.append(truth)
        truths += _other_addresses(entry, truth, settings.port)
    for path, kind, content_type, body in _listings(site, entries, settings.port):
        entry = Entry(host=site.host, path=path, body="", kind=kind.label, type=content_type)
        answers[site.host, path] = _pack(site, entry, body)
        truths.append(_truth(site, entry, settings.port))
    return answers, truths


def _listings(site: Site, entries: list[Entry], port: int) -> Iterable[tuple[str, Kind, str, bytes]]:
    """Sitemaps and feeds: path, kind, content type and bytes."""
    maps = site.items("maps")
    if site.sitemap:
        text = sitemap_index(site, port) if maps else sitemap(entries, port)
        yield site.sitemap, Kind.SITEMAP, "application/xml", text.encode()
    for path in maps:
        yield path, Kind.SITEMAP, *map_file(path, entries, port)
    if site.feed:
        yield site.feed, Kind.FEED, "application/rss+xml", feed(site, entries, port).encode()
    for path in site.items("feeds"):
        yield path, Kind.FEED, *feed_file(path, site, entries, port)


def _answer(site: Site, entry: Entry, siblings: list[Entry], settings: Settings) -> Answer:
    kind = entry.label
    if entry.redirect:
        status, target = entry.redirect.split(" ", 1)
        location = _target(entry.host, target, settings.port)
        return Answer(int(status), b"", (("Location", location), ("Content-Type", "text/html")))
    if kind is Kind.NEEDS_RENDER:
        body = shell(entry).encode()
    elif entry.type == "text/html":
        html = render(site, entry, siblings, settings.port)
        body = html.encode(entry.charset, "xmlcharrefreplace")
    elif type_name(entry.type) in MAKERS:
        body = _paper(entry, settings.port)
    elif entry.type == "image/png":
        body = picture(entry.path)
    elif entry.type == "application/zip":
        body = _zip_file(entry)
    else:
        text = entry.body.replace("{crawl_delay}", f"{settings.crawl_delay:g}")
        body = (text.replace("{root}", f"http://{entry.host}:{settings.port}") + "\n").encode(entry.charset)
    return _pack(site, entry, body, slow=kind is Kind.SLOW, fails_once=kind is Kind.UNAVAILABLE_ONCE)


def _pack(site: Site, entry: Entry, body: bytes, *, slow: bool = False, fails_once: bool = False) -> Answer:
    content_type = entry.served or entry.type
    if content_type.startswith("text/") and entry.declare in ("header", "both"):
        content_type += f"; charset={entry.charset}"
    headers = [("Content-Type", content_type)]
    if entry.x_robots_tag:
        headers.append(("X-Robots-Tag", entry.x_robots_tag))
    headers += in_header(entry)
    packed = b""
    if site.encoding and len(body) > _WORTH_PACKING and type_name(entry.type) in _PACKABLE:
        packed = gzip.compress(body, 6, mtime=0) if site.encoding == "gzip" else brotli.compress(body, quality=5)
    return Answer(
        status=entry.status or _STATUS_BY_KIND.get(entry.label, 200),
        body=body,
        headers=tuple(headers),
        etag='"' + hashlib.blake2b(body, digest_size=8).hexdigest() + '"',
        last_modified=format_datetime(modified(entry), usegmt=True),
        packed=packed,
        encoding=site.encoding if packed else "",
        slow=slow,
        fails_once=fails_once,
    )


def _paper(entry: Entry, port: int) -> bytes:
    paper = Paper(entry.title, with_port(entry.body, port), entry.author, entry.language)
    if entry.label is Kind.LOCKED:
        return locked_pdf(paper)
    body = MAKERS[type_name(entry.type)](paper)
    return body[: len(body) // 2] if entry.label is Kind.BROKEN else body


def _zip_file(entry: Entry) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo("readme.txt"), entry.body)
    return buffer.getvalue()


def _target(host: str, target: str, port: int) -> str:
    """Where a redirect leads: a path of the same host, or a whole address (port added for the demo's own)."""
    if target.startswith("/"):
        return url_of(host, target, port)
    parts = urlsplit(target)
    if parts.hostname and parts.hostname.endswith(".localhost"):
        return url_of(parts.hostname, target.split(parts.hostname, 1)[1], port)
    return target


def _truth(site: Site, entry: Entry, port: int) -> Truth:
    kind = entry.label
    redirect = entry.redirect.split(" ", 1)[1] if entry.redirect else ""
    found_by = entry.found_by or _FOUND_BY.get(kind, "link")
    if site.seed and entry.path == "/":
        found_by = "seed"
    outcomes = tuple(entry.items("outcomes")) or kind.outcomes
    if site.foreign:
        outcomes, found_by = Kind.FOREIGN.outcomes, "" if site.apart else "link"
    return Truth(
        url=url_of(entry.host, entry.path, port),
        host=entry.host,
        kind=Kind.FOREIGN.label if site.foreign else kind.label,
        outcomes=outcomes,
        indexed=kind.indexed and not site.foreign,
        language=entry.language,
        title=entry.title,
        topic=entry.topic,
        duplicate_of=_target(entry.host, entry.of, port) if entry.of else "",
        redirects_to=_target(entry.host, redirect, port) if redirect else "",
        named_by=url_of(entry.host, _named_by(site, entry), port) if _named_by(site, entry) else "",
        priority=float(priority(entry)) if _has_priority(entry) else None,
        author=entry.author,
        found_by=found_by,
        charset=entry.charset,
        published=entry.published,
        features=tuple(_features(site, entry)),
        unseen=tuple(sorted(unseen_words(entry.body))),
        finds=tuple((kind[:-1], value) for kind in ("emails", "phones") for value in entry.items(kind)),
    )


def _named_by(site: Site, entry: Entry) -> str:
    default = {Kind.SITEMAP_ONLY: site.sitemap, Kind.FEED_ONLY: site.feed}.get(entry.label, "")
    return entry.listed_in or default


def _has_priority(entry: Entry) -> bool:
    return entry.label is Kind.SITEMAP_ONLY and not entry.listed_in.endswith(".txt")


def _features(site: Site, entry: Entry) -> Iterable[str]:
    for field in ("base", "canonical", "meta_robots", "x_robots_tag"):
        if getattr(entry, field):
            yield field
    if entry.alternates:
        yield "hreflang"
    if entry.declare != "both":
        yield f"charset_by_{entry.declare}"
    if site.encoding:
        yield site.encoding


def _other_addresses(entry: Entry, truth: Truth, port: int) -> list[Truth]:
    """Labels of the copies and of the other spellings of an entry."""
    others = []
    for field, kind in (("copies", Kind.DUPLICATE), ("aliases", Kind.ALIAS)):
        others += [
            msgspec.structs.replace(
                truth, url=url_of(entry.host, path, port), kind=kind.label, outcomes=kind.outcomes,
                indexed=kind.indexed, duplicate_of=truth.url, found_by="link",
            )
            for path in entry.items(field)
        ]  # fmt: skip
    return others
