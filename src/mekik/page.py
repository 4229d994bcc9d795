"""The values that travel through the eight steps.

A `Page` starts as a leased `Address`; fetch adds an `Exchange`, archive a `Capture`, parse a `Document`,
analyse an `Analysis`. No step reaches back. Structs are msgspec's: small, fast, and ready for a pipe.
"""

from __future__ import annotations

import msgspec

from mekik.document import (
    NOFOLLOW,
    Choice,
    Document,
    Find,
    Form,
    Hint,
    Image,
    Item,
    LinkKind,
    Links,
    Listing,
    Metadata,
)
from mekik.outcome import Outcome

__all__ = [
    "NOFOLLOW", "Address", "Analysis", "Capture", "Choice", "Document", "Duplicate", "Exchange", "Find", "Form",
    "Hint", "Image", "Item", "Keyword", "LanguageShare", "LinkKind", "Links", "Listing", "Metadata", "Page",
    "PageTranslation", "Parsed", "Picture", "Source", "Spam", "Traits",
]  # fmt: skip
"""Those of `mekik.document` too: who takes a page takes its parts."""


class Address(msgspec.Struct):
    """An address of the frontier as it is handed out."""

    id: int
    url: str
    key: int
    authority: str
    """host or host:port: whose queue and clock it belongs to."""
    depth: int = 0
    path: str = ""
    """How it was found, a letter a hop (L link, R redirect, S seed, M sitemap, F feed, E frame, C canonical,
    A alternate, I image, Q form, J script, H header)."""
    found_on: int | None = None
    via: str = ""
    """The address of the page that named it."""
    anchor: str = ""
    around: str = ""
    """Words around the link that led to it, where the order asks for them."""
    attempts: int = 0
    etag: str | None = None
    last_modified: str | None = None
    found_at: int = 0
    digest: int | None = None
    """First eight bytes of the last visit's payload digest."""
    hint: Hint | None = None
    indexed: bool = False
    """An earlier visit made it searchable, and it still is."""
    rate: float = 0.0
    """Changes a second, as far as earlier visits tell."""
    seen_at: int = 0
    """When it was last seen, in seconds since the epoch; 0 for never."""

    @property
    def role(self) -> str:
        """What is expected there: feed, sitemap, guess; empty for a page."""
        return self.hint.role if self.hint else ""


class Exchange(msgspec.Struct):
    """One request and what came back: step 3. Bodies are as on the wire, still content-encoded."""

    url: str
    outcome: Outcome
    reason: str = ""
    """One sentence more than the outcome says, for people; never holds a secret."""
    started_at: float = 0.0
    """Seconds since the epoch."""
    elapsed: float = 0.0
    first_byte: float = 0.0
    status: int = 0
    """The HTTP status code, 0 when there was no answer."""
    address: str = ""
    """The network address that was connected to."""
    protocol: str = "http/1.1"
    request_head: bytes = b""
    """Request line and headers with the closing blank line, secrets replaced."""
    response_head: bytes = b""
    """Status line and headers with the closing blank line, as received."""
    body: bytes = b""
    truncated: str | None = None
    """As in WARC-Truncated: length, time or disconnect."""
    headers: dict[str, str] = {}
    """Response headers by lower-case name; repeated ones joined with ', '."""


class Capture(msgspec.Struct, frozen=True):
    """Where an exchange stands in the archive: step 4."""

    file: str
    """Name of the WARC file inside the archive folder."""
    offset: int
    """Of the response (or revisit) record."""
    length: int
    digest: bytes
    """sha1 of the payload, 20 bytes."""
    revisit: bool = False


class Keyword(msgspec.Struct, frozen=True, array_like=True):
    """A word that says what a page is about."""

    root: str
    """By which it is filtered and counted."""
    text: str
    """As the page writes it."""


class LanguageShare(msgspec.Struct, frozen=True, array_like=True):
    """A language of a page that is in several."""

    language: str
    share: float
    """Of the characters of the main content."""


class Traits(msgspec.Struct, frozen=True, array_like=True):
    """What the words of a page tell beside what they say."""

    words: int = 0
    sketch: bytes = b""
    """By which texts that are nearly the same are found; empty when the text is too short."""
    spam: float = 0.0
    """What the page alone shows, 0 to 1; its site may add to it."""
    spam_reasons: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    """Registrable domains of others that a page full of links leads to."""
    outward: float = 0.0
    """Share of its links that lead to them."""


class PageTranslation(msgspec.Struct, frozen=True, array_like=True):
    """What a page says, said in another language to be found by."""

    language: str
    """Into which it was translated."""
    words: str
    """Roots of the words, with blanks between them."""
    glossary: bytes
    """Where they come from: lines with a word of the page, a tab, and the roots that stand for it. A machine's
    sentences are one line with nothing before the tab."""


class Analysis(msgspec.Struct):
    """What we make of it: step 6. The texts are words with blanks between them, ready for the index."""

    language: str = ""
    confidence: float = 0.0
    fingerprint: int = 0
    """xxh3-64 of the normalised main content: another advert does not change it."""
    title_exact: str = ""
    title_root: str = ""
    """The root of each word; empty where an analyser finds none."""
    content_exact: str = ""
    content_root: str = ""
    content_short: str = ""
    """First letters of words, where they are not the root."""
    rest_exact: str = ""
    """The words outside the main content."""
    rest_root: str = ""
    headings: str = ""
    """Roots of what stands in headings and in bold; the words themselves where an analyser finds none."""
    anchors: str = ""
    """The same of links that lead to the page."""
    text: bytes = b""
    """The document's text as UTF-8, which is how the index stores it: from a worker it comes here only."""
    traits: Traits = Traits()
    keywords: tuple[Keyword, ...] = ()
    languages: tuple[LanguageShare, ...] = ()
    """Of a page in several, the largest share first, which is `language`; empty for a page in one."""
    translation: PageTranslation | None = None


class Picture(msgspec.Struct):
    """A picture of a page, ready for the index."""

    image: Image
    title: str
    analysis: Analysis


class Source(msgspec.Struct, array_like=True):
    """What the parser needs of an exchange: sent to a worker process."""

    token: int
    url: str
    content_type: str
    content_encoding: str
    body: bytes
    robots_header: str = ""
    """X-Robots-Tag."""
    link_header: str = ""
    content_location: str = ""
    role: str = ""
    """What the address was named as: sitemap, feed, or guess for the usual place of a sitemap."""
    anchors: str = ""
    """What links to the page call it."""
    around: bool = False
    """The words around its links are asked for."""


class Parsed(msgspec.Struct, array_like=True):
    """What a worker sends back: steps 5 and 6 of one page."""

    token: int
    outcome: str
    """Label of an Outcome."""
    reason: str = ""
    document: Document | None = None
    analysis: Analysis | None = None
    pictures: list[Picture] = []
    """Of the page, where the job makes them searchable."""


class Duplicate(msgspec.Struct, frozen=True):
    """A page whose text came before, in the same words or in nearly the same."""

    of: int
    """Id of the address that brought the text first."""
    likeness: float
    """1 for the same text; else about the share of word pairs in common."""


class Spam(msgspec.Struct, frozen=True):
    score: float
    """0 to 1."""
    reasons: list[str]
    """Names, the weightiest first."""
    action: str = ""
    """drop, lower or mark; empty below the threshold."""


class Page(msgspec.Struct):
    """One address on its way through steps 3 to 8."""

    address: Address
    exchange: Exchange
    capture: Capture | None = None
    outcome: Outcome = Outcome.OK
    reason: str = ""
    document: Document | None = None
    analysis: Analysis | None = None
    pictures: list[Picture] = []
    group: int = 0
    """The same for all pages whose texts are alike; 0 for a page without enough text."""
    duplicate: Duplicate | None = None
    """None for the first page of its group."""
    preference: int = 0
    """The page of a group with the least of these is shown for all."""
    rank: int = 0
    """How well it is linked: 0 as most pages, to 3."""
    spam: Spam | None = None
    digest: bytes = b""
    """Of the payload, also where there is no archive to know it."""

    @property
    def text(self) -> str:
        """What the page says, wherever it is kept."""
        if self.analysis is not None and self.analysis.text:
            return self.analysis.text.decode()
        return self.document.text if self.document is not None else ""
