"""Pictures among the results come from the archive, only to those who may see them, and only as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from hostile.copies import PNG, add_job, exchange, fill_archive
from mekik.index import IndexEntry, TantivyWriter
from mekik.web import Site
from mekik.web.pages.pictures import kind_of
from web_kit import HTML, open_site, sign_in

Both = tuple[Site, TestClient[Litestar]]


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with open_site(tmp_path) as opened:
        fill_archive(tmp_path)
        add_job(tmp_path, "own", "ayse", [exchange("http://b.org/private.png", PNG, "image/png")])
        yield opened


def test_an_archived_picture_is_shown(both: Both) -> None:
    found = both[1].get("/picture", params={"url": "http://a.org/cat.png"})
    assert (found.status_code, found.content) == (200, PNG)
    assert found.headers["content-type"] == "image/png"
    assert "sandbox" in found.headers["content-security-policy"]
    assert found.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "url", ["http://a.org/", "http://a.org/tool.js", "http://a.org/liar.png", "http://none.org/", ""]
)
def test_nothing_else_is(both: Both, url: str) -> None:
    """faults: 62, 63"""
    assert both[1].get("/picture", params={"url": url}).status_code == 404


def test_a_private_picture_is_its_owners(both: Both) -> None:
    """faults: 60"""
    client = both[1]
    for name, status in (("", 404), ("bora", 404), ("ayse", 200)):
        if name:
            sign_in(client, name)
        assert client.get("/picture", params={"url": "http://b.org/private.png"}).status_code == status, name


def test_pictures_are_a_view_of_their_own(both: Both) -> None:
    site, client = both
    writer = TantivyWriter(site.workspace.path / "index")
    writer.put(
        IndexEntry(owner="local", url="http://a.org/p.png", job="x", host="a.org", domain="a.org", type="image",
                   content_type="image/png", title='A cat" onerror="alert(1)', content="cat", content_exact="cat",
                   title_exact="cat", source="http://a.org/", shown=True, width=40, height=30, fetched=1.7e9)
    )  # fmt: skip
    writer.close()
    assert "0 pages" in client.get("/?q=cat", headers=HTML).text
    page = client.get("/?q=cat&type=image", headers=HTML).text
    assert 'src="/picture?url=http%3A%2F%2Fa.org%2Fp.png"' in page
    assert 'onerror="alert' not in page
    assert "40 × 30" in page


@pytest.mark.parametrize(
    ("body", "kind"),
    [(b"\x89PNG\r\n\x1a\n..", "image/png"), (b"\xff\xd8\xff\xe0", "image/jpeg"), (b"GIF89a", "image/gif"),
     (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"), (b"<svg onload=alert(1)>", ""), (b"<html>", ""), (b"", "")],
)  # fmt: skip
def test_a_picture_is_known_by_its_first_bytes(body: bytes, kind: str) -> None:
    assert kind_of(body) == kind
