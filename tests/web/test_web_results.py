"""What the page of results shows and leads to, and that it shows nobody what is not theirs."""

from __future__ import annotations

import gzip
import html
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from mekik.index import IndexEntry, TantivyWriter
from mekik.reasons import in_language, is_known
from mekik.web import Site
from web_kit import HTML, open_site, sign_in

Both = tuple[Site, TestClient[Litestar]]
STATIC = Path(__file__).parents[2] / "src" / "mekik" / "web" / "static"
ATOM = "{http://www.w3.org/2005/Atom}"


def entry(number: int, **changes: object) -> IndexEntry:
    words = f"weaving {'loom ' * (number % 7 + 1)}number{number}"
    values: dict[str, object] = {
        "owner": "local", "url": f"http://weavers.org/{number}", "job": "craft", "host": "weavers.org",
        "domain": "weavers.org", "type": "html", "content_type": "text/html", "language": "en",
        "title": f"Weaving {number}", "content": words, "content_exact": words, "content_root": words,
        "title_exact": f"weaving {number}", "fetched": 1_700_000_000.0 + number * 1000,
        "topics": ("craft",) if number % 2 else ("trade",),
    } | changes  # fmt: skip
    return IndexEntry(**values)  # type: ignore[arg-type]  # as the struct has them


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with open_site(tmp_path) as opened:
        writer = TantivyWriter(tmp_path / "index")
        for number in range(25):
            writer.put(entry(number))
        writer.put(entry(90, type="pdf", content_type="application/pdf", host="paper.net", domain="paper.net",
                         url="javascript:alert(1)", title="Weaving\x07 on <paper>"))  # fmt: skip
        writer.put(entry(91, owner="ayse", url="http://secret.org/1", host="secret.org", domain="secret.org",
                         title="Weaving narwhal", title_exact="weaving narwhal", job="hidden",
                         content="zebrafish weaving narwhal", content_exact="zebrafish weaving narwhal"))  # fmt: skip
        writer.close()
        yield opened


def page_of(client: TestClient[Litestar], address: str) -> str:
    answer = client.get(address, headers=HTML)
    assert answer.status_code == 200, address
    return answer.text


def links(page: str, pattern: str) -> list[str]:
    return [html.unescape(found) for found in re.findall(r'href="([^"]*)"', page) if re.search(pattern, found)]


def test_every_filter_is_in_the_address_and_can_be_taken_off(both: Both) -> None:
    client = both[1]
    page = page_of(client, "/?q=weaving")
    for pattern, total in ((r"type=pdf", 1), (r"topic=craft$", 12), (r"host=paper\.net", 1)):
        (link,) = set(links(page, rf"^/\?q=weaving&amp;{pattern}"))
        filtered = page_of(client, link)
        assert f"{total} page{'' if total == 1 else 's'} ·" in filtered
        assert "/?q=weaving" in links(filtered, r"^/\?q=weaving$")


def test_paging_by_cursor_shows_every_page_once(both: Both) -> None:
    client, seen, address = both[1], [], "/?q=weaving"
    for _ in range(10):
        page = page_of(client, address)
        seen += re.findall(r'<h2>(?:<a href="([^"]*)")?', page.partition("<aside")[0])
        more = re.search(r'rel="next" href="([^"]*)"', page)
        if more is None:
            break
        address = html.unescape(more[1])
    assert len(seen) == 26
    assert len(set(seen)) == 26
    assert client.get("/?q=other&cursor=" + address.rpartition("cursor=")[2], headers=HTML).status_code == 400


def test_a_strangers_address_never_becomes_a_script(both: Both) -> None:
    """faults: 36"""
    page = page_of(both[1], "/?q=weaving&type=pdf")
    assert 'href="javascript' not in page
    assert "&lt;paper&gt;" in page


def test_why_this_result(both: Both) -> None:
    client = both[1]
    page = page_of(client, "/?q=loom&why=2")
    assert page.count('class="why"') == 1
    assert "what adds to it" in page
    assert 'class="why"' not in page_of(client, "/?q=loom")
    hit = client.get("/api/v1/search", params={"q": "loom", "explain": "true"}).json()["hits"][0]
    assert sum(reason["score"] for reason in hit["why"]) == pytest.approx(hit["score"], abs=0.01)


def test_topics_are_groups(both: Both) -> None:
    page = page_of(both[1], "/?q=weaving&group=topic")
    assert len(re.findall(r'id="group-\d"', page)) == 2
    assert page.count('<li class="hit"') == 6


def test_a_likelier_spelling_is_proposed(both: Both) -> None:
    page = page_of(both[1], "/?q=weavng")
    assert "Did you mean" in page
    assert "/?q=weaving" in links(page, "weaving")


@pytest.mark.parametrize("name", ["", "bora", "ayse"])
def test_nobody_sees_what_is_not_theirs(both: Both, name: str) -> None:
    """faults: 60, 61"""
    client = both[1]
    if name:
        sign_in(client, name)
    addresses = (
        "/?q=weaving+zebrafish", "/?q=narwahl", "/?q=zebrafish&why=1", "/?q=weaving&group=topic&host=secret.org",
        "/search.rss?q=zebrafish", "/search.atom?q=weaving&host=secret.org", "/api/v1/suggest?q=narw",
        "/api/v1/suggest?q=weaving+na", "/api/v1/search?q=narwahl&explain=true", "/?q=weaving&job=hidden",
        "/?q=in:mine", "/api/v1/search?q=weaving+narw*",
    )  # fmt: skip
    seen = {address: "narwhal" in client.get(address, headers=HTML).text for address in addresses}
    assert set(seen.values()) == {name == "ayse"}, seen


def test_feeds_are_well_formed_and_the_newest_comes_first(both: Both) -> None:
    client = both[1]
    rss = client.get("/search.rss", params={"q": 'weaving <&"'})
    assert rss.headers["content-type"].startswith("application/rss+xml")
    items = ElementTree.fromstring(rss.content).findall("channel/item")
    assert [item.findtext("title") for item in items][:2] == ["Weaving on <paper>", "Weaving 24"]
    assert items[1].findtext("pubDate") == "Wed, 15 Nov 2023 04:53:20 +0000"
    atom = ElementTree.fromstring(client.get("/search.atom", params={"q": "weaving"}).content)
    assert len(atom.findall(f"{ATOM}entry")) == 26
    assert atom.findtext(f"{ATOM}entry/{ATOM}updated")


def test_a_browser_can_add_the_search(both: Both) -> None:
    client = both[1]
    assert 'rel="search"' in page_of(client, "/")
    found = ElementTree.fromstring(client.get("/opensearch.xml").content)
    templates = {url.get("type"): url.get("template") for url in found if url.tag.endswith("Url")}
    assert templates["text/html"] == "http://127.0.0.1:8642/?q={searchTerms}"
    answer = client.get("/api/v1/suggest", params={"q": "weav"})
    assert answer.headers["content-type"].startswith("application/x-suggestions+json")
    assert answer.json()[0] == "weav"
    assert "weaving" in answer.json()[1]


def test_a_page_of_results_is_light(both: Both) -> None:
    """Its HTML and everything that it loads, unpacked; and as it goes over the line."""
    page = page_of(both[1], "/?q=weaving").encode()
    loaded = re.findall(r'(?:src|href)="/static/([^"]+)"', page.decode())
    parts = [page, *((STATIC / name).read_bytes() for name in set(loaded))]
    assert "style.css" in loaded
    assert sum(map(len, parts)) < 100_000
    assert sum(len(gzip.compress(part)) for part in parts) < 25_000


@pytest.mark.parametrize(
    "query", ["weaving AND", "(loom", '"loom', "*", "lo*om", "foo:loom", "title:(x y)", "owner:ayse x", "x " * 2000,
              "before:never", "loom &&", "( " * 30 + "loom", "a OR " * 390 + "a", "loom xyzzy"],
    ids=lambda query: query[:12],
)  # fmt: skip
def test_the_page_says_how_a_query_was_read_in_the_readers_language(both: Both, query: str) -> None:
    """faults: 52, 53"""
    client = both[1]
    result = client.get("/api/v1/search", params={"q": query}).json()
    assert result["notices"]
    assert result["interpretation"].startswith(result["reading"])
    page = html.unescape(client.get("/", params={"q": query}, headers={**HTML, "accept-language": "tr"}).text)
    for notice in result["notices"]:
        assert is_known(notice, "tr"), notice
        assert in_language(notice, "tr") in page
    assert f"<code>{result['reading']}</code>" in page or not result["reading"]


@pytest.mark.parametrize(
    ("form", "query"),
    [
        ({"all": "weaving loom"}, "+weaving +loom"),
        ({"phrase": 'weaving "loom'}, '"weaving loom"'),
        ({"any": "loom kilim"}, "(loom OR kilim)"),
        ({"all": "weaving", "none": "number3 AND"}, 'weaving -number3 -"AND"'),
        ({"all": "c++", "type": "pdf", "since": "7d"}, '"c++" type:pdf after:7d'),
        ({"all": "x", "host": "weavers.org", "language": "en", "mine": "true"}, "x site:weavers.org lang:en in:mine"),
    ],
)  # fmt: skip
def test_the_advanced_form_writes_a_query(both: Both, form: dict[str, str], query: str) -> None:
    client = both[1]
    answer = client.get("/advanced", params=form, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303
    target = answer.headers["location"]
    assert client.get(target.replace("/?", "/api/v1/search?")).json()["query"] == query
    again = page_of(client, "/advanced?" + target.partition("?")[2])
    for name in set(form) & {"all", "any", "host"}:
        if form[name] != "c++":  # alone it is a phrase
            assert f'name="{name}" value="{html.escape(form[name])}"' in again


def test_the_advanced_form_finds_what_it_says(both: Both) -> None:
    client = both[1]

    def total(**form: str) -> int:
        target = client.get("/advanced", params=form, headers=HTML, follow_redirects=False).headers["location"]
        return int(client.get(target.replace("/?", "/api/v1/search?")).json()["total"])

    assert total(all="weaving number3") == 1
    assert total(any="number3 number4 nothing") == 2
    assert total(all="weaving", none="number3 number4") == 24
    assert total(all="weaving", type="pdf") == 1
    assert total(all="weaving", since="1d") == 0
    assert total(all="weaving", host="paper.net", language="en") == 1
    assert total(all="weaving", mine="true") == 0
    sign_in(client, "ayse")
    assert total(all="weaving", mine="true") == 1
