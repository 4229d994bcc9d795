"""One exchange as the bytes of its WARC records: the hot path of the archive.

Heads are kept as they came, with three exceptions without which other readers would misread the record: an HTTP/2
status line says HTTP/1.1, `Transfer-Encoding: chunked` is renamed because the body is no longer in chunks, and a
blank line inside the head, where readers would take it for the end, is left out.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Mapping
from functools import lru_cache
from itertools import count
from urllib.parse import quote

from isal import isal_zlib

from mekik.archive.digest import base32, sha1
from mekik.archive.surt import SAFE
from mekik.outcome import Outcome
from mekik.page import Exchange
from mekik.version import __version__

IDENTICAL = b"http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
NOT_MODIFIED = b"http://netpreserve.org/warc/1.1/revisit/server-not-modified"
HEAD_END = re.compile(rb"\n[ \t\r\x0b\x0c\x1c-\x1f\x80-\xff]*\n")
"""The blank line after a head. Some readers take any line of blanks for it, in any character set."""

_CHUNKED = re.compile(rb"(?im)^(?=transfer-encoding[ \t]*:[^\r\n]*chunked)")
_VERSION = re.compile(rb"HTTP/[23](?:\.\d)?(?= )")
_LINE_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")

_RESPONSE = (
    b"WARC/1.1\r\nWARC-Type: %b\r\nWARC-Record-ID: <urn:uuid:%b%012x>\r\nWARC-Date: %b\r\n"
    b"WARC-Target-URI: %b\r\n%bWARC-Block-Digest: sha1:%b\r\n"
    b"Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n"
)
_REQUEST = (
    b"WARC/1.1\r\nWARC-Type: request\r\nWARC-Record-ID: <urn:uuid:%b%012x>\r\nWARC-Date: %b\r\n"
    b"WARC-Target-URI: %b\r\n%bWARC-Concurrent-To: <urn:uuid:%b%012x>\r\nWARC-Block-Digest: sha1:%b\r\n"
    b"Content-Type: application/http;msgtype=request\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n"
)
_METADATA = (
    b"WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: <urn:uuid:%b%012x>\r\nWARC-Date: %b\r\n"
    b"WARC-Target-URI: %b\r\nWARC-Concurrent-To: <urn:uuid:%b%012x>\r\nWARC-Block-Digest: sha1:%b\r\n"
    b"Content-Type: application/warc-fields\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n"
)
_INFO = (
    b"WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:%b%012x>\r\nWARC-Date: %b\r\n"
    b"WARC-Filename: %b\r\nWARC-Block-Digest: sha1:%b\r\n"
    b"Content-Type: application/warc-fields\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n"
)


class Ids:
    """Record ids: a random beginning and a counter, as UUIDs; far cheaper than one random number each."""

    def __init__(self) -> None:
        noise = os.urandom(14).hex()
        self.prefix = f"{noise[:8]}-{noise[8:12]}-4{noise[12:15]}-a{noise[15:18]}-".encode()
        self.next = count(int.from_bytes(os.urandom(5), "big")).__next__


class _Clock:
    """WARC-Date with microseconds; the second's part is made once a second."""

    second = -1
    text = b""


def warc_date(moment: float) -> bytes:
    if not 0 <= moment < 253402300800:
        moment = 0.0
    second = int(moment)
    if second != _Clock.second:
        _Clock.text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second)).encode()
        _Clock.second = second
    return b"%b.%06dZ" % (_Clock.text, (moment - second) * 1e6)


def safe_url(url: str) -> str:
    """As it may stand on a header line; a proper address is not changed."""
    if url.isascii() and url.isprintable() and " " not in url:
        return url
    return quote(url.encode("utf-8", "replace"), safe=SAFE)


def one_line(text: str) -> str:
    return _LINE_BREAKS.sub(" ", text).strip()


_SMALL = 1024


def member(data: bytes, level: int) -> bytes:
    """A gzip member. To work out tables of codes for a small record takes as long as for a third of a page, and saves
    150 bytes: the usual tables have to do for these."""
    packed: bytes = isal_zlib.compress(data, level if len(data) > _SMALL else 0, 31)
    return packed


def response_head(head: bytes) -> bytes:
    head = mended(head)
    if head.startswith((b"HTTP/2", b"HTTP/3")):
        head = _VERSION.sub(b"HTTP/1.1", head, count=1)
    if b"chunked" in head.lower():
        head = _CHUNKED.sub(b"X-Crawler-", head)
    return head


def mended(head: bytes) -> bytes:
    """With exactly one blank line, at the end, and none at the beginning."""
    end = HEAD_END.search(head)
    if end and end.end() == len(head) and head[:1].isalpha():
        return head
    kept = [line for line in head.split(b"\n") if line.strip(_NOTHING)]
    return b"\n".join([*(line if line.endswith(b"\r") else line + b"\r" for line in kept), b"\r\n"]) if kept else b""


_NOTHING = b" \t\r\n\x0b\x0c\x1c\x1d\x1e\x1f" + bytes(range(0x80, 0x100))


@lru_cache(maxsize=4096)
def _connection(address: str, protocol: str) -> bytes:
    fields = f"WARC-IP-Address: {one_line(address)}\r\n" if address else ""
    if protocol:
        fields += f"WARC-Protocol: {one_line(protocol)}\r\n"
    return fields.encode("ascii", "replace")


def response_record(
    ids: Ids, number: int, date: bytes, url: bytes, exchange: Exchange, head: bytes, digest: bytes, revisit: bytes
) -> bytes:
    """`digest` is the payload's in base32, or empty. `revisit` is empty, or the fields that tell what this
    response repeats; then its body is left out."""
    fields = _connection(exchange.address, exchange.protocol)
    if digest:
        fields += b"WARC-Payload-Digest: sha1:%b\r\n" % digest
    body = exchange.body
    if revisit:
        kind, body = b"revisit", b""
        fields += revisit
    else:
        kind = b"response"
        if exchange.truncated:
            fields += b"WARC-Truncated: %b\r\n" % truncation(exchange.truncated)
    block_digest = base32(sha1(head, body))
    front = _RESPONSE % (kind, ids.prefix, number, date, url, fields, block_digest, len(head) + len(body))
    return b"".join((front, head, body, b"\r\n\r\n"))


def truncation(reason: str) -> bytes:
    return reason.encode() if reason in {"length", "time", "disconnect"} else b"unspecified"


def request_record(
    ids: Ids, number: int, date: bytes, url: bytes, exchange: Exchange, head: bytes, response: int
) -> bytes:
    connection = _connection(exchange.address, exchange.protocol)
    return _REQUEST % (
        ids.prefix, number, date, url, connection, ids.prefix, response, base32(sha1(head)), len(head), head
    )  # fmt: skip


LABELS = {outcome: outcome.label for outcome in Outcome}


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1000 + 0.5) if 0 <= seconds < 1e9 else 0


def metadata_record(
    ids: Ids, number: int, date: bytes, url: bytes, exchange: Exchange, via: str, path: str, concurrent: int,
    more: str = "",
) -> bytes:  # fmt: skip
    """`more` are further lines."""
    text = f"outcome: {LABELS[exchange.outcome]}\r\nfetchTimeMs: {_milliseconds(exchange.elapsed)}\r\n"
    if exchange.first_byte > 0:
        text += f"firstByteMs: {_milliseconds(exchange.first_byte)}\r\n"
    if via:
        text += f"via: {safe_url(via)}\r\n"
    if path:
        text += f"hopsFromSeed: {path if path.isalpha() else one_line(path)}\r\n"
    if exchange.reason:
        text += f"reason: {one_line(exchange.reason)}\r\n"
    if exchange.truncated:
        text += f"truncated: {truncation(exchange.truncated).decode()}\r\n"
    block = (text + more).encode("utf-8", "replace")
    return _METADATA % (
        ids.prefix, number, date, url, ids.prefix, concurrent, base32(sha1(block)), len(block), block
    )  # fmt: skip


def info_record(ids: Ids, date: bytes, filename: str, job: str, info: Mapping[str, object]) -> bytes:
    """The warcinfo record: what wrote the file, for which job, with which settings."""
    robots = info.get("robots")
    obeyed = not isinstance(robots, Mapping) or robots.get("obey", True)
    lines = {
        "software": f"Mekik/{__version__}",
        "format": "WARC File Format 1.1",
        "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        "isPartOf": job,
        "robots": "obey" if obeyed else "ignore",
        "settings": json.dumps(info, default=str, ensure_ascii=False),
    }
    block = "".join(f"{name}: {one_line(value)}\r\n" for name, value in lines.items()).encode("utf-8", "replace")
    return _INFO % (
        ids.prefix, ids.next(), date, filename.encode(), base32(sha1(block)), len(block), block
    )  # fmt: skip


def filler_record(ids: Ids, date: bytes, size: int) -> bytes:
    """Stands where a damaged stretch was."""
    block = b"damage: %d bytes were lost here\r\n" % size
    return (
        b"WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Record-ID: <urn:uuid:%b%012x>\r\nWARC-Date: %b\r\n"
        b"Content-Type: application/warc-fields\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n"
    ) % (ids.prefix, ids.next(), date, len(block), block)
