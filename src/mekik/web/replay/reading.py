"""What the server asks its reading processes, and what they answer."""

from __future__ import annotations

import msgspec

from mekik.crawl.copy_reading import read_here
from mekik.page import Document, Source
from mekik.settings import Settings
from mekik.web.replay.rewriting import Rewriter
from mekik.web.replay.signing import Signer


class ReadPage(msgspec.Struct, tag="read"):
    source: Source
    settings: Settings
    """Of the job that fetched it."""
    with_text: bool


class RewritePage(msgspec.Struct, tag="rewrite", kw_only=True):
    """A page or a style sheet, to be shown to one person from the archive's origin."""

    body: bytes
    content_type: str
    style: bool
    application: str
    """Origin."""
    url: str
    at: str
    person: str
    key: bytes
    """That links are signed with."""


Question = ReadPage | RewritePage


class Answer(msgspec.Struct):
    body: bytes = b""
    document: Document | None = None


def answer(question: Question) -> Answer:
    if isinstance(question, ReadPage):
        return Answer(document=read_here(question.source, question.settings, question.with_text))
    rewriter = Rewriter(
        Signer(key=question.key), question.application, question.url, question.at, question.person
    )  # fmt: skip
    work = rewriter.style if question.style else rewriter.page
    return Answer(body=work(question.body, question.content_type))
