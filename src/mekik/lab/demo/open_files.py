"""OpenDocument, EPUB and RTF, as small as they may be."""

from __future__ import annotations

from html import escape

from mekik.lab.demo.paper import HEAD, Paper, zipped
from mekik.media import MEDIA_TYPES

_ODF = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"'
)


def _opendocument(paper: Paper, kind: str, body: str) -> bytes:
    meta = (
        f"{HEAD}<office:document-meta {_ODF}><office:meta><dc:title>{escape(paper.title)}</dc:title>"
        f"<meta:initial-creator>{escape(paper.author)}</meta:initial-creator><dc:language>{paper.language}</dc:language>"
        "<meta:creation-date>2024-03-02T10:00:00</meta:creation-date></office:meta></office:document-meta>"
    )
    content = f"{HEAD}<office:document-content {_ODF}><office:body>{body}</office:body></office:document-content>"
    manifest = (
        f'{HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{MEDIA_TYPES[kind][0]}"/>'
        "</manifest:manifest>"
    )
    return zipped({
        "mimetype": MEDIA_TYPES[kind][0], "content.xml": content, "meta.xml": meta, "META-INF/manifest.xml": manifest,
    })  # fmt: skip


def _odf_paragraph(block: list[tuple[str, str]]) -> str:
    pieces = [
        f'<text:a xlink:href="{escape(href)}">{escape(text)}</text:a>' if href else escape(text) for text, href in block
    ]
    return f"<text:p>{''.join(pieces)}</text:p>"


def odt(paper: Paper) -> bytes:
    heading = f'<text:h text:outline-level="1">{escape(paper.title)}</text:h>'
    body = "".join(map(_odf_paragraph, paper.blocks))
    return _opendocument(paper, "odt", f"<office:text>{heading}{body}</office:text>")


def ods(paper: Paper) -> bytes:
    rows = "".join(
        "<table:table-row>"
        + "".join(f"<table:table-cell>{_odf_paragraph([piece])}</table:table-cell>" for piece in block)
        + "</table:table-row>"
        for block in paper.blocks
    )
    table = f'<table:table table:name="{escape(paper.title)}">{rows}</table:table>'
    return _opendocument(paper, "ods", f"<office:spreadsheet>{table}</office:spreadsheet>")


def odp(paper: Paper) -> bytes:
    pages = "".join(
        f'<draw:page draw:name="page{number}"><draw:frame><draw:text-box>{_odf_paragraph(block)}</draw:text-box>'
        "</draw:frame></draw:page>"
        for number, block in enumerate(paper.blocks, start=1)
    )
    return _opendocument(paper, "odp", f"<office:presentation>{pages}</office:presentation>")


def epub(paper: Paper) -> bytes:
    """A chapter for each paragraph."""
    parts: dict[str, str | bytes] = {
        "mimetype": MEDIA_TYPES["epub"][0],
        "META-INF/container.xml": f'{HEAD}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<rootfiles><rootfile full-path="book/book.opf" media-type="application/oebps-package+xml"/></rootfiles>'
        "</container>",
    }
    items, spine = [], []
    for number, block in enumerate(paper.blocks, start=1):
        pieces = [f'<a href="{escape(href)}">{escape(text)}</a>' if href else escape(text) for text, href in block]
        parts[f"book/chapter{number}.xhtml"] = (
            f'{HEAD}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{number}</title><style>p {{}}</style>'
            "</head>"
            f"<body><p>{''.join(pieces)}</p></body></html>"
        )
        items.append(f'<item id="c{number}" href="chapter{number}.xhtml" media-type="application/xhtml+xml"/>')
        spine.append(f'<itemref idref="c{number}"/>')
    parts["book/book.opf"] = (
        f'{HEAD}<package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{escape(paper.title)}</dc:title>'
        f"<dc:creator>{escape(paper.author)}</dc:creator><dc:language>{paper.language}</dc:language>"
        f"<dc:date>2024-03-02</dc:date></metadata><manifest>{''.join(items)}</manifest>"
        f"<spine>{''.join(spine)}</spine></package>"
    )
    return zipped(parts)


def rtf(paper: Paper) -> bytes:
    def text(plain: str) -> str:
        signs = []
        for letter in plain:
            code = ord(letter)
            if letter in "\\{}":
                signs.append("\\" + letter)
            elif code < 128:
                signs.append(letter)
            elif code < 0x10000:
                signs.append(f"\\u{code - 0x10000 if code > 0x7FFF else code}?")
            else:
                code -= 0x10000
                signs.append(f"\\u{(0xD800 + (code >> 10)) - 0x10000}?\\u{(0xDC00 + (code & 0x3FF)) - 0x10000}?")
        return "".join(signs)

    lines = []
    for block in paper.blocks:
        pieces = [
            f'{{\\field{{\\*\\fldinst HYPERLINK "{href}"}}{{\\fldrslt {text(words)}}}}}' if href else text(words)
            for words, href in block
        ]
        lines.append("".join(pieces) + "\\par\n")
    head = "{\\rtf1\\ansi\\ansicpg1254\\deff0{\\fonttbl{\\f0\\fcharset162 Times;}}{\\colortbl;\\red0\\green0\\blue0;}\n"
    info = f"{{\\info{{\\title {text(paper.title)}}}{{\\author {text(paper.author)}}}}}\n"
    return (head + info + "\\f0 " + "".join(lines) + "}").encode("ascii")
