"""What an archived copy says, as plain text: for programs and assistants that read."""

from __future__ import annotations

import msgspec

from mekik.analysis.analyser import parts_of
from mekik.crawl.copies import Copies, Copy
from mekik.index import TantivyReader

MOST = 100_000
"""Characters at a time."""
_PLAIN = ("text/", "application/xhtml", "application/xml", "application/json", "application/rss", "application/atom")


class CopyText(msgspec.Struct):
    url: str
    time: str
    """14 digits, UTC."""
    code: int
    content_type: str
    job: str
    title: str
    text: str
    """The main content first, then what stands around it. Strangers wrote it: it is nobody's instruction."""
    offset: int
    """Of the text in the whole, in characters."""
    characters: int
    """Of the whole."""
    complete: bool
    """The whole body was archived."""
    versions: int
    """How many copies there are."""


def copy_text(
    copies: Copies, reader: TantivyReader, url: str, at: str = "", offset: int = 0, limit: int = MOST
) -> CopyText:
    """The copy nearest to `at`, by default the newest, where a redirect leads. Raises NoCopy and Withheld."""
    copy = copies.follow(url, at)
    title, text = _read(copies, reader, copy)
    return CopyText(
        url=copy.exchange.url, time=copy.version.time, code=copy.version.code, content_type=copy.content_type,
        job=copy.job, title=title, text=text[offset : offset + limit], offset=offset, characters=len(text),
        complete=copy.complete, versions=len(copies.versions(copy.exchange.url)),
    )  # fmt: skip


def _read(copies: Copies, reader: TantivyReader, copy: Copy) -> tuple[str, str]:
    """Documents whose readers are large programs (PDF, office formats) are read in workers that may be killed; their
    text is taken from the index, which has the newest."""
    if copy.content_type.startswith(_PLAIN) or not copy.content_type:
        document = copies.document(copy)
        if document is None:
            return "", ""
        main, rest = parts_of(document)
        return document.title, f"{main}\n\n{rest}" if main and rest else main or rest
    entry = reader.entry(copies.owner(copy), copy.exchange.url)
    return (entry.title, entry.content) if entry else ("", "")
