"""Dresses an entry as a whole HTML page, in the layout of its host."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from html import escape
from importlib import resources
from string import Template

from mekik.lab.demo.entries import Entry, Site
from mekik.lab.demo.leads import in_body, in_head
from mekik.lab.demo.listing_files import feed_type
from mekik.lab.demo.markup import to_html
from mekik.lab.demo.truth import Kind

RELATED = 3

LISTED = frozenset({Kind.PAGE, Kind.NEAR_DUPLICATE, Kind.SLOW, Kind.SPAM, Kind.TRICKY})
"""Kinds that the listings and the boxes lead to; everything else is linked by hand or not at all."""

_PORTLESS = re.compile(r"(http://[a-z.-]+\.localhost)(?=[/\"<)])")


@cache
def _layout(name: str) -> Template:
    return Template((resources.files(__package__) / "layouts" / f"{name}.html").read_text(encoding="utf-8"))


def with_port(text: str, port: int) -> str:
    """The demo's own hosts are written without a port in the content."""
    return _PORTLESS.sub(rf"\1:{port}", text)


def render(site: Site, entry: Entry, siblings: list[Entry], port: int) -> str:
    """`siblings` are all entries of the same host, in the order of the file."""
    nav = [tuple(item.rsplit(" ", 1)) for item in site.nav.split(" | ")] if site.nav else []
    html = _layout(site.layout).substitute(
        language=entry.language,
        head=_head(site, entry),
        name=escape(site.name),
        motto=escape(site.motto),
        nav_items="".join(f'<li><a href="{path}">{escape(text)}</a></li>' for text, path in nav),
        nav_links=" | ".join(f'<a href="{path}">{escape(text)}</a>' for text, path in nav),
        title=escape(entry.title),
        body=to_html(entry.body) + in_body(entry),
        listing=_listing(entry, siblings),
        related_heading=escape(site.related),
        related=_related(entry, siblings),
        footer=escape(site.footer),
        session=hashlib.blake2b(entry.path.encode(), digest_size=8).hexdigest(),
    )
    return with_port(html, port)


def _head(site: Site, entry: Entry) -> str:
    lines = []
    if entry.declare in ("meta", "both"):
        lines.append(f'<meta charset="{entry.charset}">')
    lines.append(f"<title>{escape(entry.title)}</title>")
    if site.generator:
        lines.append(f'<meta name="generator" content="{escape(site.generator)}">')
    if entry.style:
        lines.append(f"<style>{entry.style}</style>")
    if entry.base:
        lines.append(f'<base href="{entry.base}">')
    if entry.meta_robots:
        lines.append(f'<meta name="robots" content="{entry.meta_robots}">')
    if entry.canonical:
        lines.append(f'<link rel="canonical" href="http://{entry.host}{entry.canonical}">')
    for item in entry.items("alternates"):
        language, path = item.split(" ", 1)
        lines.append(f'<link rel="alternate" hreflang="{language}" href="http://{entry.host}{path}">')
    for name, told in (("author", entry.author), ("date", entry.published), ("description", entry.description)):
        if told:
            lines.append(f'<meta name="{name}" content="{escape(told)}">')
    lines += in_head(entry)
    if site.feed:
        lines.append(f'<link rel="alternate" type="application/rss+xml" href="{site.feed}">')
    feeds = ((feed_type(path), path) for path in site.items("feeds"))
    lines += [f'<link rel="alternate" type="{kind}" href="{path}">' for kind, path in feeds]
    return "\n".join(lines)


def _listing(entry: Entry, siblings: list[Entry]) -> str:
    if not entry.listing:
        return ""
    listed = [other for other in siblings if other.label in LISTED and other.path.startswith(entry.listing)]
    items = "\n".join(f'<li><a href="{escape(other.path)}">{escape(other.title)}</a></li>' for other in listed)
    return f'<ul class="list">\n{items}\n</ul>'


def _related(entry: Entry, siblings: list[Entry]) -> str:
    """The next pages of the host in the same language, so that every page leads on; a hidden one does not."""
    if entry.label is Kind.HIDDEN:
        return ""
    pages = [other for other in siblings if other.label in LISTED and other.language == entry.language]
    after = [index for index, other in enumerate(pages) if other.path == entry.path]
    start = after[0] + 1 if after else 0
    chosen = [pages[(start + step) % len(pages)] for step in range(RELATED)] if pages else []
    chosen = [other for other in dict.fromkeys(chosen) if other.path != entry.path]
    return "".join(f'<li><a href="{escape(other.path)}">{escape(other.title)}</a></li>' for other in chosen)
