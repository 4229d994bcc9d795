"""PDF, as small as it may be."""

from __future__ import annotations

import zlib

from mekik.lab.demo.paper import Paper

_LINE = 88
"""Letters of a line."""
_LINES = 46


def pdf_file(objects: list[bytes], trailer: bytes = b"") -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalogue."""
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R %b >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
    return bytes(out)


def stream(data: bytes) -> bytes:
    packed = zlib.compress(data)
    return b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed)


def _pdf_text(text: str) -> bytes:
    return b"<" + ("\ufeff" + text).encode("utf-16-be", "replace").hex().encode() + b">"


def pdf(paper: Paper, trailer: bytes = b"") -> bytes:
    """Text in a base font with the letters that the text needs named one by one; links as annotations."""
    lines: list[str] = []
    links = []
    for block in paper.blocks:
        line = ""
        for word in "".join(text for text, _ in block).split():
            if len(line) + len(word) >= _LINE:
                lines.append(line)
                line = ""
            line = f"{line} {word}".lstrip()
        lines += [line, ""]
        links += [(href, len(lines) - 2) for _, href in block if href]
    letters = sorted({letter for line in lines for letter in line})[:224]
    codes = {letter: 32 + place for place, letter in enumerate(letters)}
    names = " ".join(f"/uni{ord(letter):04X}" for letter in letters)
    unicode_map = "\n".join(f"<{codes[letter]:02X}> <{letter.encode('utf-16-be').hex()}>" for letter in letters)
    to_unicode = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n1 begincodespacerange\n"
        f"<00> <FF>\nendcodespacerange\n{len(letters)} beginbfchar\n{unicode_map}\nendbfchar\nendcmap end end"
    )
    pages = [lines[at : at + _LINES] for at in range(0, len(lines), _LINES)] or [[]]
    first = 6
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /Lang (%b) >>" % paper.language.encode(),
        f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>".encode(),
        b"<< /Title %b /Author %b /CreationDate (D:20240302100000+03'00') >>"
        % (_pdf_text(paper.title), _pdf_text(paper.author)),
        (
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R "
            f"/Encoding << /Type /Encoding /Differences [32 {names}] >> >>"
        ).encode(),
        stream(to_unicode.encode()),
    ]
    for number, page in enumerate(pages):
        notes = b"".join(
            b"<< /Type /Annot /Subtype /Link /Rect [72 %d 540 %d] /A << /S /URI /URI (%b) >> >> "
            % (720 - 14 * (row % _LINES), 734 - 14 * (row % _LINES), href.encode())
            for href, row in links
            if row // _LINES == number
        )
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> "
            b"/Contents %d 0 R /Annots [%b] >>" % (first + 2 * number + 1, notes)
        )
        shown = "".join(f"<{''.join(f'{codes[letter]:02X}' for letter in line)}> Tj T*\n" for line in page)
        objects.append(stream(f"BT /F1 11 Tf 14 TL 72 720 Td\n{shown}ET".encode()))
    return pdf_file(objects, b"/Info 3 0 R " + trailer)


def locked_pdf(paper: Paper) -> bytes:
    """One that asks for a password which nobody knows."""
    key = b"<" + b"5a" * 32 + b">"
    return pdf(paper, b"/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O %b /U %b >>" % (key, key))
