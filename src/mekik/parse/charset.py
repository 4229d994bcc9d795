"""Bytes to text. The order is BOM, header, meta, content; the bytes themselves may prove a label wrong.

Text that is valid UTF-8 beyond ASCII is UTF-8 whatever its label says, because no other encoding looks like it
by chance. A label that nobody knows is passed over. What cannot be read becomes U+FFFD; nothing raises.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from resiliparse.parse.encoding import detect_encoding, map_encoding_to_html5

from mekik.utf8 import is_utf8

_PRESCAN = 4096
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HEADER = re.compile(r"""charset\s*=\s*["']?([^"';]{1,60})""", re.IGNORECASE)
_META = re.compile(
    rb"""<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.\-]{1,40})"""
    rb"""|<\?xml\s[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9_:.\-]{1,40})""",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:.\-]*")

# Supersets that browsers use, where Python's codec of that name knows fewer characters.
_WIDER = {"gbk": "gb18030", "gb2312": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs"}
_STATEFUL = {"iso2022_jp", "iso-2022-jp", "utf-16-le", "utf-16-be"}
"""Encodings whose bytes can look like ASCII or UTF-8."""
_NAMES = {
    "cp1250": "windows-1250", "cp1251": "windows-1251", "cp1252": "windows-1252", "cp1253": "windows-1253",
    "cp1254": "windows-1254", "cp1255": "windows-1255", "cp1256": "windows-1256", "cp1257": "windows-1257",
    "cp1258": "windows-1258", "cp866": "ibm866", "cp932": "shift_jis", "cp949": "euc-kr", "big5hkscs": "big5",
}  # fmt: skip


class Decoded(NamedTuple):
    utf8: bytes
    """The same text as valid UTF-8, without a BOM."""
    charset: str
    """Name of the encoding as the web calls it."""


def to_utf8(body: bytes, content_type: str) -> Decoded:
    for bom, codec in _BOMS:
        if body.startswith(bom):
            return _transcode(body[len(bom) :], codec)
    label = _header_label(content_type) or _meta_label(body)
    if not is_utf8(body):
        return _not_utf8(body, label)
    if label in _STATEFUL and (label not in ("utf-16-le", "utf-16-be") or b"\0" in body[:_PRESCAN]):
        return _transcode(body, label)
    return Decoded(body, "utf-8")


def codec_of(label: str) -> str:
    """Python's name for a label of the web, empty when there is none. Takes the first that is known of several."""
    for word in _LABEL.findall(label[:200]):
        codec: str | None = map_encoding_to_html5(word.lower(), fallback_utf8=False)
        if codec:
            return _WIDER.get(codec, codec)
    return ""


def _header_label(content_type: str) -> str:
    found = _HEADER.search(content_type[:1000])
    return codec_of(found[1]) if found else ""


def _meta_label(body: bytes) -> str:
    found = _META.search(body, 0, _PRESCAN)
    if not found:
        return ""
    codec = codec_of((found[1] or found[2]).decode("ascii"))
    # A meta element that could be read as ASCII cannot stand in a UTF-16 page.
    return "utf-8" if codec.startswith("utf-16") else codec


def _not_utf8(body: bytes, label: str) -> Decoded:
    if label and label != "utf-8":
        return _transcode(body, label)
    text = body.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if _is_cut(body) or broken * 4 < _letters_beyond_ascii(body):
        return Decoded(text.encode(), "utf-8")
    found = detect_encoding(body, html5_compatible=True) or "utf-8"
    return _transcode(body, _WIDER.get(found, found))


def _is_cut(body: bytes) -> bool:
    """Whether it is UTF-8 but for its last letter, of which bytes are missing."""
    return any(is_utf8(body[:-missing]) for missing in (1, 2, 3))


def _letters_beyond_ascii(body: bytes) -> int:
    """Characters of several bytes that UTF-8 would see: a lead byte with a continuation after it."""
    return len(re.findall(rb"[\xc3-\xf4][\x80-\xbf]", body[:100_000]))


def _transcode(body: bytes, codec: str) -> Decoded:
    try:
        text = body.decode(codec, "replace")
    except (LookupError, UnicodeError, ValueError):
        codec, text = "utf-8", body.decode("utf-8", "replace")
    return Decoded(text.encode("utf-8", "replace"), _NAMES.get(codec, codec.replace("_", "-")))
