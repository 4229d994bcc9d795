"""Countries of servers, and the files that a crawl leaves for others: sitemap and links."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest
from crawl_kit import Crawled
from report_kit import crawl, page, report

from hostile.server import HostileServer, answer
from mekik.crawl.reports import sitemap_file
from mekik.crawl.reports.countries import PRIVATE, UNKNOWN, country_of
from mekik.errors import SettingError, UsageError
from mekik.lab.demo import Kind

MMDB = Path(__file__).parents[3] / "shared" / "data" / "geo" / "country.mmdb"
SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


def test_pages_by_the_country_of_their_server(server: HostileServer, folder: Path, tmp_path: Path) -> None:
    if not MMDB.exists():
        pytest.skip("no shared/data/geo/country.mmdb beside the repository")
    imported = tmp_path / "two.warc"
    imported.write_bytes(_warc("http://a.test/", "8.8.8.8") + _warc("http://b.test/", "194.27.0.1"))
    server.on("/", page("Home"))
    workspace = crawl(folder, server)
    workspace.import_files([imported])
    settings = {"report.countries": str(MMDB)}
    found = {table.job: list(table.rows) for table in workspace.tables("countries", settings=settings)}
    assert [(row[0], row[3]) for row in found["site"]] == [(PRIVATE, 1)]
    assert sorted((row[0], row[2], row[3]) for row in found["import"]) == [("TR", 1, 1), ("US", 1, 1)]


def test_countries_need_a_file_that_is_one(server: HostileServer, folder: Path, tmp_path: Path) -> None:
    server.on("/", page("Home"))
    workspace = crawl(folder, server)
    with pytest.raises(UsageError, match=r"report\.countries"):
        report(workspace, "countries")
    with pytest.raises(SettingError, match="No such file"):
        report(workspace, "countries", {"report.countries": str(tmp_path / "none.mmdb")})
    (tmp_path / "bad.mmdb").write_bytes(b"not a database" * 50)
    with pytest.raises(SettingError, match="not an mmdb file"):
        report(workspace, "countries", {"report.countries": str(tmp_path / "bad.mmdb")})


@pytest.mark.parametrize(
    ("record", "country"),
    [
        ({"country_code": "TR"}, ("TR", "")),
        ({"country": {"iso_code": "TR", "names": {"en": "Turkey"}}}, ("TR", "Turkey")),
        ({"country": "TR", "country_name": "Türkiye"}, ("TR", "Türkiye")),
        ({"country": {}}, None),
        (None, None),
        ("TR", None),
    ],
)
def test_the_usual_databases_are_understood(record: object, country: tuple[str, str] | None) -> None:
    assert country_of(record) == country
    assert UNKNOWN != PRIVATE


def test_the_sitemap_names_what_can_be_found_by_searching(crawled: Crawled, tmp_path: Path) -> None:
    target = tmp_path / "sitemap.xml"
    exported = crawled.workspace.export("sitemap", target)
    index = ElementTree.parse(target).getroot()
    assert index.tag == SPACE + "sitemapindex"
    places = [element.text or "" for element in index.iter(SPACE + "loc")]
    urls: set[str] = set()
    for place in places:
        root, name = place.rsplit("/", 1)
        part = ElementTree.parse(tmp_path / name).getroot()
        assert part.tag == SPACE + "urlset"
        named = [element.text or "" for element in part.iter(SPACE + "loc")]
        assert all(url.startswith(root + "/") for url in named), "a sitemap is for one site"
        dates = [element.text or "" for element in part.iter(SPACE + "lastmod")]
        assert dates
        assert all(len(date) == 20 and date.endswith("Z") for date in dates)
        urls.update(named)
    assert len(urls) == exported.records
    indexed = {
        truth.url
        for truth in crawled.web.truth()
        if truth.indexed and truth.found_by in ("seed", "link") and truth.kind != Kind.TRAP.label
    }
    assert indexed <= urls
    unsure = (Kind.TRAP.label, Kind.FEED.label)
    hidden = {truth.url for truth in crawled.web.truth() if not truth.indexed and truth.kind not in unsure}
    assert not urls & hidden


def test_one_site_is_one_file_and_a_large_one_several(
    server: HostileServer, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.on("/", page("Home & garden", *(f"/p?a=1&b={number}" for number in range(7))))
    server.otherwise(lambda connection: connection.send(page(connection.path)))
    workspace = crawl(folder, server)
    target = tmp_path / "map.xml"
    assert workspace.export("sitemap", target).records == 8
    assert f"{server.root}/p?a=1&b=3" in {element.text for element in ElementTree.parse(target).iter(SPACE + "loc")}
    monkeypatch.setattr(sitemap_file, "MOST_BYTES", 400)
    workspace.export("sitemap", target)
    parts = [element.text or "" for element in ElementTree.parse(target).iter(SPACE + "loc")]
    assert len(parts) > 1
    assert all((tmp_path / place.rsplit("/", 1)[1]).stat().st_size <= 400 for place in parts)


def test_links_are_exported_with_what_they_say(server: HostileServer, folder: Path, tmp_path: Path) -> None:
    """faults: 37"""
    html = b'<a href="/a">=HYPERLINK("x")</a><a rel=nofollow href="/b">+1</a><link rel=canonical href="/c">'
    server.on("/", answer(200, html))
    workspace = crawl(folder, server)
    target = tmp_path / "links.csv"
    assert workspace.export("links", target).records == 3
    with target.open(encoding="utf-8", newline="") as file:
        found = {row["target"].removeprefix(server.root): row for row in csv.DictReader(file)}
    assert found["/a"]["anchor"] == '\'=HYPERLINK("x")'
    assert (found["/b"]["anchor"], found["/b"]["rel"], found["/a"]["rel"]) == ("'+1", "nofollow", "")
    assert found["/c"]["kind"] == "canonical"
    assert {row["page"] for row in found.values()} == {server.root + "/"}
    raw = tmp_path / "links.jsonl"
    workspace.export("links", raw, format="jsonl")
    anchors = {json.loads(line)["anchor"] for line in raw.read_text(encoding="utf-8").splitlines()}
    assert '=HYPERLINK("x")' in anchors


def _warc(url: str, address: str) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>x</title><p>" + url.encode()
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:0-{len(url)}-{address}>\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: {url}\r\nWARC-IP-Address: {address}\r\n"
        f"Content-Type: application/http;msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"
