"""Searching in the browser and by the API: what is found, what is shown, what stays unseen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from mekik.web import Site
from mekik.web.texts import LOCALES, catalogue
from web_kit import HTML, open_site, sign_in

Both = tuple[Site, TestClient[Litestar]]


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with open_site(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize(("name", "total"), [("", 1), ("bora", 1), ("ayse", 2), ("root", 2)])
def test_a_private_collection_is_only_its_owners(both: Both, name: str, total: int) -> None:
    """faults: 60"""
    _, client = both
    if name:
        sign_in(client, name)
    found = client.get("/api/v1/search", params={"q": "kedi"}).json()
    assert found["total"] == total
    assert sum(row["count"] for row in found["facets"]["host"]) == total
    page = client.get("/", params={"q": "kedi"}, headers=HTML).text
    assert ("b.org" in page) == (total == 2)


def test_a_token_searches_as_its_user(both: Both) -> None:
    site, client = both
    token = site.accounts.add_token("ayse", "test", ["search"])
    headers = {"authorization": f"Bearer {token}"}
    assert client.get("/api/v1/search", params={"q": "gizli"}, headers=headers).json()["total"] == 1
    site.accounts.remove_token(site.accounts.tokens("ayse")[0].id)
    assert client.get("/api/v1/search", params={"q": "gizli"}, headers=headers).status_code == 401


def test_titles_of_strangers_are_only_text(both: Both) -> None:
    """faults: 36"""
    page = both[1].get("/", params={"q": "kedi"}, headers=HTML).text
    assert "&lt;script&gt;local" in page
    assert "<script>local" not in page


@pytest.mark.parametrize("query", ['"', "a:(^", "((((", "AND OR", "\0", "kedi" * 500, "*", "<script>"])
def test_any_query_gets_an_answer(both: Both, query: str) -> None:
    """faults: 52"""
    assert both[1].get("/", params={"q": query}, headers=HTML).status_code == 200
    assert both[1].get("/api/v1/search", params={"q": query}).status_code == 200


@pytest.mark.parametrize("bad", [{"limit": "1000000000"}, {"offset": "1000000000"}, {"sort": "'; --"}, {"since": "x"}])
def test_impossible_options_are_a_problem_in_one_shape(both: Both, bad: dict[str, str]) -> None:
    """faults: 54, 56"""
    answer = both[1].get("/api/v1/search", params={"q": "kedi", **bad})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"
    assert {"title", "status", "detail"} <= set(answer.json())


def test_the_language_of_the_page_follows_the_reader(both: Both) -> None:
    _, client = both
    assert '<html lang="tr">' in client.get("/", headers={**HTML, "accept-language": "tr-TR,tr;q=0.9"}).text
    assert '<html lang="en">' in client.get("/", headers={**HTML, "accept-language": "fr"}).text


def test_every_sentence_is_there_in_every_language() -> None:
    english = catalogue("en")
    for locale in LOCALES:
        assert list(catalogue(locale)) == list(english), locale
        assert all(catalogue(locale).values())


def test_one_page_is_one_page_and_no_topics_are_no_groups(both: Both) -> None:
    client = both[1]
    shown = client.get("/", params={"q": "kedi", "group": "topic"}, headers=HTML).text
    assert "1 page ·" in shown
    assert "a.org/1" in shown
    assert "1 sayfa ·" in client.get("/", params={"q": "kedi"}, headers={**HTML, "accept-language": "tr"}).text


def test_what_is_not_there_is_told_in_the_readers_language(both: Both) -> None:
    client = both[1]
    assert "nothing at this address" in client.get("/nothing", headers=HTML).text
    turkish = client.get("/nothing", headers={**HTML, "accept-language": "tr"})
    assert "Bu adreste bir şey yok" in turkish.text
    assert turkish.status_code == 404
