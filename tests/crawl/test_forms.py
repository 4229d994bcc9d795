"""Pages behind search forms are found by asking, within bounds; no other form is ever sent."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from crawl_kit import FORMS, OPTIONS

import mekik
from hostile import HostileServer, answer
from mekik.crawl.questions import Question, Vocabulary, address_of, first_questions
from mekik.crawl.results import is_further
from mekik.lab.demo import DemoWeb, Kind
from mekik.lab.demo.catalogue import CATALOGUE
from mekik.outcome import Outcome
from mekik.page import Address, Analysis, Choice, Document, Exchange, Form, Keyword, Page
from mekik.workspace import Workspace

QUICK: dict[str, Any] = {**OPTIONS, **FORMS, "name": "catalogue", "scope.kind": "host"}


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(crawl_delay=0.0, slow=0.0) as web:
        yield web


def crawl(folder: Path, web: DemoWeb, **options: Any) -> Workspace:
    web.forget_requests()
    workspace = mekik.open(folder)
    named = {name.replace("__", "."): value for name, value in options.items()}
    workspace.crawl(web.url(CATALOGUE), {**QUICK, **named})
    return workspace


def books(web: DemoWeb) -> set[str]:
    return {truth.url for truth in web.truth() if truth.kind == Kind.FORM_ONLY.label}


def visited(web: DemoWeb, workspace: Workspace) -> set[str]:
    return {url for url in books(web) if workspace.why(url).outcome == "ok"}


def questions(web: DemoWeb) -> list[str]:
    asked = [path for _, host, path, _, _ in web.requests if host == CATALOGUE and path.startswith("/ara")]
    return [parse_qs(urlsplit(path).query)["q"][0] for path in asked]


def test_two_words_and_what_they_bring_find_the_whole_catalogue(web: DemoWeb, tmp_path: Path) -> None:
    workspace = crawl(tmp_path, web)
    assert visited(web, workspace) == books(web)
    assert len(books(web)) == 24
    forms = {form.kind: form for form in workspace.forms()["catalogue"]}
    assert set(forms) == {"search", "login", "purchase", "contact"}
    assert forms["search"].state == "dry"
    assert forms["search"].found == 24
    assert forms["search"].queries <= 40
    assert {form.state for kind, form in forms.items() if kind != "search"} == {"left"}


def test_nothing_is_ordered_deleted_sent_or_logged_in(web: DemoWeb, tmp_path: Path) -> None:
    workspace = crawl(tmp_path, web)
    forbidden = [truth for truth in web.truth() if truth.kind in (Kind.UNTOUCHABLE.label, Kind.BEHIND_FORM.label)]
    assert len(forbidden) == 4
    paths = {urlsplit(truth.url).path for truth in forbidden}
    assert [path for _, _, path, status, _ in web.requests if urlsplit(path).path in paths or status == 405] == []
    why = workspace.why(web.url(CATALOGUE, "/liste/sil?kayit=7"))
    assert (why.status, why.outcome, why.reason) == ("refused", "would_change", "a visit deletes something")


def test_a_page_found_so_carries_its_question_everywhere(web: DemoWeb, tmp_path: Path) -> None:
    workspace = crawl(tmp_path, web, forms__learn=False)
    url = web.url(CATALOGUE, "/kayit/024")
    why = workspace.why(url)
    assert why.path == "SQL"
    assert why.hint is not None
    assert why.hint.query == "deniz"
    hits = workspace.search("query:deniz").hits
    assert {hit.url for hit in hits} == {url, web.url(CATALOGUE, "/kayit/001")}
    assert {hit.query for hit in hits} == {"deniz"}
    workspace.export("csv", tmp_path / "a.csv")
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        assert {row["query"] for row in csv.DictReader(file) if row["url"] == url} == {"deniz"}
    workspace.export("jsonl", tmp_path / "a.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {line["query"] for line in lines if line["url"] == url} == {"deniz"}
    workspace.reindex()
    assert {hit.url for hit in workspace.search("query:deniz").hits} == {hit.url for hit in hits}


@pytest.mark.parametrize("index_results", [False, True])
def test_pages_of_results_are_indexed_only_when_asked(web: DemoWeb, tmp_path: Path, index_results: bool) -> None:
    workspace = crawl(tmp_path, web, forms__learn=False, forms__index_results=index_results)
    found = [hit.url for hit in workspace.search("url:ara", limit=50).hits]
    assert bool(found) == index_results
    before = workspace.search("kitap", limit=50).total
    workspace.reindex()
    assert workspace.search("kitap", limit=50).total == before


def test_long_lists_of_results_are_followed_to_their_end(web: DemoWeb, tmp_path: Path) -> None:
    workspace = crawl(tmp_path, web, forms__learn=False, forms__words=["kataloğun"], forms__max_options=0)
    assert visited(web, workspace) == books(web)
    assert questions(web) == ["kataloğun"] * 5
    why = workspace.why(web.url(CATALOGUE, "/kayit/022"))
    assert why.path == "SQQQQQL"
    assert why.depth == 2


def test_small_choices_are_gone_through(web: DemoWeb, tmp_path: Path) -> None:
    crawl(tmp_path, web, forms__learn=False, forms__words=["kaydı"])
    asked = {parse_qs(urlsplit(path).query).get("tur", [""])[0] for _, _, path, _, _ in web.requests if "/ara" in path}
    assert asked == {"", "roman", "inceleme"}


def test_budgets_hold(web: DemoWeb, tmp_path: Path) -> None:
    workspace = crawl(tmp_path / "a", web, forms__max_queries=3)
    assert len(questions(web)) == 3
    assert workspace.forms()["catalogue"][0].state == "budget"
    crawl(tmp_path / "b", web, forms__words=["kataloğun"], forms__max_pages=2, forms__learn=False)
    assert len(questions(web)) == 2


def test_without_the_setting_no_form_is_asked(web: DemoWeb, tmp_path: Path) -> None:
    workspace = crawl(tmp_path, web, forms__enabled=False)
    assert questions(web) == []
    assert workspace.forms() == {"catalogue": []}


def test_an_interrupted_conversation_goes_on(web: DemoWeb, tmp_path: Path) -> None:
    # Which words are learned, and when, depends on where it is interrupted.
    patient = {"forms__patience": 40, "parse__workers": 1}
    for pages in (8, 20, 30):
        crawl(tmp_path, web, scope__max_pages=pages, **patient)
    workspace = crawl(tmp_path, web, **patient)
    assert visited(web, workspace) == books(web)


def test_the_words_of_the_page_are_asked_where_nobody_gave_any(web: DemoWeb, tmp_path: Path) -> None:
    crawl(tmp_path, web, forms__words=[], forms__learn=False)
    assert 0 < len(set(questions(web))) <= 5


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        server.on("/robots.txt", answer(404))
        yield server


_FORM = b'<form action="/ara"><input type=search name=q></form>'


def test_a_form_that_answers_always_the_same_is_soon_left_alone(server: HostileServer, tmp_path: Path) -> None:
    words = " ".join(f"word{chr(97 + number)}" for number in range(26))
    server.on("/", answer(200, b"<title>t</title>" + _FORM))
    page = f"<title>{words}</title><p><b>{words}</b> <a href=/ara?q=x&page=2>more</a>".encode()
    for number in range(26):
        server.on(f"/ara?q=word{chr(97 + number)}", answer(200, page))
    options = {**QUICK, "forms.words": words.split(), "forms.patience": 4}
    mekik.open(tmp_path).crawl(server.root + "/", options)
    asked = [head for head in server.requests if b"/ara?" in head]
    assert 4 <= len(asked) <= 6


def test_robots_txt_keeps_forms_alone_too(tmp_path: Path) -> None:
    with HostileServer() as server:
        server.on("/robots.txt", answer(200, b"User-agent: *\nDisallow: /ara\n", "Content-Type: text/plain"))
        server.on("/", answer(200, b"<title>t</title>" + _FORM))
        mekik.open(tmp_path).crawl(server.root + "/", QUICK)
        assert [head for head in server.requests if b"/ara" in head] == []


def _page(title: str, *keywords: str) -> Page:
    found = tuple(Keyword(word, word) for word in keywords)
    return Page(
        Address(id=1, url="http://example.org/", key=1, authority="example.org"),
        Exchange(url="http://example.org/", outcome=Outcome.OK), document=Document(),
        analysis=Analysis(title_exact=title, keywords=found),
    )  # fmt: skip


def test_the_next_word_is_frequent_but_not_on_every_page() -> None:
    words = Vocabulary()
    for title, *more in (
        ("storm", "library", "sea", "ship"), ("map", "library", "sea"), ("wall", "library", "stone"),
        ("tale", "library", "tree"), ("song", "library", "tree"),
    ):  # fmt: skip
        words.read(_page(title, title, *more))
    asked: set[str] = set()
    order = []
    while word := words.best(asked):
        order.append(word)
        asked.add(word)
    assert set(order[:2]) == {"sea", "tree"}
    assert "library" not in order
    assert set(order[2:4]) == {"ship", "stone"}, "words of titles come last"
    assert Vocabulary(*words.kept()).best(set()) == order[0]


def test_a_question_is_what_a_browser_would_send() -> None:
    form = Form(
        kind="search", action="http://example.org/ara", method="get", text="q", fixed=[("dil", "tr")],
        choices=[Choice("tur", "", ["roman"])], charset="iso-8859-9",
    )  # fmt: skip
    assert address_of(form, Question("şiir & kış")) == "http://example.org/ara?dil=tr&tur=&q=%FEiir+%26+k%FD%FE"
    assert address_of(form, Question("a", "tur", "roman")).endswith("tur=roman&q=a")
    assert [one.label for one in first_questions(form, ["a", "b", "a", " "], 5)] == ["a", "b", "a, tur=roman"]
    assert [one.label for one in first_questions(form, ["a", "b"], 0)] == ["a", "b"]


@pytest.mark.parametrize(
    ("here", "there", "further"),
    [
        ("q=a", "page=2&q=a", True), ("page=2&q=a", "page=3&q=a", True), ("q=a&start=10", "q=a&start=20", True),
        ("q=a", "q=b", False), ("q=a", "q=a&sort=price", False), ("q=a", "page=2&q=a&sort=up", False),
        ("q=a&type=", "page=2&q=a", True), ("page=2&q=a", "q=a", False), ("q=a", "page=99999999&q=a", False),
        ("q=a", "q=a", False),
    ],
)  # fmt: skip
def test_further_pages_differ_in_a_number_only(here: str, there: str, further: bool) -> None:
    assert is_further(f"http://example.org/ara?{here}", f"http://example.org/ara?{there}") is further
