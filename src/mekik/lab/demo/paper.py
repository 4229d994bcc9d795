"""What the demo's documents are made of: a title and blocks of the content's markup."""

from __future__ import annotations

import io
import re
import zipfile

import msgspec

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
_MARKS = re.compile(r"^(?:## |- |> )|\*\*", re.MULTILINE)
_STAMP = (2024, 3, 2, 10, 0, 0)


class Paper(msgspec.Struct, frozen=True):
    """What a document is made of."""

    title: str
    body: str
    author: str = ""
    language: str = ""

    @property
    def blocks(self) -> list[list[tuple[str, str]]]:
        """Paragraphs, each as pieces of text with the address that they lead to, or none."""
        found = []
        for block in re.split(r"\n\s*\n", self.body.strip()):
            text = _MARKS.sub("", block).replace("\n", " ")
            pieces, end = [], 0
            for link in _LINK.finditer(text):
                pieces += [(text[end : link.start()], ""), (link[1], link[2])]
                end = link.end()
            found.append([piece for piece in [*pieces, (text[end:], "")] if piece[0]])
        return found


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """A zip file of these parts in this order, the same at every call. A `mimetype` stands first, unpacked."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in parts.items():
            entry = zipfile.ZipInfo(name, _STAMP)
            entry.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            bundle.writestr(entry, text)
    return buffer.getvalue()
