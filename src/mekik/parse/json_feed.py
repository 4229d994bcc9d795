"""JSON Feed 1.0 and 1.1, and any JSON that looks enough like one."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from mekik.page import Hint, Listing
from mekik.parse.dates import read_date
from mekik.parse.listing import LONGEST_ADDRESS, Named, Read
from mekik.parse.xml_tokens import clean, without_markup

_MOST = 20


def read_json_feed(utf8: bytes, most: int) -> Read | None:
    """None when it is no feed at all."""
    try:
        feed = msgspec.json.decode(utf8)
    except (msgspec.DecodeError, RecursionError, ValueError):
        feed = _leniently(utf8)
    if not isinstance(feed, dict) or not isinstance(feed.get("items"), list):
        return None
    named = []
    for item in feed["items"][:most]:
        if isinstance(item, dict):
            found = _item(item)
            if found.href:
                named.append(found)
    listing = Listing(
        kind="feed", title=without_markup(_text(feed, "title"), 300), language=_text(feed, "language")[:40]
    )
    return Read(listing, named, "", int(len(feed["items"]) > most))


def _leniently(utf8: bytes) -> Any:
    """With line breaks inside texts and other small sins."""
    try:
        return json.loads(utf8.decode("utf-8", "replace"), strict=False)
    except (ValueError, RecursionError):
        return None


def _item(item: dict[str, Any]) -> Named:
    guid = _text(item, "id")
    authors = item.get("authors")
    author = authors[0] if isinstance(authors, list) and authors else item.get("author")
    title = without_markup(_text(item, "title"), 300)
    media = item.get("attachments")
    enclosures = (
        [_text(one, "url") for one in media[:_MOST] if isinstance(one, dict)] if isinstance(media, list) else []
    )
    tags = item.get("tags")
    hint = Hint(
        published=read_date(_text(item, "date_published")), lastmod=read_date(_text(item, "date_modified")),
        author=without_markup(_text(author, "name") if isinstance(author, dict) else "", 200), title=title,
        summary=without_markup(
            _text(item, "summary") or _text(item, "content_text") or _text(item, "content_html"), 1000
        ),
        categories=tuple(
            dict.fromkeys(without_markup(tag, 100) for tag in tags[:_MOST] if isinstance(tag, str) and tag)
        ) if isinstance(tags, list) else (),
        guid=guid[:500], enclosures=tuple(filter(None, enclosures)),
    )  # fmt: skip
    address = _text(item, "url") or _text(item, "external_url")
    if not address and guid[:8].lower().startswith(("http://", "https://")):
        address = guid
    return Named(address.strip()[:LONGEST_ADDRESS], hint, title)


def _text(value: dict[str, Any], name: str) -> str:
    found = value.get(name)
    if isinstance(found, str):
        return clean(found)
    return str(found) if isinstance(found, (int, float)) and not isinstance(found, bool) else ""
