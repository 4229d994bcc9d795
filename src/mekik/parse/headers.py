"""Addresses that an answer's headers name: `Link` and `Content-Location`. They hold for every type of document."""

from __future__ import annotations

import re
from typing import NamedTuple

from mekik.page import Document, LinkKind, Metadata, Source
from mekik.parse.links import FOLLOWED_RELATIONS, append
from mekik.urls import Normaliser

_LONGEST = 16_384
_MOST = 200
# Neither part can begin where the other one does, so a header is read once from left to right.
_TARGET = re.compile(r"<([^<>]*+)>")
_PARAMETER = re.compile(r"""\s*+;\s*+([\w!#$&+^`|~*.-]++)\s*+(?:=\s*+(?:"((?:[^"\\]|\\.)*+)"|([^",;\s]*+)))?""")


class HeaderLink(NamedTuple):
    href: str
    relations: frozenset[str]
    parameters: dict[str, str]


def header_links(header: str) -> list[HeaderLink]:
    """The links of a `Link` header, as many of them as make sense (RFC 8288)."""
    found: list[HeaderLink] = []
    header = header[:_LONGEST]
    at = 0
    while len(found) < _MOST and (target := _TARGET.search(header, at)):
        at = target.end()
        parameters: dict[str, str] = {}
        while parameter := _PARAMETER.match(header, at):
            at = parameter.end()
            quoted, bare = parameter[2], parameter[3]
            value = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else bare or ""
            parameters.setdefault(parameter[1].lower(), value)
        relations = frozenset(parameters.get("rel", "").lower().split())
        found.append(HeaderLink(target[1].strip(), relations, parameters))
    return found


def read_headers(document: Document, source: Source, normaliser: Normaliser) -> None:
    """Adds what the headers name to the document's links. Relative addresses start from the answer's own."""
    hrefs: list[str] = []
    alternates: dict[str, str] = {}
    for link in header_links(source.link_header):
        if "anchor" in link.parameters:  # speaks of another document
            continue
        if "canonical" in link.relations:
            document.canonical = document.canonical or normaliser.links(source.url, [link.href])[0] or ""
        if not link.relations.isdisjoint(FOLLOWED_RELATIONS) and "stylesheet" not in link.relations:
            hrefs.append(link.href)
        if "alternate" in link.relations and link.parameters.get("hreflang"):
            alternates[link.parameters["hreflang"][:40].lower()] = normaliser.links(source.url, [link.href])[0] or ""
    if source.content_location:
        hrefs.append(source.content_location[:_LONGEST])
    urls = normaliser.links(source.url, hrefs)
    append(document.links, [url for url in urls if url and url != source.url], LinkKind.HEADER)
    if alternates:
        document.metadata = document.metadata or Metadata()
        known = document.metadata.alternates
        document.metadata.alternates = {name: url for name, url in alternates.items() if url} | known
