"""Feeds: RSS 0.91 to 2.0, RSS 1.0 (RDF), Atom; also those that no strict reader would take.

An item ends where it is closed, where the next one begins, or where the document ends; a field likewise. Nothing is
asked of the order, the nesting or the version.
"""

from __future__ import annotations

from mekik.page import Hint, Listing
from mekik.parse.dates import read_date
from mekik.parse.listing import LONGEST_ADDRESS, Named, Read
from mekik.parse.xml_tokens import Names, Token, attributes, text_of, tokens, without_markup

_MOST = 20
_LONGEST_FIELD = 200_000
"""Of a field that is read; some feeds carry whole books."""
_ITEMS = {"item", "entry", "atom:entry"}
_FIELDS = {
    "title": "title", "link": "link", "guid": "guid", "id": "guid", "pubdate": "published", "published": "published",
    "issued": "published", "created": "published", "dc:date": "published", "date": "published",
    "dc:created": "published", "updated": "updated", "modified": "updated", "dc:modified": "updated",
    "author": "author", "dc:creator": "author", "creator": "author", "itunes:author": "author", "name": "name",
    "description": "summary", "summary": "summary", "content": "content", "content:encoded": "content",
    "itunes:summary": "summary", "dc:description": "summary", "media:description": "summary",
    "category": "category", "dc:subject": "category", "subject": "category", "media:title": "media_title",
    "language": "language", "dc:language": "language", "ttl": "ttl",
    "sy:updateperiod": "period", "sy:updatefrequency": "frequency",
}  # fmt: skip
_ASIDE = {"source", "atom:source", "image", "textinput", "atom:image"}
"""They have titles and links of their own."""
_PERIODS = {"hourly": 60, "daily": 1440, "weekly": 10_080, "monthly": 43_200, "yearly": 525_600}


class _Item:
    """A feed itself or one of its items, on its way."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.categories: list[str] = []
        self.enclosures: list[str] = []
        self.links: dict[str, str] = {}
        """By relation, of Atom."""
        self.about = ""

    def take(self, field: str, text: str) -> None:
        if not text or text.isspace():
            return
        if field == "category":
            self.category(text)
        elif field == "name":
            self.values["author"] = text  # says it better than what stands around it
        else:
            self.values.setdefault(field, text)

    def category(self, text: str) -> None:
        word = without_markup(text, 100)
        if word and len(self.categories) < _MOST:
            self.categories.append(word)

    def element(self, tag: str, found: dict[str, str]) -> None:
        """What stands in attributes."""
        if tag in ("link", "atom:link"):
            relation, href = found.get("rel", "alternate").lower(), found.get("href", "").strip()
            if href and relation == "enclosure":
                self.enclose(href)
            elif href and (tag == "link" or relation != "self"):
                self.links.setdefault(relation, href[:LONGEST_ADDRESS])
        elif tag in ("enclosure", "media:content"):
            self.enclose(found.get("url", "").strip())
        elif tag == "category":
            self.category(found.get("label", "") or found.get("term", ""))
        elif tag == "content" and found.get("src"):
            self.links.setdefault("content", found["src"].strip()[:LONGEST_ADDRESS])
        elif tag == "guid":
            self.values.setdefault("permalink", found.get("ispermalink", "true").lower())

    def enclose(self, href: str) -> None:
        if href and len(self.enclosures) < _MOST and href not in self.enclosures:
            self.enclosures.append(href[:LONGEST_ADDRESS])

    @property
    def address(self) -> str:
        """Where it can be read: the link, else a guid that is one, else what it encloses."""
        guid = self.values.get("guid", "").strip()
        is_address = guid[:8].lower().startswith(("http://", "https://"))
        return (
            self.values.get("link", "").strip()[:LONGEST_ADDRESS]
            or self.links.get("alternate", "")
            or (guid[:LONGEST_ADDRESS] if is_address and self.values.get("permalink") != "false" else "")
            or (self.about if self.about[:4].lower() == "http" else "")
            or self.links.get("content", "")
            or next(iter(self.links.values()), "")
        )

    def named(self) -> Named:
        values = self.values
        title = without_markup(values.get("title", "") or values.get("media_title", ""), 300)
        changed = read_date(values["updated"]) if "updated" in values else None
        published = read_date(values["published"]) if "published" in values else None
        hint = Hint(
            lastmod=changed, published=changed if published is None else published,
            author=_author(values.get("author", "")), title=title,
            summary=without_markup(values.get("summary", "") or values.get("content", ""), 1000),
            categories=tuple(dict.fromkeys(self.categories)), guid=values.get("guid", "").strip()[:500],
            enclosures=tuple(self.enclosures),
        )  # fmt: skip
        return Named(self.address, hint, title)


def read_feed(xml: str, most: int) -> Read:
    """`most` items are taken."""
    names = Names()
    channel = _Item()
    current = channel
    named: list[Named] = []
    field = aside = ""
    pieces: list[str] = []
    size = left_out = 0
    entities = False
    base = ""
    for token, name, rest in tokens(xml):
        if token is Token.TEXT or token is Token.CDATA:
            if field and size < _LONGEST_FIELD:
                pieces.append(text_of(name[:_LONGEST_FIELD]) if token is Token.TEXT else name[:_LONGEST_FIELD])
                size += len(name)
            continue
        if token is Token.ENTITIES:
            entities = True
            continue
        if token is not Token.END:
            names.declare(name, rest)
            if not base and "xml:base" in rest:
                base = attributes(rest).get("base", "")
        tag = names.of(name)
        if aside:
            if tag != aside and tag not in _ITEMS:
                continue
            aside = ""
        elif tag in _ASIDE and token is Token.START:
            aside = tag
        wanted = _FIELDS.get(tag, "")
        begins = token is not Token.END and tag in _ITEMS
        if field and (wanted or aside or tag in _ITEMS or tag == "channel"):
            # Also a field that was never closed ends where another thing begins.
            current.take(field, "".join(pieces))
            field = ""
        if begins or (token is Token.END and tag in _ITEMS):
            if current is not channel:
                named.append(current.named())
                current = channel
            if begins:
                if len(named) >= most:
                    left_out = 1
                    break
                current = _Item()
                current.about = attributes(rest).get("about", "") if rest else ""
        elif token is not Token.END:
            if rest:
                current.element(tag, attributes(rest))
            if wanted and token is Token.START:
                field, pieces, size = wanted, [], 0
    if field and field not in ("link", "guid"):  # half an address is none
        current.take(field, "".join(pieces))
    if current is not channel:
        named.append(current.named())
    return Read(_listing(channel), [row for row in named if row.href], base, left_out, entities)


def _listing(channel: _Item) -> Listing:
    return Listing(
        kind="feed", title=without_markup(channel.values.get("title", ""), 300),
        language=channel.values.get("language", "").strip()[:40], categories=tuple(dict.fromkeys(channel.categories)),
        pause=_pause(channel.values),
    )  # fmt: skip


def _pause(values: dict[str, str]) -> int:
    """Seconds between two visits that the feed asks for; 0 when it does not."""
    digits = values.get("ttl", "").strip()[:9]
    if digits.isdecimal():
        return int(digits) * 60
    period = _PERIODS.get(values.get("period", "").strip().lower(), 0)
    often = values.get("frequency", "").strip()[:9]
    return period * 60 // max(int(often), 1) if often.isdecimal() else period * 60


def _author(text: str) -> str:
    """`Ece Can` of `ece@example.org (Ece Can)`."""
    text = without_markup(text, 200)
    before, bracket, inside = text.partition("(")
    if bracket and "@" in before and inside.rstrip(") "):
        return inside.rstrip(") ")
    return text
