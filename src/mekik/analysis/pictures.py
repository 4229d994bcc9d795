"""The pictures of a page as small documents of their own: what is said about each, in the page's language."""

from __future__ import annotations

import re

from mekik.analysis.analyser import Analyser
from mekik.page import Document, Image, Picture
from mekik.parse.documents import words_of_name

_WORD = re.compile(r"[^\W\d_]{3}")


def pictures_of(document: Document, language: str, analyser: Analyser) -> list[Picture]:
    """Those about which a word is said, if only by their file name. What the page is called counts for less."""
    if document.metadata is None or document.noindex:
        return []
    found = []
    for image in document.metadata.images:
        words = " ".join(dict.fromkeys(filter(None, (image.alt, image.caption, image.title, words_of_name(image.url)))))
        if not _WORD.search(words):
            continue
        told = Document(
            title=_title(image),
            text=f"{words} {document.title}",
            main=len(words),
            language=document.language or language,
        )
        columns = analyser.columns(told, image.url)._replace(keywords=())
        found.append(Picture(image, told.title, columns.decoded()))
    return found


def _title(image: Image) -> str:
    return image.alt or image.caption or image.title or words_of_name(image.url)
