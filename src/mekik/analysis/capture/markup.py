"""What stands in links and attributes rather than in the text: mailto: and tel:, addresses that a script puts
together again for visitors, and what a page says of its owner in JSON-LD."""

from __future__ import annotations

import html as entities
import json
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from mekik.analysis.capture.email import emails
from mekik.analysis.capture.phone import normalised, phones
from mekik.analysis.capture.searching import Text, compiled

EMAIL, PHONE = "email", "phone"

_MOST = 2000
"""Attributes of one page that are looked at."""
_LONGEST = 2000
_LONGEST_SCRIPT = 200_000
_LONGEST_COMMENT = 5_000
_PLACES = compiled(
    r"mailto:|tel:|callto:|email-protection#|//wa\.me/|//api\.whatsapp|UnCryptMailto|data-cfemail|application/ld\+json"
    r"""|=\s?["']?\s?&#(?:0*(?:109|116|77|84)|x0*(?:6d|74|4d|54));"""
)
"""The last one is an m or a t as a number: pages hide whole links so."""
_LINK = re.compile(rb"""href\s*=\s*(?:["'][^"'<>]*|[^"'\s<>]*)$""", re.IGNORECASE)
_NEAR = 80
"""Bytes from the beginning of a link to what makes it one of ours."""
_VALUE = re.compile(rb"""[\w-]+\s*=\s*(?:"([^"]{0,2000})|'([^']{0,2000})|([^\s>"']{0,2000}))""")
_TAGS = re.compile(r"<[^<>]*>")
_LD_FIELDS = re.compile(r'"(email|telephone|faxNumber)"\s*:\s*("(?:[^"\\\n]|\\.){1,200}")')
_WHATSAPP = re.compile(r"(?:wa\.me/|[?&]phone=)\+?(\d{8,15})")
_CAESAR = re.compile(r"""UnCryptMailto\(\s*['"]([^'"]{5,300})['"]""")
_RINGS = ((0x2B, 0x3A), (0x40, 0x5A), (0x61, 0x7A))


class Attribute(NamedTuple):
    """A find in the markup; `offset` is a byte of the source."""

    kind: str
    value: str
    original: str
    place: str
    offset: int
    context: str


def in_markup(html: bytes, *, with_emails: bool, with_phones: bool, country: str | None) -> Iterator[Attribute]:
    for _, match in zip(range(_MOST), _PLACES.finditer(html), strict=False):
        start, end = match.span()
        if _in_comment(html, end):
            continue
        for kind, value, original, place in _read(html, start, end, country):
            if with_emails if kind == EMAIL else with_phones:
                closing = b"<" if place == "data-cfemail" else b"</a"
                yield Attribute(kind, value, original, place, start, _said(html, end, closing))


def _in_comment(html: bytes, position: int) -> bool:
    """Whether a comment ends behind it before another one begins: nobody reads what is in there."""
    closing = html.find(b"-->", position, position + _LONGEST_COMMENT)
    return closing >= 0 and html.find(b"<!--", position, closing) < 0


def _read(html: bytes, start: int, end: int, country: str | None) -> Iterator[tuple[str, str, str, str]]:
    if html[start] in b"aA":
        yield from _linked_data(html, end, country)
        return
    protected = html[start] in b"dD"
    link = _LINK.search(html, max(0, start - _NEAR), start + 1)
    match = _VALUE.match(html, start) if protected else _VALUE.match(html, link.start()) if link else None
    if match is None:
        return
    raw = (match[1] or match[2] or match[3] or b"").decode("utf-8", "replace")
    value = entities.unescape(raw).strip()
    if protected:
        yield from _protected(value, "data-cfemail")
        return
    scheme, _, rest = value.partition(":")
    scheme = scheme.lower()
    if scheme == "mailto":
        yield from ((EMAIL, address, value[:_LONGEST], "href") for address in _recipients(rest))
    elif scheme in ("tel", "callto"):
        number = normalised(unquote(rest).strip().lstrip("/"), country, meant=True)
        if number:
            yield PHONE, number, value[:200], "href"
    elif scheme == "javascript":
        yield from ((EMAIL, address, value[:_LONGEST], "href") for address in _shifted(unquote(rest)))
    elif "email-protection#" in value:
        yield from _protected(value.rpartition("#")[2], "href")
    elif whatsapp := _WHATSAPP.search(value):
        number = normalised("+" + whatsapp[1], None, meant=True)
        if number:
            yield PHONE, number, value[:200], "href"


def _recipients(link: str) -> Iterator[str]:
    people, _, fields = link.partition("?")
    copies = [field.partition("=")[2] for field in fields.split("&") if field[:3].lower() in ("to=", "cc=", "bcc")]
    for one in (people, *copies):
        for span in emails(Text(unquote(one).replace(",", " , ").replace(";", " ; "))):
            yield span.value


def _protected(code: str, place: str) -> Iterator[tuple[str, str, str, str]]:
    """Written as hexadecimal figures, each sign mixed with the first one."""
    try:
        key, *signs = bytes.fromhex(code[:600])
    except ValueError:
        return
    for span in emails(Text(bytes(sign ^ key for sign in signs).decode("utf-8", "replace"))):
        yield EMAIL, span.value, code[:600], place


def _shifted(script: str) -> Iterator[str]:
    """Every letter moved by the same number of places: the one that makes it begin with mailto: is right."""
    call = _CAESAR.search(script)
    if call is None:
        return
    for step in range(1, 27):
        for way in (step, -step):
            plain = "".join(_turn(sign, way) for sign in call[1])
            if plain.startswith("mailto:"):
                yield from _recipients(plain.removeprefix("mailto:"))
                return


def _turn(sign: str, step: int) -> str:
    code = ord(sign)
    for first, last in _RINGS:
        if first <= code <= last:
            return chr(first + (code - first + step) % (last - first + 1))
    return sign


def _linked_data(html: bytes, start: int, country: str | None) -> Iterator[tuple[str, str, str, str]]:
    end = html.find(b"</script", start, start + _LONGEST_SCRIPT)
    script = html[start : end if end >= 0 else start + _LONGEST_SCRIPT].decode("utf-8", "replace")
    for field in _LD_FIELDS.finditer(script):
        try:
            said = str(json.loads(field[2]))
        except ValueError:
            continue
        if field[1] == "email":
            yield from ((EMAIL, address, said, "json-ld") for address in _recipients(said.removeprefix("mailto:")))
        else:
            found = [span.value for span in phones(Text("tel " + said), country)]
            yield from ((PHONE, number, said, "json-ld") for number in found)


def _said(html: bytes, position: int, closing: bytes) -> str:
    """What the element says to its reader."""
    begin = html.find(b">", position, position + _LONGEST) + 1
    if not begin:
        return ""
    end = html.find(closing, begin, begin + 500)
    text = html[begin : end if end >= 0 else begin].decode("utf-8", "replace")
    return " ".join(entities.unescape(_TAGS.sub(" ", text)).split())
