"""A whole crawl of the demo web, judged by its labels."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from crawl_kit import Crawled

from judges import warcio_check
from mekik.lab.demo import Kind
from mekik.lab.demo.leads import WAYS

_FOUND = {"seed", "link", "form", "document", "sitemap", "feed", *WAYS}


def test_every_labelled_address_has_its_outcome(crawled: Crawled) -> None:
    wrong = []
    for truth in crawled.web.truth():
        if not truth.outcomes or truth.found_by not in _FOUND:
            continue
        why = crawled.workspace.why(truth.url)
        if why.outcome not in truth.outcomes:
            wrong.append((truth.url, truth.kind, truth.outcomes, why.status, why.outcome, why.reason))
    assert wrong == []


def test_what_should_be_found_by_a_search_is_indexed_and_nothing_else(crawled: Crawled) -> None:
    wrong = []
    for truth in crawled.web.truth():
        if truth.kind == Kind.TRAP.label or truth.found_by not in _FOUND or not truth.outcomes:
            continue
        why = crawled.workspace.why(truth.url)
        if why.indexed != truth.indexed:
            wrong.append((truth.url, truth.kind, why.status, why.outcome, why.indexed))
    assert wrong == []


def test_pages_that_no_link_leads_to_are_found_by_their_sitemap_or_feed(crawled: Crawled) -> None:
    ways = {"sitemap": ("M", Kind.SITEMAP_ONLY), "feed": ("F", Kind.FEED_ONLY)}
    for way, (letter, kind) in ways.items():
        found = [truth for truth in crawled.web.truth() if truth.kind == kind.label]
        assert len({truth.named_by for truth in found}) >= 5, f"one {way} in each dress"
        for truth in found:
            why = crawled.workspace.why(truth.url)
            assert (why.outcome, why.indexed, why.found_on) == ("ok", True, truth.named_by)
            assert (why.path or "").endswith(letter)
            hint = why.hint
            assert hint is not None
            assert (hint.said_by, hint.priority) == (truth.named_by, truth.priority)
            if kind is Kind.FEED_ONLY:
                assert (hint.topics, hint.author) == ((f"about {truth.topic}",), truth.author)
                assert hint.published is not None
                hits = crawled.workspace.search(f'title:"{truth.title}"', topic=f"about {truth.topic}").hits
                assert [hit.url for hit in hits] == [truth.url]


def test_hidden_pages_are_found_by_their_ways(crawled: Crawled) -> None:
    letters = {"refresh": "R", "frame": "E", "area": "L", "next": "A", "button": "Q", "header": "H", "location": "H"}
    hidden = [truth for truth in crawled.web.truth() if truth.kind == Kind.HIDDEN.label]
    assert {truth.found_by for truth in hidden} == WAYS
    for truth in hidden:
        why = crawled.workspace.why(truth.url)
        assert (why.outcome, why.indexed) == ("ok", True), truth.url
        assert why.path is not None
        assert why.path[-1] == letters.get(truth.found_by, "J"), truth.url


def test_authors_and_dates_are_known(crawled: Crawled) -> None:
    told = [truth for truth in crawled.web.truth() if truth.author and truth.published]
    assert len(told) >= 2
    for truth in told:
        (hit,) = crawled.workspace.search(f'author:"{truth.author}"').hits
        assert hit.url == truth.url
        published = datetime.fromisoformat(truth.published)
        expected = published if published.tzinfo else published.replace(tzinfo=UTC)
        assert hit.published is not None
        assert datetime.fromisoformat(hit.published) == expected


def test_no_page_was_asked_for_twice(crawled: Crawled) -> None:
    asked = Counter((host, path) for _, host, path, status, _ in crawled.web.requests if status == 200)
    assert {key: count for key, count in asked.items() if count > 1} == {}


def test_robots_txt_was_asked_before_the_first_page_of_each_host(crawled: Crawled) -> None:
    first: dict[str, str] = {}
    for _, host, path, _, _ in crawled.web.requests:
        first.setdefault(host, path)
    assert set(first.values()) == {"/robots.txt"}


def test_what_robots_txt_forbids_was_never_asked_for(crawled: Crawled) -> None:
    denied = [truth for truth in crawled.web.truth() if truth.kind == Kind.ROBOTS_DENIED.label]
    assert denied
    asked = {f"http://{host}{path}" for _, host, path, _, _ in crawled.web.requests}
    assert not asked & {truth.url for truth in denied}


def test_languages_are_right(crawled: Crawled) -> None:
    wrong = []
    for truth in crawled.web.truth():
        if truth.kind == Kind.PAGE.label and truth.language and truth.found_by in _FOUND:
            why = crawled.workspace.why(truth.url)
            if why.language != truth.language:
                wrong.append((truth.url, truth.language, why.language))
    assert wrong == []


def test_counts_agree_with_each_other(crawled: Crawled) -> None:
    counts = crawled.finished.counts
    assert crawled.finished.state == "finished"
    assert crawled.finished.exit_code == 0
    assert (counts.waiting, counts.running) == (0, 0)
    assert counts.known == counts.completed + counts.error + counts.refused
    (report,) = crawled.workspace.report("demo")
    assert report.counts == counts
    assert sum(report.outcomes.values()) == counts.known
    (snapshot,) = crawled.workspace.status("demo")
    assert (snapshot.state, snapshot.counts) == ("finished", counts)


def test_the_log_has_a_line_for_every_settled_address(crawled: Crawled) -> None:
    entries = list(crawled.workspace.log("demo"))
    settled = {entry.url for entry in entries if not entry.retry}
    counts = crawled.finished.counts
    assert len(settled) >= counts.completed + counts.error
    assert any(entry.retry and entry.code == 503 for entry in entries)


def test_the_archive_passes_its_checks(crawled: Crawled) -> None:
    assert crawled.workspace.check() == []
    for path in (crawled.workspace.path / "archive").glob("*.warc.gz"):
        assert warcio_check(path) == ""


def test_the_labelled_finds_are_captured_and_nothing_else(crawled: Crawled) -> None:
    wanted = {(truth.url, kind, value) for truth in crawled.web.truth() for kind, value in truth.finds}
    assert len(wanted) >= 25
    assert {(find.url, find.kind, find.value) for find in crawled.workspace.finds("demo")} == wanted
    (snapshot,) = crawled.workspace.status("demo")
    assert snapshot.finds == len(wanted)
    (report,) = crawled.workspace.report("demo")
    assert sum(row.finds for row in report.finds) == len(wanted)


def test_links_and_what_they_say_count_for_the_pages_that_they_lead_to(crawled: Crawled) -> None:
    home = crawled.web.url("www.gazete.localhost", "/")
    found = crawled.workspace.search("kıyı", explain=True, limit=100, similar="all")
    kinds = {hit.url: {reason.kind for reason in hit.why or ()} for hit in found.hits}
    assert "linked" in kinds[home], "the first page of all, of whose links nobody knew when it was indexed"
    assert sum("linked" in found for found in kinds.values()) < len(kinds)
    fields = {reason.field for hit in crawled.workspace.search("köprü", explain=True).hits for reason in hit.why or ()}
    assert {"title", "text", "heading", "anchor", "address"} <= fields


def test_reindexing_gives_the_same_index_without_a_request(crawled: Crawled) -> None:
    before = _everything(crawled)
    requests = len(crawled.web.requests)
    result = crawled.workspace.reindex()
    assert result.pages == len(before)
    assert _everything(crawled) == before
    assert len(crawled.web.requests) == requests


def _everything(crawled: Crawled) -> dict[str, tuple[str, str, str]]:
    hits: dict[str, tuple[str, str, str]] = {}
    for host in crawled.web.hosts:
        offset = 0
        while True:
            result = crawled.workspace.search(f"site:{host}", limit=100, offset=offset, similar="all")
            hits.update({hit.url: (hit.title, hit.language, hit.content_type) for hit in result.hits})
            offset += 100
            if offset >= result.total:
                break
    return hits


_GOLDEN = json.loads((Path(__file__).parent.parent / "golden" / "queries.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("golden", _GOLDEN["queries"], ids=lambda golden: golden["id"])
def test_golden_queries(crawled: Crawled, golden: dict[str, object]) -> None:
    def here(name: str) -> set[str]:
        urls = golden[name]
        assert isinstance(urls, list)
        return {url.replace("{port}", str(crawled.web.port)) for url in urls}

    query, total = golden["query"], golden["total"]
    assert isinstance(query, str)
    assert isinstance(total, list)
    result = crawled.workspace.search(query.replace("{port}", str(crawled.web.port)), limit=100)
    urls = [hit.url for hit in result.hits]
    top = here("top")
    assert (urls[0] in top) if top else not urls
    assert here("found") <= set(urls[:10])
    assert not here("absent") & set(urls)
    assert total[0] <= result.total <= total[1]
    if golden["hosts"]:
        assert {hit.host for hit in result.hits} <= {str(host) for host in golden["hosts"]}  # type: ignore[attr-defined]
    if golden["languages"]:
        assert {hit.language for hit in result.hits} <= set(golden["languages"])  # type: ignore[call-overload]
    for hit in result.hits:
        for start, end in hit.snippet.highlights:
            assert 0 <= start < end <= len(hit.snippet.text)
