"""What a browser made of a page, beside the answer that it made it of: a WARC conversion record.

Its block is the document as the browser had it in the end. The headers of the answer that still matter for reading
it are lines of the metadata record behind it, so that the page can be read again without browser and server.
"""

from __future__ import annotations

from collections.abc import Mapping

from mekik.archive.digest import base32, sha1
from mekik.archive.record import Ids, one_line

KEPT = {"x-robots-tag": "robotsTag", "content-location": "leadsTo"}
"""Headers by the names that they have in the metadata. A page whose script sends visitors elsewhere *leads to* it."""
TYPE = "text/html; charset=utf-8"

_CONVERSION = (
    b"WARC/1.1\r\nWARC-Type: conversion\r\nWARC-Record-ID: <urn:uuid:%b%012x>\r\nWARC-Date: %b\r\n"
    b"WARC-Target-URI: %b\r\n%bWARC-Block-Digest: sha1:%b\r\nContent-Type: %b\r\nContent-Length: %d\r\n\r\n"
)


def conversion_record(ids: Ids, number: int, date: bytes, url: bytes, body: bytes, refers_to: str) -> bytes:
    """`refers_to` is the id of the record with the answer, empty when that is not known."""
    fields = f"WARC-Refers-To: {one_line(refers_to)}\r\n".encode("ascii", "replace") if refers_to else b""
    digest = base32(sha1(body))
    head = _CONVERSION % (ids.prefix, number, date, url, fields, digest, TYPE.encode(), len(body))
    return b"".join((head, body, b"\r\n\r\n"))


def conversion_notes(headers: Mapping[str, str]) -> str:
    """The lines for the metadata record."""
    return "".join(f"{name}: {one_line(headers[header])}\r\n" for header, name in KEPT.items() if headers.get(header))


def conversion_head(notes: Mapping[str, str]) -> bytes:
    """The head that an answer with this document would have had."""
    kept = ((header, notes.get(name.lower(), "")) for header, name in KEPT.items())
    lines = [f"Content-Type: {TYPE}", *(f"{header}: {value}" for header, value in kept if value)]
    return ("HTTP/1.1 200 OK\r\n" + "\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")
