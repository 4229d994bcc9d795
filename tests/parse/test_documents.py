"""Documents of every format give title, text in order, links and facts, whatever their server calls them."""

from __future__ import annotations

import struct
import zlib
from datetime import UTC, datetime

import pytest
from parse_kit import answer, document

from mekik.lab.demo.documents import MAKERS
from mekik.lab.demo.listings import picture
from mekik.lab.demo.office_files import relations
from mekik.lab.demo.paper import Paper, zipped
from mekik.media import MEDIA_TYPES, UNTOLD, media_types, type_name, type_names
from mekik.outcome import Outcome
from mekik.parse.documents import bare_addresses
from mekik.settings import ParseSettings

PAPER = Paper(
    title="Kıyı günlüğü",
    body="Işık dün gece de yandı, şükür.\n\nSee [the keeper's page](http://a.test/keeper?b=1&c=2) today.\n\nAlso http://bare.test/x.",
    author="Ömer Şahin",
    language="tr",
)
WORDS = "Işık dün gece de yandı, şükür. See the keeper's page today. Also http://bare.test/x."
FORMATS = list(MAKERS)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("served", ["own", "application/octet-stream", "text/html", ""])
def test_each_format_under_each_name(kind: str, served: str) -> None:
    media = MEDIA_TYPES[kind][0]
    found = document(MAKERS[kind](PAPER), media if served == "own" else served, url="http://a.test/f/report.bin")
    text = found.text.replace("100 ", "").replace("200 ", "").replace(" 300", "")
    assert text.endswith(WORDS)
    assert found.content_type == media
    assert type_name(found.content_type) == kind
    assert (found.title, found.author) == (PAPER.title, PAPER.author)
    assert found.links.urls == ["http://a.test/keeper?b=1&c=2", "http://bare.test/x"]
    if kind not in ("rtf", "pdf"):
        assert found.links.anchors[0] == "the keeper's page"
    if kind != "rtf":
        assert found.language == "tr"
        assert found.published is not None
        assert datetime.fromtimestamp(found.published, UTC).strftime("%Y-%m-%d") == "2024-03-02"


def test_a_pdf_names_the_words_under_a_link() -> None:
    found = document(MAKERS["pdf"](PAPER), "application/pdf")
    assert found.links.anchors[0] == "See the keeper's page today."
    assert found.published == datetime(2024, 3, 2, 7, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("kind", FORMATS)
def test_bare_addresses_are_a_setting(kind: str) -> None:
    settings = ParseSettings(bare_links=False)
    found = document(MAKERS[kind](PAPER), MEDIA_TYPES[kind][0], settings=settings)
    assert found.links.urls == ["http://a.test/keeper?b=1&c=2"]


def test_bare_addresses_lose_the_punctuation_around_them() -> None:
    text = "(http://a.test/x), <http://b.test/y>. http://c.test/z_(w)! and https://d.test/?q=1; nothttp://e"
    assert bare_addresses(text, 10) == [
        "http://a.test/x",
        "http://b.test/y",
        "http://c.test/z_(w)",
        "https://d.test/?q=1",
    ]
    assert bare_addresses("http://a.test/1 http://a.test/2 http://a.test/3", 2) == [
        "http://a.test/1",
        "http://a.test/2",
    ]


def test_plain_texts_lead_on_too() -> None:
    found = document("See http://a.test/next, please.", "text/plain")
    assert found.links.urls == ["http://a.test/next"]


@pytest.mark.parametrize("kind", FORMATS)
def test_a_document_without_a_title_is_called_by_heading_or_file(kind: str) -> None:
    nameless = Paper(title="", body="Only words.")
    found = document(
        MAKERS[kind](nameless), MEDIA_TYPES[kind][0], url="http://a.test/f/y%C4%B1ll%C4%B1k-rapor_2023.x.pdf"
    )
    assert found.title == "yıllık rapor 2023 x"


def test_a_title_by_the_printer_is_mended() -> None:
    found = document(MAKERS["pdf"](Paper(title="Microsoft Word - Rapor", body="Words.")), "application/pdf")
    assert found.title == "Rapor"


def test_an_error_page_under_a_documents_name_is_a_page() -> None:
    found = document("<!DOCTYPE html><title>Log in</title><p>Please", "application/pdf")
    assert (found.content_type, found.title) == ("text/html", "Log in")


def test_robots_wishes_in_the_header_hold_for_documents() -> None:
    found = document(MAKERS["pdf"](PAPER), "application/pdf", robots="noindex, nofollow")
    assert (found.noindex, found.nofollow) == (True, True)


def test_without_text_there_are_still_links() -> None:
    from mekik.page import Source
    from mekik.parse import parse
    from mekik.urls import Normaliser

    source = Source(1, "http://a.test/a.docx", "", "", MAKERS["docx"](PAPER))
    outcome, _, found = parse(source, ParseSettings(), Normaliser(), 1_000_000, with_text=False)
    assert outcome is Outcome.OK
    assert found is not None
    assert (found.text, len(found.links.urls)) == ("", 2)


def _docx(body: str, links: str = "", **more: str) -> bytes:
    return zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": relations(("r", "officeDocument", "word/document.xml")),
            "word/_rels/document.xml.rels": links or relations(),
            "word/document.xml": f'<w:document xmlns:w="w" xmlns:mc="m"><w:body>{body}</w:body></w:document>',
            **{name.replace("__", "/") + ".xml": part for name, part in more.items()},
        }
    )


def test_word_without_deleted_hidden_and_repeated_text_but_with_notes_and_fields() -> None:
    body = (
        "<w:p><w:r><w:t>one</w:t></w:r><w:r><w:tab/><w:t>two</w:t></w:r></w:p>"
        "<w:p><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>"
        "<mc:AlternateContent><mc:Choice><w:r><w:t>three</w:t></w:r></mc:Choice>"
        "<mc:Fallback><w:r><w:t>three</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>"
        '<w:p><w:r><w:fldChar/></w:r><w:r><w:instrText> HYPERLINK "http://field.test/"</w:instrText></w:r>'
        "<w:r><w:fldChar/></w:r><w:r><w:t>four</w:t></w:r></w:p>"
    )
    links = relations(("n", "footnotes", "footnotes.xml"), ("x", "footer", "/word/missing.xml"))
    found = document(_docx(body, links, word__footnotes="<f><p><r><t>a note</t></r></p></f>"), "")
    assert found.text == "one two three four a note"
    assert found.links.urls == ["http://field.test/"]


def test_spreadsheets_show_numbers_own_strings_and_formulas() -> None:
    sheet = (
        '<worksheet><sheetData><row><c t="inlineStr"><is><t>own</t></is></c><c><v>42.5</v></c><c t="b"><v>1</v></c>'
        '<c t="s"><v>99</v></c><c t="str"><f>HYPERLINK("http://formula.test/","x")</f><v>made</v></c></row></sheetData>'
        "</worksheet>"
    )
    body = zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": relations(("r", "officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="First" r:id="a"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relations(("a", "worksheet", "worksheets/sheet1.xml")),
            "xl/worksheets/sheet1.xml": sheet,
        }
    )
    found = document(body, "")
    assert found.text == "First own 42.5 made"
    assert found.links.urls == ["http://formula.test/"]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (rb"{\rtf1\ansi\ansicpg1254 \'fe\'fd k\'f6y\par two}", "şı köy two"),
        (rb"{\rtf1{\fonttbl{\f0\fcharset0 A;}{\f3\fcharset162 B;}}\f3 \'f0 {\f0 \'f0} \'f0}", "ğ ð ğ"),
        (rb"{\rtf1 a{\*\unknown skip me}b{\pict 0aff}c{\v hidden}d\line e}", "abcd e"),
        (rb"{\rtf1\uc0 \u287 \u-10179 \u-8704 \uc2 \u305 xxy}", "ğ😀ıy"),
        (rb"{\rtf1 a\bin5 {{{{{b\~c\_d\\\{\}\emdash}", "ab c-d\\{}—"),
        (rb"{\rtf1 unclosed {groups {are fine", "unclosed groups are fine"),
        (rb"{\rtf1 extra}}}} closing", "extra closing"),
    ],
)  # fmt: skip
def test_rtf(source: bytes, text: str) -> None:
    assert document(source, "application/rtf").text == text


def test_a_book_is_read_in_the_order_of_its_spine_without_scripts() -> None:
    book = zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<c><rootfiles><rootfile full-path="b.opf"/></rootfiles></c>',
            "b.opf": '<package><manifest><item id="1" href="a%20b.xhtml" media-type="application/xhtml+xml"/>'
            '<item id="2" href="first.xhtml" media-type="application/xhtml+xml"/>'
            '<item id="3" href="x.css" media-type="text/css"/>'
            '</manifest><spine><itemref idref="2"/><itemref idref="3"/><itemref idref="1"/></spine></package>',
            "a b.xhtml": "<html><body><script>alert(1)</script><p>second&nbsp;chapter</p><p>end</body></html>",
            "first.xhtml": '<!DOCTYPE html><html><body><h1>First</h1><a href="a%20b.xhtml">inside</a></body></html>',
        }
    )
    found = document(book, "")
    assert found.text == "First inside second chapter end"
    assert found.links.urls == []


def _png_chunkless(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height)


JPEG = (
    b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xff\xc0\0\x11\x08"
    + struct.pack(">HH", 200, 300)
    + b"\3\1\x22\0"
)


@pytest.mark.parametrize(
    ("body", "media", "size"),
    [
        (picture("/x.png"), "image/png", (120, 80)),
        (_png_chunkless(7, 9), "image/png", (7, 9)),
        (JPEG, "image/jpeg", (300, 200)),
        (b"GIF89a" + struct.pack("<HH", 16, 4), "image/gif", (16, 4)),
        (b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + b"\x63\0\0" + b"\x31\0\0", "image/webp", (100, 50)),
        (b"RIFF\0\0\0\0WEBPVP8 " + bytes(10) + struct.pack("<HH", 640, 480), "image/webp", (640, 480)),
        (b"RIFF\0\0\0\0WEBPVP8L" + bytes(4) + b"\x2f" + struct.pack("<I", 31 | 15 << 14), "image/webp", (32, 16)),
        (b'<svg width="30" height="20px"/>', "image/svg+xml", (30, 20)),
        (b'<svg width="100%" viewBox="0 0 64 32"/>', "image/svg+xml", (64, 32)),
        (b"\xff\xd8\xff\xe0\0", "image/jpeg", (0, 0)),
        (b"\x89PNG\r\n\x1a\n", "image/png", (0, 0)),
        (b"GIF89a\0\0\0\0", "image/gif", (0, 0)),
    ],
)  # fmt: skip
def test_pictures_tell_their_size_and_are_found_by_name(body: bytes, media: str, size: tuple[int, int]) -> None:
    found = document(body, media, url="http://a.test/img/old_harbour-1950.png")
    assert found.metadata is not None
    (image,) = found.metadata.images
    assert (image.width, image.height) == size
    assert (found.content_type, found.text) == (media, "old harbour 1950")


def test_words_of_an_svg() -> None:
    svg = '<?xml version="1.0"?><svg><title>Harbour plan</title><desc>Two piers</desc><text>North</text></svg>'
    found = document(svg, "image/svg+xml", url="http://a.test/plan.svg")
    assert found.title == "Harbour plan"
    assert found.text == "Harbour plan Two piers North plan"


def test_long_documents_give_their_beginning() -> None:
    long = Paper(title="T", body="\n\n".join(f"Slide {number}." for number in range(30)))
    outcome, remark, found = answer(MAKERS["pptx"](long), "", settings=ParseSettings(max_document_pages=3))
    assert outcome is Outcome.OK
    assert found is not None
    assert found.text == "T Slide 0. Slide 1. Slide 2."
    assert remark == "only the first 3 pages were read"
    outcome, remark, found = answer(MAKERS["odt"](long), "", settings=ParseSettings(max_text=1000))
    assert remark == ""
    outcome, remark, found = answer(
        MAKERS["pdf"](Paper("T", "words " * 3000)), "", settings=ParseSettings(max_text=1000)
    )
    assert "1000 characters" in remark
    assert found is not None
    assert len(found.text) <= 1000


OVER = ParseSettings(timeout=1e-9)
"""However fast the machine is: the time is over before the clock is looked at. The beginning is read all the same."""


def test_a_long_pdf_stops_when_its_time_is_over() -> None:
    """faults: 32"""
    long = Paper(title="T", body="\n\n".join(f"Line {number}." for number in range(2000)))
    outcome, remark, found = answer(MAKERS["pdf"](long), "", settings=OVER)
    assert (outcome, remark) == (Outcome.OK, "only the first 1 pages were read in the time there is")
    assert found is not None
    assert "Line 0." in found.text
    assert "Line 1999." not in found.text


def test_a_long_text_stops_when_its_time_is_over() -> None:
    long = Paper(title="T", body="\n\n".join(f"Line {number}." for number in range(3000)))
    outcome, remark, found = answer(MAKERS["docx"](long), "", settings=OVER)
    assert (outcome, remark) == (Outcome.OK, "only the beginning was read in the time there is")
    assert found is not None
    assert found.text.startswith("T Line 0. Line 1. Line 2.")
    assert "Line 2999." not in found.text


def test_short_names_of_types() -> None:
    assert media_types(["pdf", "text/x-special", "office"])[:3] == (
        "application/pdf",
        "application/x-pdf",
        "text/x-special",
    )
    assert set(type_names("office")) > {"docx", "ods", "rtf"}
    assert type_names("application/pdf") == ("pdf",)
    assert type_names("image/png") == ("image",)
    assert type_name("application/msword") == "office"
    assert not set(UNTOLD) & set(media_types(["pdf", "office", "epub", "html"]))


def test_a_document_behind_a_content_encoding() -> None:
    body = zlib.compress(MAKERS["docx"](PAPER))
    outcome, reason, found = answer(body, "", encoding="deflate")
    assert outcome is Outcome.OK, reason
    assert found is not None
    assert found.title == PAPER.title
