"""What is read of a document while it is being read, and how it ends before its time."""

from __future__ import annotations

import re
import time
from urllib.parse import unquote_to_bytes

from mekik.media import EXTENSIONS
from mekik.outcome import Outcome
from mekik.page import Document, LinkKind
from mekik.parse.links import LONGEST_ANCHOR, Collector
from mekik.parse.text import collapse, line
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

BORDER = "\f"
"""Between two paragraphs; `collapse` makes a blank of it."""
_LOOK = 1000
"""Pieces of text between two looks at the clock: so many are always read, however late it is."""
LONGEST_TITLE = 500
LONGEST_AUTHOR = 200
LONGEST_DESCRIPTION = 1000
_OF_TIMEOUT = 0.7
"""The share of the worker's time that a document may use: the rest is for what comes after reading."""
_BARE = re.compile(r"https?://[^\s<>\"'\\^`{|}\x00-\x1f]{4,2000}", re.IGNORECASE)
_PUNCTUATION = ".,;:!?*_~…»”’"
_CLOSING = {")": "(", "]": "["}
_NO_TITLE = re.compile(r"(?:untitled|microsoft word|powerpoint presentation|slide 1|\W*)(?:\s*\d+)?", re.IGNORECASE)
_PRINTED_BY = re.compile(r"^microsoft (?:word|powerpoint|excel) - ", re.IGNORECASE)


class Trouble(Exception):
    """A document that cannot be read, with the outcome that it gets."""

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome, self.reason = outcome, reason


class Enough(Exception):
    """A limit is reached; what was read so far is kept, and the reason becomes a remark."""


class Draft:
    """The text in its order, links, and what the document says of itself."""

    def __init__(self, settings: ParseSettings, *, with_text: bool) -> None:
        self.settings = settings
        self.with_text = with_text
        self.title = self.heading = self.author = self.description = self.language = ""
        self.created: int | None = None
        self.modified: int | None = None
        """Seconds since the epoch."""
        self._text: list[str] = []
        self._room = settings.max_text
        self._links = Collector(settings.max_links)
        self._ends = time.monotonic() + settings.timeout * _OF_TIMEOUT
        self._pages = 0

    def add(self, text: str) -> None:
        """More text, joined to what was there as it stands."""
        self._text.append(text)
        self._room -= len(text)
        if self._room < 0:
            raise Enough(f"only the first {self.settings.max_text} characters were read")

    def end_paragraph(self) -> None:
        self._text.append(BORDER)
        pieces = len(self._text)
        if pieces >= _LOOK and pieces % _LOOK < 2 and time.monotonic() > self._ends:
            raise Enough("only the beginning was read in the time there is")

    def begin_page(self) -> None:
        """A page, slide, sheet or chapter begins: the place to stop when there are too many or time runs out."""
        most = self.settings.max_document_pages
        if self._pages >= most:
            raise Enough(f"only the first {most} pages were read")
        if self._pages and time.monotonic() > self._ends:
            raise Enough(f"only the first {self._pages} pages were read in the time there is")
        self._pages += 1
        self.end_paragraph()

    def link(self, href: str, anchor: str = "") -> None:
        """A whole address; what is relative to the document's own inside leads nowhere."""
        href = href.strip()
        if href[:7].lower().startswith(("http://", "https:/")):
            self._links.add(href, LinkKind.ANCHOR, line(anchor, LONGEST_ANCHOR))

    def document(self, content_type: str, url: str, normaliser: Normaliser) -> Document:
        text = collapse("".join(self._text).replace("\0", ""), self.settings.max_text)
        if self.settings.bare_links:
            for address in bare_addresses(text, self.settings.max_links):
                self.link(address)
        title = _PRINTED_BY.sub("", line(self.title, LONGEST_TITLE))
        if _NO_TITLE.fullmatch(title):
            title = line(self.heading, LONGEST_TITLE) or words_of_name(url)
        return Document(
            content_type=content_type, title=title, text=text if self.with_text else "",
            links=self._links.resolve(url, normaliser, "utf-8"), language=self.language.strip()[:40],
            description=line(self.description, LONGEST_DESCRIPTION), author=line(self.author, LONGEST_AUTHOR),
            published=self.created, modified=self.modified,
        )  # fmt: skip

    @property
    def dropped(self) -> int:
        """Links beyond the limit."""
        return self._links.dropped


def bare_addresses(text: str, most: int) -> list[str]:
    """Addresses that stand in a text as people write them, without the punctuation around them."""
    found: dict[str, None] = {}
    for match in _BARE.finditer(text):
        found[_trimmed(match[0])] = None
        if len(found) >= most:
            break
    return list(found)


def _trimmed(address: str) -> str:
    """Without the punctuation at its end; a bracket stays when it was opened inside."""
    spare = {sign: address.count(sign) - address.count(opening) for sign, opening in _CLOSING.items()}
    end = len(address)
    while end:
        last = address[end - 1]
        if last in _CLOSING:
            if spare[last] <= 0:
                break
            spare[last] -= 1
        elif last not in _PUNCTUATION:
            break
        end -= 1
    return address[:end]


def words_of_name(url: str) -> str:
    """`annual report 2023` of `https://example.org/files/annual-report_2023.pdf`."""
    name = unquote_to_bytes(url.partition("?")[0].rpartition("/")[2]).decode("utf-8", "replace")
    stem, dot, ending = name.rpartition(".")
    if dot and (ending.lower() in EXTENSIONS or (len(ending) <= 5 and ending.isalnum() and not ending.isdigit())):
        name = stem
    return line(re.sub(r"[\W_]+", " ", name), LONGEST_TITLE)
