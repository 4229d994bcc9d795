"""From what came over the wire to a `Document`, whatever it is."""

from __future__ import annotations

from collections.abc import Callable

from mekik import bytestream
from mekik.media import UNTOLD
from mekik.outcome import Outcome
from mekik.page import Document, LinkKind, Links, Source
from mekik.parse.charset import to_utf8
from mekik.parse.documents import SIGNS, bare_addresses, is_document, read_document, recognise, words_of_name
from mekik.parse.headers import read_headers
from mekik.parse.html import read_html
from mekik.parse.links import Collector
from mekik.parse.listings import read_listing
from mekik.parse.robots import Directives, read_header
from mekik.parse.sniff import listing_kind
from mekik.parse.text import plain, unmarked
from mekik.settings import DiscoverySettings, ParseSettings
from mekik.urls import Normaliser, is_file

_DISCOVERY = DiscoverySettings()
_HTML = {"text/html", "application/xhtml+xml"}
_BINARY = (*SIGNS, b"\x1f\x8b\x08", b"\x7fELF")


def parse(
    source: Source, settings: ParseSettings, normaliser: Normaliser, max_size: int, agent: str = "Mekik",
    *, with_text: bool = True, with_images: bool = False, with_details: bool = True,
    discovery: DiscoverySettings | None = None, seen: Callable[[bytes], None] | None = None,
    with_forms: bool = False,
) -> tuple[Outcome, str, Document | None]:  # fmt: skip
    """What the page says, with an outcome and a remark for people. `agent` is our name in meta robots. Without
    `with_text` only links and directives are looked for, which costs half; `with_images` makes pictures links.
    Without `with_details` there is no `Document.metadata`, which a crawl has no use for. `seen` is
    given the page as UTF-8. `with_forms` reads forms."""
    outcome, remark = Outcome.OK, ""
    body = source.body
    discovery = discovery or _DISCOVERY
    if source.role:
        max_size = max(max_size, discovery.max_size)
    if source.content_encoding or len(body) > max_size:
        unpacked = bytestream.decode(body, source.content_encoding, max_size)
        outcome, remark = _judge(unpacked, len(body), max_size)
        if outcome.status is not Outcome.OK.status:
            return outcome, remark, None
        body = unpacked.data
    if body.startswith(bytestream.GZIP_MAGIC):  # a file that was packed before anyone sent it
        unpacked = bytestream.decode(body, "gzip", max_size)
        if listing_kind(unpacked.data, source.role):
            outcome, remark = _judge(unpacked, len(body), max_size)
            if outcome.status is not Outcome.OK.status:
                return outcome, remark, None
            body = unpacked.data
    listed = read_listing(body, source, discovery, normaliser)
    if listed is not None:
        document, more = listed
        document.content_type = media_type(source.content_type) or "application/xml"
        _obey_header(document, source.robots_header, agent)
        return outcome, remark or more, document
    kind = None if source.role == "guess" else _kind(source.content_type, body)
    if kind is None:
        document = Document(content_type=media_type(source.content_type) or "application/octet-stream")
        _obey_header(document, source.robots_header, agent)
        return outcome, remark or f"no text is read from {document.content_type}", document
    if kind not in _HTML and is_document(kind):
        return _document(source, body, kind, settings, normaliser, agent, max_size, with_text, outcome, remark)
    utf8, charset = to_utf8(body, source.content_type)
    if seen is not None:
        seen(utf8)
    if kind in _HTML:
        document, more = read_html(
            utf8, source, charset, agent, settings, normaliser, with_text, with_images, with_details, with_forms
        )
        remark = remark or more
    else:
        reader = unmarked if kind.endswith("xml") else plain
        document = Document(charset=charset, text=reader(utf8.decode(), settings.max_text))
        if reader is plain and settings.bare_links:
            document.links = _written_links(document.text, source.url, settings, normaliser)
        _obey_header(document, source.robots_header, agent)
    document.content_type = kind
    if not document.title and is_file(source.url):
        document.title = words_of_name(source.url)
    if source.link_header or source.content_location:
        read_headers(document, source, normaliser)
    return outcome, remark, document


def _document(
    source: Source, body: bytes, kind: str, settings: ParseSettings, normaliser: Normaliser, agent: str,
    max_size: int, with_text: bool, outcome: Outcome, remark: str,
) -> tuple[Outcome, str, Document | None]:  # fmt: skip
    found, more, document = read_document(body, kind, source.url, settings, normaliser, with_text=with_text)
    if document is None:
        cut = outcome is Outcome.TRUNCATED or len(source.body) >= max_size
        return found, f"{more} (it was cut at the size limit)" if cut else more, None
    _obey_header(document, source.robots_header, agent)
    if source.link_header or source.content_location:
        read_headers(document, source, normaliser)
    return outcome, remark or more, document


def _written_links(text: str, url: str, settings: ParseSettings, normaliser: Normaliser) -> Links:
    """Of a plain text, which has no other."""
    links = Collector(settings.max_links)
    for address in bare_addresses(text, settings.max_links):
        links.add(address, LinkKind.ANCHOR)
    return links.resolve(url, normaliser, "utf-8")


def media_type(content_type: str) -> str:
    return content_type[:200].partition(";")[0].strip().lower()


def _judge(unpacked: bytestream.Decoded, packed_size: int, max_size: int) -> tuple[Outcome, str]:
    size = len(unpacked.data)
    if unpacked.complete:
        return Outcome.OK, unpacked.problem
    if size and size < max_size and size >= max(bytestream.RATIO_FREE, packed_size * bytestream.MAX_RATIO):
        return Outcome.DECODE_LIMIT, f"{packed_size} bytes unpack to more than {size}"
    if size:
        return Outcome.TRUNCATED, unpacked.problem
    return Outcome.UNREADABLE, unpacked.problem


def _kind(content_type: str, body: bytes) -> str | None:
    """How to read it: a media type that we can read, or None."""
    start = body[:512]
    named = media_type(content_type)
    if start.startswith(_BINARY):
        return recognise(named, body)
    if named in _HTML:
        return named
    if is_document(named) or named in UNTOLD:
        return recognise(named, body)
    if named.endswith(("/xml", "+xml")) or named.startswith("text/"):
        return named
    if named:
        return None
    if b"\0" in start and not start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None
    return "text/html" if start.lstrip().startswith(b"<") else "text/plain"


def _obey_header(document: Document, robots_header: str, agent: str) -> None:
    directives = Directives()
    read_header(directives, robots_header, agent)
    document.noindex, document.nofollow = directives.noindex, directives.nofollow
    document.noarchive, document.nosnippet = directives.noarchive, directives.nosnippet
