"""Is this a sitemap or a feed? By what it holds, not by what the server calls it."""

from __future__ import annotations

import re

_BLANK = re.compile(rb"[\s\x00\xef\xbb\xbf]*+")
_ROOT = re.compile(rb"<([A-Za-z_][A-Za-z0-9_.:\-]*)")
_MOST = 1_000_000
"""Bytes of comments and declarations before the root that are passed over."""
_ROOTS = {
    b"urlset": "sitemap", b"sitemapindex": "sitemap", b"rss": "feed", b"rdf": "feed", b"feed": "feed",
    b"channel": "feed",
}  # fmt: skip
_HTML = (b"<!doctype html", b"<html", b"<head")
_JSON_FEED = re.compile(rb'"version"\s*:\s*"https?:(?:\\?/){2}(?:www\.)?jsonfeed\.org')
_INSIDE = re.compile(rb"<(?:[A-Za-z0-9]{1,20}:)?(urlset|sitemapindex|rss|rdf|feed)[\s>]", re.IGNORECASE)
_ADDRESSES = re.compile(rb"\s*+https?://\S", re.IGNORECASE)


def listing_kind(body: bytes, role: str) -> str:
    """sitemap, list (a sitemap of plain addresses), feed, json (a JSON Feed), or nothing. An ordinary page costs a
    look at its first bytes; where a listing is expected, more is tried."""
    start = body[:64].lstrip()
    if start[:14].lower().startswith(_HTML):
        return ""
    if start.startswith(b"{"):
        return "json" if role == "feed" or _JSON_FEED.search(body, 0, 4096) else ""
    if body[:2] in (b"\xff\xfe", b"\xfe\xff"):
        body = body[2:_MOST].replace(b"\0", b"")
    found = _ROOTS.get(root_name(body), "")
    if found or not role:
        return found
    if role != "feed" and _ADDRESSES.match(body.removeprefix(b"\xef\xbb\xbf")):
        return "list"
    # A server's complaint may stand before the document.
    inside = _INSIDE.search(body, 0, 65_536)
    return _ROOTS[inside[1].lower()] if inside else ""


def root_name(body: bytes) -> bytes:
    """Of the first element, in lower case and without its prefix; also behind long comments and a DOCTYPE."""
    at = 0
    end = min(len(body), _MOST)
    while at < end:
        blank = _BLANK.match(body, at)
        at = blank.end() if blank else at
        found = _ROOT.match(body, at)
        if found:
            return found[1].lower().rpartition(b":")[2]
        if body.startswith(b"<!--", at):
            at = _after(body, b"-->", at)
        elif body.startswith(b"<?", at):
            at = _after(body, b"?>", at)
        elif body.startswith(b"<!", at):
            at = _after_declaration(body, at)
        else:
            return b""
    return b""


def _after_declaration(body: bytes, at: int) -> int:
    closing, bracket = body.find(b">", at), body.find(b"[", at)
    if 0 <= bracket < closing:
        return _after(body, b">", _after(body, b"]", bracket))
    return closing + 1 if closing >= 0 else len(body)


def _after(body: bytes, mark: bytes, at: int) -> int:
    found = body.find(mark, at)
    return found + len(mark) if found >= 0 else len(body)
