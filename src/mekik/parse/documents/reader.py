"""One document, whatever its format: its text, or the outcome that says why there is none."""

from __future__ import annotations

from collections.abc import Callable

from mekik.media import type_name
from mekik.outcome import Outcome
from mekik.page import Document, Image, Metadata
from mekik.parse.documents.draft import Draft, Enough, Trouble, words_of_name
from mekik.parse.documents.epub import read_epub
from mekik.parse.documents.image import picture_size, read_svg
from mekik.parse.documents.kinds import LOCKED, SVG
from mekik.parse.documents.odf import read_odf
from mekik.parse.documents.ooxml import read_docx, read_pptx, read_xlsx
from mekik.parse.documents.package import Package
from mekik.parse.documents.pdf import read_pdf
from mekik.parse.documents.rtf import read_rtf
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

_PACKED: dict[str, Callable[[Package, Draft], None]] = {
    "docx": read_docx, "xlsx": read_xlsx, "pptx": read_pptx, "odt": read_odf, "ods": read_odf, "odp": read_odf,
    "epub": read_epub,
}  # fmt: skip
_WHOLE: dict[str, Callable[[bytes, Draft], None]] = {"pdf": read_pdf, "rtf": read_rtf}


def read_document(
    body: bytes, media: str, url: str, settings: ParseSettings, normaliser: Normaliser, *, with_text: bool
) -> tuple[Outcome, str, Document | None]:
    """`media` is what `recognise` said. Raises nothing but MemoryError."""
    if media == LOCKED:
        return Outcome.ENCRYPTED, "it opens with a password only", None
    draft = Draft(settings, with_text=with_text)
    kind = type_name(media)
    size = (0, 0)
    remark = ""
    try:
        if kind in _PACKED:
            package = Package(body, max_parts=settings.max_document_parts, max_unpacked=settings.max_document_size)
            _PACKED[kind](package, draft)
        elif kind in _WHOLE:
            _WHOLE[kind](body, draft)
        elif media == SVG:
            size = read_svg(body, draft)
        else:
            size = picture_size(body, media)
    except Enough as limit:
        remark = str(limit)
    except Trouble as trouble:
        return trouble.outcome, trouble.reason, None
    document = draft.document(media, url, normaliser)
    if draft.dropped:
        remark = remark or f"{draft.dropped} links beyond the first {settings.max_links} were left out"
    if kind == "image":
        document.metadata = Metadata(images=[Image(url, width=size[0], height=size[1])])
        if with_text:
            # A picture is found by its name, which the text holds too, because only text is searched by everybody.
            document.text = " ".join(dict.fromkeys(filter(None, (document.title, document.text, words_of_name(url)))))
    return Outcome.OK, remark, document
