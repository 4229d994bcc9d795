"""Documents that are not HTML: PDF, office formats, books and pictures become the same `Document` as a page.

`recognise` says by the first bytes what a body is; `read_document` reads it. All of it is one pass in bounded memory:
zip files are unpacked in pieces that are counted, XML is a stream of events in which entities are refused, and time is
looked at between pages, so that a long document gives its beginning rather than nothing. What cannot be read has an
outcome of its own: `encrypted`, `unreadable`, `decode_limit`, `parse_limit`.

    kinds.py    what a body is
    reader.py   one document, whatever its format
    draft.py    what is read so far, and the limits
    package.py  zip files, in counted pieces
    xml.py      XML as events, without entities
    pdf.py      PDF, by PDFium
    ooxml.py    docx, xlsx, pptx
    odf.py      odt, ods, odp
    epub.py     books
    rtf.py      Rich Text Format
    image.py    the size of pictures, the words of SVG
"""

from __future__ import annotations

from mekik.parse.documents.draft import bare_addresses, words_of_name
from mekik.parse.documents.kinds import SIGNS, is_document, recognise
from mekik.parse.documents.reader import read_document

__all__ = ["SIGNS", "bare_addresses", "is_document", "read_document", "recognise", "words_of_name"]
