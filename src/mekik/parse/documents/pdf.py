"""PDF, by PDFium: text page by page, links, and what the file says of itself.

PDFium is C++ and reads what strangers wrote, so this belongs into a worker that may be killed: a file that makes it
run for ever or crash costs that page only.
"""

from __future__ import annotations

import ctypes
import re
from typing import Any

from mekik.outcome import Outcome
from mekik.parse.dates import read_date
from mekik.parse.documents.draft import Draft, Trouble
from mekik.parse.links import LONGEST_ANCHOR

_DATE = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(Z|[+-]\d\d'?\d\d)?")
_HYPHEN = re.compile(r"(?<=\w)[\x02\xad]\s*|\ufffe\s*")
"""PDFium's mark, or a soft hyphen, where a word is cut at the end of a line."""
_LONGEST_ADDRESS = 4096
_MOST_LINKS = 10_000
"""Of one page."""


def read_pdf(body: bytes, draft: Draft) -> None:
    # Loading PDFium takes 70 ms: only who reads a PDF pays them.
    import pypdfium2
    import pypdfium2.raw as pdfium

    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
            raise Trouble(Outcome.ENCRYPTED, "it opens with a password only") from None
        raise Trouble(Outcome.UNREADABLE, f"not a PDF that can be opened: {error}"[:200]) from None
    try:
        facts = {name: document.get_metadata_value(name) for name in ("Title", "Author", "Subject")}
        draft.title, draft.author, draft.description = facts["Title"], facts["Author"], facts["Subject"]
        draft.created = _date(document.get_metadata_value("CreationDate"))
        draft.modified = _date(document.get_metadata_value("ModDate"))
        draft.language = _language(document, pdfium)
        for number in range(len(document)):
            draft.begin_page()
            page = pdfium.FPDF_LoadPage(document.raw, number)
            if not page:
                continue  # a damaged page among sound ones
            try:
                _read_page(document.raw, page, draft, pdfium)
            finally:
                pdfium.FPDF_ClosePage(page)
    finally:
        document.close()


def _read_page(document: Any, page: Any, draft: Draft, pdfium: Any) -> None:
    text_page = pdfium.FPDFText_LoadPage(page)
    try:
        if text_page:
            _read_text(text_page, draft, pdfium)
        _read_links(document, page, text_page, draft, pdfium)
    finally:
        if text_page:
            pdfium.FPDFText_ClosePage(text_page)


def _read_text(text_page: Any, draft: Draft, pdfium: Any) -> None:
    count = pdfium.FPDFText_CountChars(text_page)
    if count <= 0:
        return
    # Twice the characters: letters outside the basic plane are written as two.
    buffer = (ctypes.c_ushort * (2 * count + 1))()
    written = pdfium.FPDFText_GetText(text_page, 0, count, buffer)
    draft.add(_HYPHEN.sub("", _decoded(buffer, written - 1)))


def _read_links(document: Any, page: Any, text_page: Any, draft: Draft, pdfium: Any) -> None:
    """Annotations with an address. Bare addresses are found in the text like everywhere."""
    position, link = ctypes.c_int(0), pdfium.FPDF_LINK()
    for _ in range(_MOST_LINKS):
        if not pdfium.FPDFLink_Enumerate(page, position, link):
            return
        action = pdfium.FPDFLink_GetAction(link)
        if not action or pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
            continue
        length = pdfium.FPDFAction_GetURIPath(document, action, None, 0)
        if 1 < length <= _LONGEST_ADDRESS:
            buffer = ctypes.create_string_buffer(length)
            pdfium.FPDFAction_GetURIPath(document, action, buffer, length)
            draft.link(buffer.value.decode("utf-8", "replace"), _anchor(link, text_page, pdfium))


def _anchor(link: Any, text_page: Any, pdfium: Any) -> str:
    """The words under a link."""
    place = pdfium.FS_RECTF()
    if not text_page or not pdfium.FPDFLink_GetAnnotRect(link, place):
        return ""
    buffer = (ctypes.c_ushort * LONGEST_ANCHOR)()
    sides = (place.left, place.top, place.right, place.bottom)
    return _decoded(buffer, pdfium.FPDFText_GetBoundedText(text_page, *sides, buffer, LONGEST_ANCHOR))


def _decoded(buffer: Any, count: int) -> str:
    return bytes(buffer)[: max(count, 0) * 2].decode("utf-16-le", "replace").rstrip("\0")


def _language(document: Any, pdfium: Any) -> str:
    length = pdfium.FPDFCatalog_GetLanguage(document.raw, None, 0) if hasattr(pdfium, "FPDFCatalog_GetLanguage") else 0
    if not 2 < length <= 200:
        return ""
    buffer = (ctypes.c_ushort * (length // 2 + 1))()
    pdfium.FPDFCatalog_GetLanguage(document.raw, buffer, length)
    return bytes(buffer)[: length - 2].decode("utf-16-le", "replace")


def _date(text: str) -> int | None:
    """`D:20240302100000+03'00'`."""
    found = _DATE.match(text)
    if not found:
        return None
    year, month, day, hour, minute, second, zone = found.groups()
    clock = f"{hour or '00'}:{minute or '00'}:{second or '00'}"
    return read_date(f"{year}-{month or '01'}-{day or '01'}T{clock}{(zone or 'Z').replace(chr(39), '')}")
