"""Which pages go into the index, and as what."""

from __future__ import annotations

import msgspec
import pytest
from index_kit import URL, make_page

from mekik.index import entry_of, type_name, uid_of
from mekik.outcome import Outcome
from mekik.page import Analysis, Document


def test_a_page_becomes_an_entry_with_all_its_parts() -> None:
    entry = entry_of(make_page(), "ayse", "gazete")
    assert entry is not None
    assert (entry.owner, entry.job, entry.url) == ("ayse", "gazete", URL)
    assert (entry.host, entry.domain, entry.type, entry.language) == (
        "www.gazete.com.tr",
        "gazete.com.tr",
        "html",
        "tr",
    )
    assert (entry.title, entry.content) == ("Köprü açıldı", "Yeni köprünün açılışı yapıldı.")
    assert (entry.file, entry.offset, entry.size) == ("gazete-00001.warc.gz", 5678, 500)
    assert entry.content_root == "yeni köprü açılış yap"
    assert not entry.nosnippet


def test_a_page_without_title_is_untitled() -> None:
    page = make_page(document=Document(title="  ", text="metin"))
    entry = entry_of(page, "ayse", "gazete")
    assert entry is not None
    assert entry.title == "untitled"


@pytest.mark.parametrize("text", ["", "  \n "])
def test_a_page_without_text_is_not_indexed(text: str) -> None:
    assert entry_of(make_page(document=Document(title="Başlık", text=text)), "ayse", "gazete") is None


def test_noindex_is_respected() -> None:
    assert entry_of(make_page(document=Document(text="metin", noindex=True)), "ayse", "gazete") is None


def test_nosnippet_is_remembered() -> None:
    entry = entry_of(make_page(document=Document(text="metin", nosnippet=True)), "ayse", "gazete")
    assert entry is not None
    assert entry.nosnippet


@pytest.mark.parametrize("outcome", list(Outcome))
def test_only_pages_that_came_whole_or_cut_are_indexed(outcome: Outcome) -> None:
    indexed = entry_of(make_page(outcome=outcome), "ayse", "gazete") is not None
    assert indexed == (outcome in {Outcome.OK, Outcome.NOT_MODIFIED, Outcome.TRUNCATED, Outcome.IMPORTED})


def test_what_was_not_parsed_is_not_indexed() -> None:
    assert entry_of(make_page(document=None), "ayse", "gazete") is None
    assert entry_of(make_page(analysis=None), "ayse", "gazete") is None


def test_plain_analysis_leaves_the_other_fields_empty() -> None:
    page = make_page(analysis=Analysis(content_exact="yeni köprünün", title_exact="köprü"))
    entry = entry_of(page, "ayse", "gazete")
    assert entry is not None
    assert (entry.content_root, entry.content_short, entry.title_root) == ("", "", "")


def test_an_entry_survives_a_pipe() -> None:
    entry = entry_of(make_page(), "ayse", "gazete")
    assert entry is not None
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(entry), type=type(entry)) == entry


def test_a_uid_is_of_one_owner_and_one_address() -> None:
    uids = {uid_of(owner, url) for owner in ("ayse", "ali") for url in (URL, URL + "?")}
    assert len(uids) == 4
    assert uid_of("ayse", URL) == uid_of("ayse", URL)


@pytest.mark.parametrize(
    ("content_type", "name"),
    [
        ("text/html; charset=utf-8", "html"),
        ("TEXT/HTML", "html"),
        ("application/xhtml+xml", "html"),
        ("text/plain", "text"),
        ("application/pdf", "pdf"),
        ("application/rss+xml", "feed"),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
        ("html", "html"),
        ("image/png", "image"),
        ("", "unknown"),
    ],
)
def test_types_have_short_names(content_type: str, name: str) -> None:
    assert type_name(content_type) == name
