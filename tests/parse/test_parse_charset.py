"""Bytes to text: BOM, header, meta, content, and labels that nobody knows."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_kit import document

from mekik.parse.charset import to_utf8

TURKISH = "Iğdır'ın şirin köyü; çağdaş İstanbul, göğüs, ürün ve ışık üzerine uzun bir yazı. "


@pytest.mark.parametrize("label", ["windows-1254", "iso-8859-9", "ISO8859-9", "latin5", '"windows-1254"', "x-cp1254"])
def test_turkish_single_byte_pages_by_header(label: str) -> None:
    found = document(f"<p>{TURKISH}".encode("cp1254"), f"text/html; charset={label}")
    assert found.text == TURKISH.strip()
    assert found.charset == "windows-1254"


@pytest.mark.parametrize(
    "meta",
    [
        '<meta charset="iso-8859-9">',
        "<meta charset=windows-1254>",
        '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=ISO-8859-9">',
    ],
)
def test_charset_by_meta(meta: str) -> None:
    assert document(f"{meta}<p>{TURKISH}".encode("cp1254")).text == TURKISH.strip()


def test_charset_by_content_alone() -> None:
    found = document(f"<p>{TURKISH * 5}".encode("cp1254"))
    assert found.text == (TURKISH * 5).strip()


def test_bom_beats_header() -> None:
    """faults: 31"""
    found = document(b"\xef\xbb\xbf" + f"<p>{TURKISH}".encode(), "text/html; charset=windows-1254")
    assert (found.text, found.charset) == (TURKISH.strip(), "utf-8")
    wide = b"\xff\xfe" + f"<p>{TURKISH}".encode("utf-16-le")
    assert document(wide, "text/html; charset=utf-8").text == TURKISH.strip()


def test_header_beats_meta() -> None:
    body = f"<meta charset=windows-1251><p>{TURKISH}".encode("cp1254")
    assert document(body, "text/html; charset=windows-1254").text == TURKISH.strip()


def test_valid_utf8_is_believed_over_a_wrong_label() -> None:
    """faults: 31"""
    assert document(f"<p>{TURKISH}", "text/html; charset=iso-8859-9").text == TURKISH.strip()


@pytest.mark.parametrize(
    "label", ["x-unheard-of", "utf-8,gbk", "'utf-8'", "none", "base64", "rot13", "idna", "\x00", "utf-8;;", "é"]
)
def test_unknown_labels_never_raise(label: str) -> None:
    """faults: 31"""
    assert document(f"<p>{TURKISH}", f"text/html; charset={label}").text == TURKISH.strip()


def test_x_sjis_is_known() -> None:
    """faults: 31"""
    assert document("<p>日本語".encode("cp932"), "text/html; charset=x-sjis").text == "日本語"


def test_invalid_bytes_become_replacement_characters() -> None:
    """faults: 31"""
    found = document("<p>çok güzel bir şey \u2014 ığdır".encode() + b" \xff\xfe\x80 son", "text/html; charset=utf-8")
    assert found.charset == "utf-8"
    assert found.text.startswith("çok güzel")
    assert "\ufffd" in found.text


def test_a_page_cut_inside_a_character_stays_utf8() -> None:
    found = document(f"<p>{TURKISH}ş".encode()[:-1])
    assert found.charset == "utf-8"
    assert found.text.startswith(TURKISH.strip())


def test_surrogates_cannot_get_through() -> None:
    """faults: 31"""
    for body in (b"<p>&#xD800; a", b"<p>\xed\xa0\x80 a", b"\xff\xfe<\0p\0>\0\x00\xd8a\0", b"<title>&#xDFFF;a"):
        found = document(body)
        msgspec.msgpack.encode(found)
        assert "a" in found.text + found.title


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400), st.text(max_size=60))
def test_any_bytes_with_any_label(body: bytes, label: str) -> None:
    """faults: 31"""
    utf8, name = to_utf8(body, f"text/html; charset={label}")
    utf8.decode()
    assert name
