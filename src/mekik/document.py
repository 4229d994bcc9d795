"""What a page says: its text and title, its links, what it tells machines, its forms, and what was picked out of it."""

from __future__ import annotations

from array import array
from enum import IntEnum

import msgspec


class LinkKind(IntEnum):
    """How a page names another address. The letter goes into the discovery path."""

    ANCHOR = 0
    AREA = 1
    FRAME = 2
    REFRESH = 3
    REDIRECT = 4
    CANONICAL = 5
    ALTERNATE = 6
    SEED = 7
    SITEMAP = 8
    FEED = 9
    IMAGE = 10
    FORM = 11
    SCRIPT = 12
    HEADER = 13

    @property
    def letter(self) -> str:
        return "LLERRCASMFIQJH"[self]


NOFOLLOW = 0x80
"""Added to a LinkKind in `Links.kinds` when the link carries rel=nofollow."""


class Hint(msgspec.Struct, array_like=True, frozen=True, kw_only=True):
    """What a sitemap, a feed or a form said about an address. Most addresses have none."""

    role: str = ""
    """sitemap or feed: the address was named as one; guess: it is a usual place of a sitemap."""
    priority: float | None = None
    """By a sitemap, from 0 to 1; 0.5 is usual."""
    changefreq: str = ""
    """By a sitemap: always, hourly, daily, weekly, monthly, yearly or never."""
    lastmod: int | None = None
    """By a sitemap or feed, seconds since the epoch."""
    published: int | None = None
    author: str = ""
    topics: tuple[str, ...] = ()
    """Of the feeds that named it; they go into the index with the page."""
    query: str = ""
    """What was typed into a form to find it."""
    title: str = ""
    summary: str = ""
    categories: tuple[str, ...] = ()
    guid: str = ""
    """By which a feed knows its item."""
    enclosures: tuple[str, ...] = ()
    """Addresses of media that belong to it."""
    source: int = 0
    """Id of the address that said so."""
    interval: int = 0
    """Seconds between two visits, as learned from a feed."""


class Links(msgspec.Struct, array_like=True):
    """A page's links by column, one entry per distinct target, in page order."""

    urls: list[str] = []
    keys: bytes = b""
    """Little-endian u64 each: `numpy.frombuffer(keys, '<u8')`."""
    anchors: list[str] = []
    kinds: bytes = b""
    """A LinkKind each, plus NOFOLLOW."""
    hints: list[Hint] = []
    """One each where the links come from a sitemap, a feed or a form; else none at all."""
    around: list[str] = []
    """The words around each, where an order asks for them; else none at all."""

    def some(self, places: list[int]) -> Links:
        """Those at these places."""
        keys = memoryview(self.keys).cast("Q")
        urls, anchors, kinds = self.urls, self.anchors, self.kinds
        return Links(
            urls=[urls[place] for place in places],
            keys=array("Q", [keys[place] for place in places]).tobytes(),
            anchors=[anchors[place] for place in places],
            kinds=bytes([kinds[place] for place in places]),
            hints=[self.hints[place] for place in places] if self.hints else [],
            around=[self.around[place] for place in places] if self.around else [],
        )


class Image(msgspec.Struct, omit_defaults=True):
    """A picture of a page, with what the page says about it."""

    url: str
    alt: str = ""
    title: str = ""
    caption: str = ""
    width: int = 0
    """Pixels; 0 where the page does not tell."""
    height: int = 0


class Item(msgspec.Struct, omit_defaults=True):
    """A thing that a page describes for machines, by JSON-LD or microdata."""

    type: str
    """Such as NewsArticle, without the vocabulary's address."""
    fields: dict[str, str] = {}
    """Its main ones: headline, author, datePublished, image, …"""


class Metadata(msgspec.Struct, omit_defaults=True):
    """What a page says about itself for machines."""

    opengraph: dict[str, str] = {}
    """By the name without `og:`; `article:` and `twitter:` keep theirs."""
    items: list[Item] = []
    alternates: dict[str, str] = {}
    """The same page in other languages: hreflang to address."""
    images: list[Image] = []


class Listing(msgspec.Struct, frozen=True):
    """What a document that only names others says of itself."""

    kind: str
    """sitemap or feed."""
    title: str = ""
    language: str = ""
    categories: tuple[str, ...] = ()
    pause: int = 0
    """Seconds between two visits that it asks for."""


class Find(msgspec.Struct, array_like=True, frozen=True):
    """Something that the job asked to be picked out of a page: step 6."""

    kind: str
    """email, phone, or the name of a pattern or selector of the job."""
    value: str
    """In its normal form."""
    original: str
    """As it is written on the page."""
    place: str
    """text, source, href, data-cfemail, json-ld, css or xpath."""
    offset: int
    """Character of the text, byte of the source, or number among what a selector selects."""
    context: str
    """The words around it."""


class Choice(msgspec.Struct, frozen=True, array_like=True):
    """A field of a form that offers values."""

    name: str
    usual: str
    """What is sent when nobody changes it."""
    others: list[str]


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """A form of a page. All but the first four are known only of those that may be sent, and `fixed` of logins."""

    kind: str
    """search, choice, login, register, purchase, delete, newsletter, contact, upload or other."""
    action: str
    method: str
    words: str = ""
    """Its labels and buttons, for people."""
    text: str = ""
    """Name of the field to type into; a form of choices has none."""
    fixed: list[tuple[str, str]] = []
    choices: list[Choice] = []
    charset: str = "utf-8"


class Document(msgspec.Struct):
    """What a page says: step 5."""

    content_type: str = "text/html"
    charset: str = ""
    title: str = ""
    text: str = ""
    """What a visitor reads: first the main content, then everything else on the page."""
    main: int | None = None
    """Characters of the text that are main content; None when all of it is."""
    strong: str = ""
    """What stands in headings and in bold. It is analysed and not kept."""
    links: Links = msgspec.field(default_factory=Links)
    language: str = ""
    """As the page itself declares it."""
    canonical: str = ""
    description: str = ""
    author: str = ""
    published: int | None = None
    """As the page itself says, in seconds since the epoch."""
    modified: int | None = None
    noindex: bool = False
    nofollow: bool = False
    noarchive: bool = False
    nosnippet: bool = False
    needs_script: bool = False
    """It says little by itself, and its scripts may say more."""
    metadata: Metadata | None = None
    listing: Listing | None = None
    """For sitemaps and feeds, which are no pages themselves."""
    forms: list[Form] = []
    """Where the job asks forms."""
    finds: list[Find] = []
    """Of step 6; here because they are wanted without an index, too."""
    generator: str = ""
    """The software that made the page, as that calls itself."""
    unseen: dict[str, str] = {}
    """Text that a visitor does not see, by the way in which it is hidden. For the analysis; it goes no further."""
