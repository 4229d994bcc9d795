"""Pictures: how large they are, from their first bytes, without looking at a single pixel; and what an SVG says."""

from __future__ import annotations

import re
import struct

from mekik.outcome import Outcome
from mekik.parse.documents.draft import Draft, Trouble
from mekik.parse.documents.xml import Attributes, Events, read_xml

_SIGNS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)  # fmt: skip
_LENGTH = re.compile(r"\s*([0-9]{1,6}(?:\.[0-9]+)?)\s*(?:px)?\s*")
_MOST_SEGMENTS = 1000
_LARGEST = 10_000_000

Size = tuple[int, int]
UNKNOWN: Size = (0, 0)


def picture_type(body: bytes) -> str:
    """The media type of a picture by its first bytes, or nothing."""
    for sign, media in _SIGNS:
        if body.startswith(sign):
            return media
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "image/webp"
    return ""


def picture_size(body: bytes, media: str) -> Size:
    """Width and height in pixels; (0, 0) when the beginning does not tell."""
    try:
        match media:
            case "image/png":
                found = struct.unpack_from(">II", body, 16) if body[12:16] == b"IHDR" else UNKNOWN
            case "image/gif":
                found = struct.unpack_from("<HH", body, 6)
            case "image/jpeg":
                found = _jpeg(body)
            case "image/webp":
                found = _webp(body)
            case _:
                found = UNKNOWN
    except (struct.error, IndexError):
        return UNKNOWN
    width, height = found
    return (width, height) if 0 < width <= _LARGEST and 0 < height <= _LARGEST else UNKNOWN


def _jpeg(body: bytes) -> Size:
    position = 2
    for _ in range(_MOST_SEGMENTS):
        while body[position] == 0xFF and body[position + 1] == 0xFF:
            position += 1
        if body[position] != 0xFF:
            return UNKNOWN
        marker = body[position + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", body, position + 5)
            return width, height
        if marker in (0xD9, 0xDA):
            return UNKNOWN
        alone = 0xD0 <= marker <= 0xD8 or marker == 0x01
        position += 2 if alone else 2 + max(2, struct.unpack_from(">H", body, position + 2)[0])
    return UNKNOWN


def _webp(body: bytes) -> Size:
    kind = body[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(body[24:27], "little"), 1 + int.from_bytes(body[27:30], "little")
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", body, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and body[20] == 0x2F:
        (bits,) = struct.unpack_from("<I", body, 21)
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return UNKNOWN


class _Svg(Events):
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._open: list[str] = []
        self._first = True
        self.size: Size = UNKNOWN

    def start(self, name: str, attributes: Attributes) -> None:
        if self._first:
            self._first = False
            if name != "svg":
                raise Trouble(Outcome.UNREADABLE, "it is no SVG")
            self.size = _svg_size(attributes)
        if self._open or name in ("title", "desc", "text"):
            self._open.append(name)
        elif name == "a":
            self._draft.link(attributes.get("href") or attributes.get("xlink:href") or "")

    def text(self, text: str) -> None:
        if not self._open:
            return
        if self._open[0] == "title" and len(self._draft.title) < 1000:
            self._draft.title += text
        elif self._open[0] != "title":
            self._draft.add(text)

    def end(self, name: str) -> None:  # noqa: ARG002 - of the protocol
        if self._open:
            self._open.pop()
            if not self._open:
                self._draft.end_paragraph()


def read_svg(body: bytes, draft: Draft) -> Size:
    """Its title, description and words; gives its size."""
    svg = _Svg(draft)
    read_xml([body], svg)
    return svg.size


def _svg_size(attributes: Attributes) -> Size:
    lengths = [_LENGTH.fullmatch(attributes.get(name, "")) for name in ("width", "height")]
    if lengths[0] and lengths[1]:
        return round(float(lengths[0][1])), round(float(lengths[1][1]))
    box = re.split(r"[\s,]+", attributes.get("viewBox", "").strip())
    found = [_LENGTH.fullmatch(side) for side in box[2:4]]
    if len(box) == 4 and found[0] and found[1]:
        return round(float(found[0][1])), round(float(found[1][1]))
    return UNKNOWN
