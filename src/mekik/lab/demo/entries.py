"""Reads `content/*.txt`: a host's own lines, then one entry a page.

    host: kutuphane.localhost
    name: Kıyı Kütüphanesi
    language: tr

    === /roman/deniz-feneri
    title: Deniz fenerindeki roman
    topic: books

    The text, in the small markup of `mekik.lab.demo.markup`.

What an entry does not say is as usual: a page of the host's language, found by links, indexed.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

import msgspec

from mekik.lab.demo.truth import KIND_BY_LABEL, Kind

LIST_SEPARATOR = " | "


class Site(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One host: the lines at the head of its file."""

    host: str
    name: str
    language: str
    layout: str
    motto: str
    footer: str
    related: str
    """Heading of the box with further pages."""
    nav: str = ""
    seed: str = ""
    """Its place among the seeds, when its home page is one."""
    foreign: str = ""
    """yes: out of the scope of the seeds."""
    apart: str = ""
    """yes: nothing leads there; it is a web of its own, to be started from."""
    generator: str = ""
    """The software that its pages say they are made by."""
    encoding: str = ""
    """Content-Encoding for those who accept it."""
    sitemap: str = ""
    maps: str = ""
    """Paths of further sitemaps; then `sitemap` is an index of them."""
    feed: str = ""
    feeds: str = ""
    """Paths of further feeds."""

    def items(self, field: str) -> list[str]:
        """The parts of a field that holds a list."""
        value: str = getattr(self, field)
        return value.split(LIST_SEPARATOR) if value else []


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One address of one host."""

    host: str
    path: str
    body: str
    kind: str = Kind.PAGE.label
    title: str = ""
    language: str = ""
    topic: str = ""
    of: str = ""
    """The path, or the whole address on another host, that this one nearly repeats."""
    copies: str = ""
    """Paths that serve the very same bytes."""
    aliases: str = ""
    """Paths that are only other spellings of this one."""
    canonical: str = ""
    redirect: str = ""
    """Status and target."""
    outcomes: str = ""
    status: int = 0
    charset: str = "utf-8"
    declare: str = "both"
    """Where the charset is told: header, meta, both or none."""
    meta_robots: str = ""
    x_robots_tag: str = ""
    alternates: str = ""
    """Translations: language and path each."""
    base: str = ""
    listing: str = ""
    """Prefix of the paths that are listed below the text."""
    type: str = "text/html"
    style: str = ""
    """The page's own style sheet."""
    emails: str = ""
    phones: str = ""
    """What a job that picks things out of pages finds here, in its normal form."""
    served: str = ""
    """What the server calls it, where that is not its type."""
    author: str = ""
    listed_in: str = ""
    """Path of the one sitemap or feed that names it."""
    priority: str = ""
    """As its sitemap says."""
    published: str = ""
    description: str = ""
    leads: str = ""
    """Ways to other pages that are no plain links, see `mekik.lab.demo.leads`: way and path each."""
    found_by: str = ""
    """The way that leads to a hidden page."""

    @property
    def label(self) -> Kind:
        return KIND_BY_LABEL[self.kind]

    def items(self, field: str) -> list[str]:
        """The parts of a field that holds a list."""
        value: str = getattr(self, field)
        return value.split(LIST_SEPARATOR) if value else []


def _fields(block: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for line in block.splitlines():
        name, colon, value = line.partition(":")
        if not colon:
            raise ValueError(f"expected 'name: value', not {line!r}")
        fields[name.strip()] = value.strip()
    return fields


def parse_site(text: str) -> tuple[Site, list[Entry]]:
    """One content file: raises ValueError with the entry's path when something is wrong in it."""
    head, *blocks = text.split("\n=== ")
    site = msgspec.convert(_fields(head.strip()), Site)
    entries = []
    for block in blocks:
        top, _, body = block.partition("\n\n")
        path, _, lines = top.partition("\n")
        try:
            values: dict[str, str] = {"language": site.language, **_fields(lines)}
            if values.get("listing"):
                values.setdefault("kind", Kind.LISTING.label)
            entry = msgspec.convert(
                {**values, "host": site.host, "path": path.strip(), "body": body.strip()}, Entry, strict=False
            )
            entry.label  # noqa: B018 - an unknown kind is an error here, with its path
        except (ValueError, KeyError, msgspec.ValidationError) as error:
            raise ValueError(f"{site.host}{path}: {error}") from error
        entries.append(entry)
    return site, entries


def load_sites() -> Iterator[tuple[Site, list[Entry]]]:
    """Every host of the demo web, in the order of the file names."""
    folder = resources.files(__package__) / "content"
    for file in sorted(folder.iterdir(), key=lambda item: item.name):
        if file.name.endswith(".txt"):
            yield parse_site(file.read_text(encoding="utf-8"))
