"""Sitemaps and feeds in every dress: index, gzip, plain list; Atom, RDF, JSON Feed, and one that is half broken.

The dress shows in the file's name. Each names the entries that say `listed_in` with its path, and nobody else does.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from email.utils import format_datetime
from html import escape

from mekik.lab.demo.addresses import url_of
from mekik.lab.demo.entries import Entry, Site
from mekik.lab.demo.listings import modified, sitemap
from mekik.lab.demo.markup import to_plain

ATOM, RSS, RDF, JSON = "application/atom+xml", "application/rss+xml", "application/rdf+xml", "application/feed+json"


def sitemap_index(site: Site, port: int) -> str:
    named = "".join(f"<sitemap><loc>{url_of(site.host, path, port)}</loc></sitemap>" for path in site.items("maps"))
    return (
        f'<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{named}</sitemapindex>'
    )


def map_file(path: str, entries: list[Entry], port: int) -> tuple[str, bytes]:
    """Content type and bytes of a sitemap."""
    named = [entry for entry in entries if entry.listed_in == path]
    if path.endswith(".txt"):
        return "text/plain", "\n".join(url_of(entry.host, entry.path, port) for entry in named).encode()
    body = sitemap(named, port).encode()
    return ("application/gzip", gzip.compress(body, 6, mtime=0)) if path.endswith(".gz") else ("application/xml", body)


def feed_type(path: str) -> str:
    return {"rdf": RDF, "json": JSON, "rss": RSS}.get(path.rpartition(".")[2], ATOM)


def feed_file(path: str, site: Site, entries: list[Entry], port: int) -> tuple[str, bytes]:
    """Content type and bytes of a feed."""
    makers: dict[str, Callable[[Site, list[Entry], int], str]] = {ATOM: _atom, RDF: _rdf, JSON: _json, RSS: _broken}
    kind = feed_type(path)
    return kind, makers[kind](site, [entry for entry in entries if entry.listed_in == path], port).encode()


def _summary(entry: Entry) -> str:
    return to_plain(entry.body).strip().partition(". ")[0] + "."


def _atom(site: Site, entries: list[Entry], port: int) -> str:
    items = "".join(
        f'<entry><title>{escape(entry.title)}</title><link href="{url_of(entry.host, entry.path, port)}"/>'
        f"<id>urn:bulten:{escape(entry.path)}</id><updated>{modified(entry):%Y-%m-%dT%H:%M:%SZ}</updated>"
        f'<author><name>{escape(entry.author)}</name></author><category term="{escape(entry.topic)}"/>'
        f"<summary>{escape(_summary(entry))}</summary></entry>"
        for entry in entries
    )
    return f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>{escape(site.name)}</title>{items}</feed>'


def _rdf(site: Site, entries: list[Entry], port: int) -> str:
    items = "".join(
        f'<item rdf:about="{url_of(entry.host, entry.path, port)}"><title>{escape(entry.title)}</title>'
        f"<link>{url_of(entry.host, entry.path, port)}</link><dc:creator>{escape(entry.author)}</dc:creator>"
        f"<dc:date>{modified(entry):%Y-%m-%d}</dc:date><dc:subject>{escape(entry.topic)}</dc:subject></item>"
        for entry in entries
    )
    return (
        '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<channel><title>{escape(site.name)}</title></channel>{items}</rdf:RDF>"
    )


def _json(site: Site, entries: list[Entry], port: int) -> str:
    items = [
        {"id": entry.path, "url": url_of(entry.host, entry.path, port), "title": entry.title, "tags": [entry.topic],
         "date_published": f"{modified(entry):%Y-%m-%dT%H:%M:%SZ}", "authors": [{"name": entry.author}],
         "summary": _summary(entry)}
        for entry in entries
    ]  # fmt: skip
    feed = {"version": "https://jsonfeed.org/version/1.1", "title": site.name, "items": items}
    return json.dumps(feed, ensure_ascii=False)


def _broken(site: Site, entries: list[Entry], port: int) -> str:
    """Unknown entities, a bare ampersand, elements that are never closed, and an end that is missing."""
    items = "".join(
        f"<item><title>{escape(entry.title)} &mdash; {site.name} & ek"
        f"<link>{url_of(entry.host, entry.path, port)}</link><author>{escape(entry.author)}"
        f"<category>{escape(entry.topic)}</category><pubDate>{format_datetime(modified(entry))}</pubDate><description>&nbsp;{escape(_summary(entry))}"
        for entry in entries
    )
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>{site.name}</titel>{items}'
