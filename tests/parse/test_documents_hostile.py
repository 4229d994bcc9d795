"""Torture files: every one of them has a named outcome, in bounded time and memory, and leaves nothing behind."""

from __future__ import annotations

import io
import os
import socket
import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_kit import answer

from mekik.lab.demo.documents import MAKERS
from mekik.lab.demo.office_files import relations
from mekik.lab.demo.paper import Paper, zipped
from mekik.lab.demo.pdf_files import locked_pdf, pdf_file, stream
from mekik.media import MEDIA_TYPES
from mekik.outcome import Outcome
from mekik.parse.documents import bare_addresses
from mekik.settings import ParseSettings

PAPER = Paper(title="T", body="Some words.\n\n[a link](http://a.test/)", author="A", language="en")
ZIPPED = [kind for kind in MAKERS if kind not in ("pdf", "rtf")]
MAIN = {
    "docx": "word/document.xml", "xlsx": "xl/worksheets/sheet1.xml", "pptx": "ppt/slides/slide1.xml",
    "odt": "content.xml", "ods": "content.xml", "odp": "content.xml", "epub": "book/book.opf",
}  # fmt: skip
LAUGHS = (
    '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">'
    '<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>'
)
OUTSIDE = '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY net SYSTEM "http://127.0.0.1:1/x">]>'


def outcome_of(body: bytes, media: str = "", **values: int) -> Outcome:
    return answer(body, media, settings=ParseSettings(**values))[0]  # type: ignore[arg-type]  # all of them are numbers


def with_part(kind: str, name: str, content: bytes | str, body: bytes | None = None) -> bytes:
    """A document with one part in the place of its own."""
    with zipfile.ZipFile(io.BytesIO(body or MAKERS[kind](PAPER))) as bundle:
        parts: dict[str, str | bytes] = {entry.filename: bundle.read(entry) for entry in bundle.infolist()}
    return zipped({**parts, name: content})


@pytest.mark.parametrize("kind", ZIPPED)
@pytest.mark.parametrize(
    "doctype", [LAUGHS, OUTSIDE, "<!--" + "x" * 10_000 + "-->" + LAUGHS], ids=["laughs", "outside", "late"]
)
def test_entities_are_refused_wherever_they_stand(kind: str, doctype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """faults: 28"""

    def never(*_: object) -> None:
        pytest.fail("something outside was looked at")

    monkeypatch.setattr(socket.socket, "connect", never)
    body = f'<?xml version="1.0"?>{doctype}<x><p><t>&d;&file;&net;</t></p></x>'
    found, reason, _ = answer(with_part(kind, MAIN[kind], body), "")
    assert found is Outcome.PARSE_LIMIT
    assert "entities" in reason


def test_entities_in_an_svg_are_refused() -> None:
    """faults: 28"""
    assert (
        outcome_of(f'<?xml version="1.0"?>{LAUGHS}<svg><text>&d;</text></svg>'.encode(), "image/svg+xml")
        is Outcome.PARSE_LIMIT
    )
    assert outcome_of(b"<other/>", "image/svg+xml") is Outcome.UNREADABLE
    assert outcome_of(b"<svg", "image/svg+xml") is Outcome.UNREADABLE


@pytest.mark.parametrize("kind", ZIPPED)
def test_a_bomb_in_a_part_is_defused(kind: str) -> None:
    """faults: 33"""
    bomb = b"<x>" + b" " * 60_000_000 + b"</x>"
    body = with_part(kind, MAIN[kind], bomb)
    assert len(body) < 200_000
    tracemalloc.start()
    try:
        assert outcome_of(body, "", max_document_size=20_000_000) is Outcome.DECODE_LIMIT
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_sizes_that_lie_do_not_help_a_bomb() -> None:
    """faults: 33"""
    body = bytearray(with_part("docx", MAIN["docx"], b"<x>" + b" " * 60_000_000 + b"</x>"))
    size = (60_000_007).to_bytes(4, "little")
    while (place := body.find(size)) >= 0:
        body[place : place + 4] = (100).to_bytes(4, "little")
    assert outcome_of(bytes(body)) in (Outcome.UNREADABLE, Outcome.DECODE_LIMIT)


def test_overlapping_parts_and_many_parts_end_soon() -> None:
    """faults: 33"""
    many = {f"word/{number}.xml": b"" for number in range(11_000)}
    body = zipped({"[Content_Types].xml": "<Types/>", **many})
    assert outcome_of(body) is Outcome.PARSE_LIMIT
    # All entries of the directory lead to the same packed megabytes.
    packed = zipped({"x": b" " * 5_000_000})
    start = packed.rindex(b"PK\x01\x02")
    entry = packed[start : packed.rindex(b"PK\x05\x06")]
    names = [b"word/document.xml", b"_rels/.rels", b"docProps/core.xml", *(b"word/h%d.xml" % n for n in range(200))]
    directory = b"".join(entry[:28] + len(name).to_bytes(2, "little") + entry[30:46] + name for name in names)
    end = b"PK\x05\x06\0\0\0\0" + len(names).to_bytes(2, "little") * 2 + len(directory).to_bytes(4, "little")
    body = packed[:start] + directory + end + start.to_bytes(4, "little") + b"\0\0"
    assert outcome_of(body, MEDIA_TYPES["docx"][0]) in (Outcome.UNREADABLE, Outcome.DECODE_LIMIT)


def test_a_zip_in_a_zip_is_not_opened() -> None:
    """faults: 33: a quine unpacks to itself for ever, for those who unpack what they unpacked."""
    inner = zipped({"word/document.xml": b"x", "[Content_Types].xml": b"<Types/>"})
    for _ in range(20):
        inner = zipped({"nested.zip": inner, "word/nested.docx": inner})
    outcome, reason, found = answer(inner, "application/zip")
    assert outcome is Outcome.OK
    assert found is not None
    assert found.text == ""
    assert "no text" in reason


@pytest.mark.parametrize(
    "name", ["../../../../tmp/mekik-was-here", "/tmp/mekik-was-here", "..\\x", "con", "a" * 60_000]
)
def test_names_that_lead_out_lead_nowhere(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """faults: 33"""
    monkeypatch.chdir(tmp_path)
    links = relations(("n", "footnotes", name), ("m", "footnotes", "../" * 40 + "etc/passwd"))
    body = with_part(
        "docx", "word/_rels/document.xml.rels", links, zipped({**_parts("docx"), name: b"<x><p><t>no</t></p></x>"})
    )
    outcome, _, found = answer(body, "")
    assert outcome is Outcome.OK
    assert found is not None
    assert list(tmp_path.iterdir()) == []
    assert not os.path.exists("/tmp/mekik-was-here")
    assert "root:" not in found.text


def _parts(kind: str) -> dict[str, str | bytes]:
    with zipfile.ZipFile(io.BytesIO(MAKERS[kind](PAPER))) as bundle:
        return {entry.filename: bundle.read(entry) for entry in bundle.infolist()}


def test_a_million_nested_elements() -> None:
    """faults: 26"""
    assert outcome_of(with_part("docx", MAIN["docx"], b"<p>" * 1_000_000)) is Outcome.PARSE_LIMIT
    assert outcome_of(b"{\\rtf1" + b"{" * 1_000_000, "application/rtf") is Outcome.PARSE_LIMIT


def test_one_string_shown_a_million_times_is_cut() -> None:
    """A spreadsheet may point at one long string from every cell."""
    strings = b"<sst><si><t>" + b"x" * 1_000_000 + b"</t></si></sst>"
    cells = b"<worksheet><sheetData><row>" + b'<c t="s"><v>0</v></c>' * 200_000 + b"</row></sheetData></worksheet>"
    body = with_part("xlsx", "xl/sharedStrings.xml", strings)
    outcome, remark, found = answer(with_part("xlsx", MAIN["xlsx"], cells, body), "")
    assert outcome is Outcome.OK
    assert "characters" in remark
    assert found is not None
    assert len(found.text) <= 2_000_000


@pytest.mark.parametrize("kind", ["odt", "epub", "docx"])
def test_encrypted_documents_say_so(kind: str) -> None:
    """faults: 32"""
    if kind == "docx":
        body = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(100)
    elif kind == "odt":
        body = with_part("odt", "META-INF/manifest.xml", '<m:manifest xmlns:m="m"><m:encryption-data/></m:manifest>')
    else:
        body = with_part("epub", "META-INF/encryption.xml", '<e><EncryptionMethod Algorithm="http://drm.test/"/></e>')
    assert outcome_of(body) is Outcome.ENCRYPTED
    assert outcome_of(locked_pdf(PAPER)) is Outcome.ENCRYPTED


def test_hidden_fonts_do_not_make_a_book_encrypted() -> None:
    fonts = '<e><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></e>'
    assert outcome_of(with_part("epub", "META-INF/encryption.xml", fonts)) is Outcome.OK


def test_encrypted_parts_of_a_zip() -> None:
    body = bytearray(MAKERS["docx"](PAPER))
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = body.find(sign)
        while at >= 0:
            body[at + place] |= 1
            at = body.find(sign, at + 1)
    assert outcome_of(bytes(body)) is Outcome.ENCRYPTED


@pytest.mark.parametrize("kind", list(MAKERS))
def test_half_a_document(kind: str) -> None:
    body = MAKERS[kind](PAPER)
    outcome = outcome_of(body[: len(body) // 2], MEDIA_TYPES[kind][0])
    assert outcome is (Outcome.OK if kind == "rtf" else Outcome.UNREADABLE)
    outcome, reason, _ = answer(body, MEDIA_TYPES[kind][0], max_size=len(body) // 2)
    assert outcome is Outcome.TRUNCATED or "cut at the size limit" in reason


@pytest.mark.parametrize(
    "body",
    [
        pdf_file([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 1 /Kids [2 0 R] >>"]),
        pdf_file([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 99999999 /Kids [3 0 R] >>",
                  b"<< /Type /Pages /Parent 2 0 R /Count 9 /Kids [2 0 R 3 0 R] >>"]),
        pdf_file([b"2 0 R", b"1 0 R"]),
        b"%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF",
        b"%PDF-1.7\n" + b"1 0 obj << /Length 5 0 R >> stream\n" * 2000,
        b"%PDF-1.7\n" + b"[" * 500_000,
        b"%PDF-1.7\n1 0 obj " + b"<< /A " * 200_000,
        b"%PDF-",
    ],
    ids=["kids", "count", "self", "xref", "streams", "arrays", "dictionaries", "nothing"],
)  # fmt: skip
def test_pdfs_that_go_round_in_circles(body: bytes) -> None:
    """faults: 32"""
    assert outcome_of(body, "application/pdf") in (Outcome.UNREADABLE, Outcome.OK)


def test_a_pdf_of_very_many_pages() -> None:
    """faults: 32"""
    count = 20_000
    kids = b" ".join(b"%d 0 R" % (3 + number) for number in range(count))
    pages = [b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>"] * count
    body = pdf_file(
        [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count %d /Kids [%b] >>" % (count, kids), *pages]
    )
    outcome, remark, _ = answer(body, "application/pdf", settings=ParseSettings(max_document_pages=500))
    assert outcome is Outcome.OK
    assert remark.startswith("only the first")


@given(
    kind=st.sampled_from(sorted(MAKERS)),
    cuts=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=30),
)
@settings(max_examples=150, deadline=None)
def test_damaged_documents_have_an_outcome(kind: str, cuts: list[tuple[float, int]]) -> None:
    """A byte changed here and there: whatever comes of it, it has a name."""
    body = bytearray(MAKERS[kind](PAPER))
    for place, value in cuts:
        body[int(place * (len(body) - 1))] = value
    outcome, reason, found = answer(bytes(body), MEDIA_TYPES[kind][0])
    assert (found is not None) == (outcome is Outcome.OK)
    assert found is not None or reason


SIGNS = [
    b"", b"PK\x03\x04", b"{\\rtf1", b"\xff\xd8\xff",
    b"RIFF\0\0\0\0WEBP", b"<svg>", b"GIF89a", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
]  # fmt: skip


@given(body=st.binary(max_size=400), kind=st.sampled_from(sorted(MEDIA_TYPES)), sign=st.sampled_from(SIGNS))
@settings(max_examples=200, deadline=None)
def test_any_bytes_under_any_name(body: bytes, kind: str, sign: bytes) -> None:
    media = MEDIA_TYPES[kind][0].replace("*", "png")
    outcome, _, found = answer(sign + body, media)
    assert (found is not None) == (outcome is Outcome.OK)


def test_a_stream_bomb_in_a_pdf() -> None:
    """faults: 32: what PDFium unpacks is bounded by the worker's memory; a page of blanks has no text."""
    content = stream(b" " * 30_000_000)
    assert len(content) < 100_000
    body = pdf_file([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
                     b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>", content])  # fmt: skip
    outcome, _, found = answer(body, "application/pdf")
    assert outcome is Outcome.OK
    assert found is not None
    assert found.text == ""


def test_bare_addresses_are_found_in_linear_time() -> None:
    """faults: 35"""
    started = time.process_time()
    for piece in ("http://", "http://a" + ")" * 1900 + " ", "http://a" + "." * 1900 + " ", "https", "http://[" * 3):
        bare_addresses(piece * (2_000_000 // len(piece)), 10_000)
    assert time.process_time() - started < 20
