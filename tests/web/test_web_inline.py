"""Every page that there is: nothing inline that a policy would have to allow, nothing of a stranger's as markup."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from mekik.index import IndexEntry, TantivyWriter
from mekik.web import Site, make_app
from served_kit import crawled
from web_kit import HTML, ROOT

HOSTILE = '"><script>stolen()</script><svg onload=stolen()>'


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    path = tmp_path_factory.mktemp("pages")
    shutil.copytree(crawled().path, path, dirs_exist_ok=True)
    _add_hostile(path)
    site = Site.open(path, rate=0)
    with TestClient(make_app(site), base_url=ROOT) as client:
        client.cookies.set("mekik_session", site.accounts.start_session("root"))
        yield client
    site.close()


def _add_hostile(path: Path) -> None:
    writer = TantivyWriter(path / "index")
    writer.put(
        IndexEntry(
            owner="local", url="http://x.org/" + HOSTILE, job="news", host="x.org", domain="x.org", type="html",
            content_type="text/html", language="en", title=HOSTILE, content=f"zebra {HOSTILE}",
            content_exact=f"zebra {HOSTILE}", fetched=1_700_000_000.0, author=HOSTILE, description=HOSTILE,
            topics=(HOSTILE,),
        )
    )  # fmt: skip
    writer.commit()
    writer.close()


def pages(client: TestClient[Litestar]) -> list[str]:
    """Of all routes that answer a GET and are no part of the API, with one job in the place of its name."""
    found = []
    for route in client.app.routes:
        path = route.path_format
        if "GET" in getattr(route, "methods", ()) and not path.startswith(("/api/", "/static", "/metrics")):
            found.append(
                re.sub(r"\{(name|job)\}", "news", path).replace("{report}", "codes").replace("{kind}", "email")
            )
    return [path for path in found if "{" not in path and not path.endswith(("/events", "/follow", "/live"))]


def test_no_page_has_anything_inline(client: TestClient[Litestar]) -> None:
    """faults: 63"""
    looked_at = 0
    for path in pages(client):
        answer = client.get(path, params={"q": "zebra", "url": crawled().public_url}, headers=HTML)
        assert answer.status_code < 500, path
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        looked_at += 1
        policy = answer.headers["content-security-policy"]
        assert "unsafe" not in policy, path
        assert re.findall(r"<script(?![^>]*\bsrc=)", answer.text) == [], path
        bare = re.sub(r'="[^"]*"', "=", answer.text)  # what stands in a value is no attribute
        assert re.findall(r"<style|<[a-z][^>]*\s(?:on[a-z]+|style)=", bare) == [], path
        assert re.findall(r"(?:src|href|action)=.?(?:https?:)?//(?!127\.0\.0\.1)", _ours(answer.text)) == [], path
    assert looked_at > 8


def _ours(html: str) -> str:
    """Without links to what was found, which lead away by their nature."""
    return re.sub(r'<a [^>]*href="https?://[^>]*>', "", html)


@pytest.mark.parametrize("path", ["/", "/feed", "/rss", "/advanced", "/pictures", "/suggest"])
def test_what_strangers_wrote_stays_text(client: TestClient[Litestar], path: str) -> None:
    """faults: 36. In every page and feed of the search that there is."""
    answer = client.get(path, params={"q": f"zebra {HOSTILE}"}, headers=HTML)
    assert answer.status_code in (200, 302, 303, 404)
    assert "<script>stolen" not in answer.text
    assert "<svg onload" not in answer.text


def test_a_hit_with_a_hostile_title_is_found_and_harmless(client: TestClient[Litestar]) -> None:
    """faults: 36"""
    page = client.get("/", params={"q": "zebra"}, headers=HTML).text
    assert "&lt;script&gt;stolen" in page
    assert "<script>stolen" not in page
    answer = client.get("/api/v1/search", params={"q": "zebra"})
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert HOSTILE in answer.json()["hits"][0]["title"]
