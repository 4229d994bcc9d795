"""What a document is, by its first bytes rather than by what its server calls it."""

from __future__ import annotations

import io
import zipfile

from mekik.media import MEDIA_TYPES, type_name
from mekik.parse.documents.image import picture_type

_ZIP = b"PK\x03\x04"
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The container of older office programs, and of newer ones' encrypted documents."""
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_RTF = b"{\\rtf"
_PDF = b"%PDF-"
_PDF_WITHIN = 1024
"""So far in a PDF may begin; many have a few bytes of something else before."""
_HTML = (b"<!doctype html", b"<html", b"<head", b"<body")
_FOLDERS = {"word/": "docx", "xl/": "xlsx", "ppt/": "pptx"}
_LONGEST_TYPE = 100
_READ = {"pdf", "docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf", "epub", "image"}
SIGNS = (_ZIP, _COMPOUND, _RTF, _PDF, b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8", b"RIFF")
"""Beginnings that no text has."""

SVG = "image/svg+xml"
LOCKED = "application/encrypted"
"""Stands for a document of an unknown kind that a password keeps shut."""


def is_document(named: str) -> bool:
    """Whether a media type is one that this room reads."""
    return type_name(named) in _READ or named == LOCKED


def recognise(named: str, body: bytes) -> str | None:
    """The media type by which to read `body`, which its server calls `named`; None when nothing is read from it."""
    if body.startswith(_ZIP):
        return _zipped(body) or (named if is_document(named) else None)
    if _PDF in body[:_PDF_WITHIN] and (body.startswith(_PDF) or not named.startswith("text/")):
        return MEDIA_TYPES["pdf"][0]
    if body.startswith(_RTF):
        return MEDIA_TYPES["rtf"][0]
    if body.startswith(_COMPOUND):
        return LOCKED if _ENCRYPTED in body else None
    picture = picture_type(body)
    if picture:
        return picture
    if named == SVG:
        return SVG
    start = body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(_HTML):
        return MEDIA_TYPES["html"][0]  # an error page under the document's name
    return named if is_document(named) and not named.startswith("image/") else None


def _zipped(body: bytes) -> str:
    """By the `mimetype` that OpenDocument and EPUB begin with, or by the folders of Office Open XML."""
    if body[30:38] == b"mimetype":
        length = int.from_bytes(body[26:28], "little"), int.from_bytes(body[28:30], "little")
        start = 30 + sum(length)
        named = body[start : start + _LONGEST_TYPE].partition(b"PK")[0].decode("ascii", "replace").strip().lower()
        short = type_name(named)
        if short in _READ:
            return MEDIA_TYPES[short][0]
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as bundle:
            names = [entry.filename for entry in bundle.infolist()]
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError, OverflowError):
        return ""
    if any(name.lower() == "[content_types].xml" for name in names):
        for name in names:
            folder = name.lower().partition("/")[0] + "/"
            if folder in _FOLDERS:
                return MEDIA_TYPES[_FOLDERS[folder]][0]
    if "META-INF/container.xml" in names:
        return MEDIA_TYPES["epub"][0]
    if "content.xml" in names and "META-INF/manifest.xml" in names:
        return MEDIA_TYPES["odt"][0]
    return ""
