"""Documents of the demo web, crawled: found, searchable by type, and what they lead to is found too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from crawl_kit import OPTIONS, WORKERS, Crawled

import mekik
from mekik.errors import SettingError
from mekik.lab.demo import DemoWeb, Kind

PAPERS = "http://museum.localhost:{port}/papers/"


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("ragged wick paraffin", "lamp-trimmer.pdf"),
        ("trustees speaking terms type:docx", "loan-form.docx"),
        ("shortbread type:xlsx", "tin-inventory.xlsx"),
        ("plumbers type:pptx", "opening-talk.pptx"),
        ("omnibus mangle type:odt", "visitor-letters.odt"),
        ("accordion caretaker type:ods", "cellar-floods.ods"),
        ("camphor type:odp", "moth-slides.odp"),
        ('"feather duster" type:epub', "book-of-dust.epub"),
        ("gong type:rtf", "house-rules.rtf"),
        ("galoshes type:pdf", "price-list.pdf"),
        ("barometers type:office", "loan-form.docx"),
        ("pencil lining coat", "trimmers-map"),
    ],
)
def test_what_stands_in_a_document_is_found(crawled: Crawled, query: str, name: str) -> None:
    hits = crawled.workspace.search(query).hits
    assert hits[0].url == PAPERS.format(port=crawled.web.port) + name
    assert hits[0].snippet.highlights


def test_a_page_that_only_a_pdf_names_was_found_through_it(crawled: Crawled) -> None:
    (truth,) = [one for one in crawled.web.truth() if one.kind == Kind.IN_DOCUMENT.label]
    why = crawled.workspace.why(truth.url)
    assert why.found_on == PAPERS.format(port=crawled.web.port) + "lamp-trimmer.pdf"
    assert why.indexed


def test_a_locked_and_a_broken_file_have_their_outcome_and_reason(crawled: Crawled) -> None:
    """faults: 32, 33"""
    root = PAPERS.format(port=crawled.web.port)
    locked, broken = (
        crawled.workspace.why(root + "sealed-letters.pdf"),
        crawled.workspace.why(root + "soaked-ledger.docx"),
    )
    assert (locked.status, locked.outcome) == ("error", "encrypted")
    assert "password" in locked.reason
    assert (broken.status, broken.outcome) == ("error", "unreadable")
    assert "zip" in broken.reason


def test_hits_tell_type_and_facets_count_it(crawled: Crawled) -> None:
    result = crawled.workspace.search("site:museum.localhost type:office", limit=100)
    assert {hit.type for hit in result.hits} == {"docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf"}
    counted = {facet.value: facet.count for facet in result.facets.type}
    assert sum(counted.values()) == result.total
    by_option = crawled.workspace.search("site:museum.localhost", type="office", limit=100)
    assert {hit.url for hit in by_option.hits} == {hit.url for hit in result.hits}


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(crawl_delay=0.01) as web:
        yield web


def test_only_named_types_become_searchable_but_links_are_followed(web: DemoWeb, folder: Path) -> None:
    workspace = mekik.open(folder)
    options = {**OPTIONS, **WORKERS, "scope.kind": "path", "index.types": ["pdf"]}
    workspace.crawl(web.url("museum.localhost", "/papers/"), options)
    result = workspace.search("site:museum.localhost")
    assert {hit.type for hit in result.hits} == {"pdf"}
    why = workspace.why(web.url("museum.localhost", "/papers/trimmers-map"))
    assert (why.outcome, why.indexed) == ("ok", False)


def test_types_that_are_not_fetched_stop_at_the_header(web: DemoWeb, folder: Path) -> None:
    workspace = mekik.open(folder)
    workspace.crawl(web.url("museum.localhost", "/papers/"), {**OPTIONS, "scope.kind": "path", "fetch.types": ["html"]})
    for name in ("lamp-trimmer.pdf", "loan-form.docx", "price-list.pdf"):
        assert workspace.why(web.url("museum.localhost", "/papers/" + name)).outcome == "unwanted_type"


def test_a_type_that_nobody_knows_is_named_with_the_nearest(folder: Path) -> None:
    with pytest.raises(SettingError, match="Did you mean 'docx'"):
        mekik.open(folder).crawl("http://a.test/", {"index.types": ["doxc"]})
