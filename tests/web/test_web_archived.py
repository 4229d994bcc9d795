"""Archived copies: what they show, to whom, and that they can do nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from hostile.copies import LATER_STAMP, PNG, STAMP, fill_archive
from mekik.web import Site
from mekik.web.replay.server import Archive
from mekik.web.replay.signing import LIFETIME, Mode, Signer
from web_kit import HTML, open_site, sign_in

ARCHIVE = "http://127.0.0.1:8643"


class Both:
    """The application and the archive's origin."""

    def __init__(self, site: Site, client: TestClient[Litestar], archive: TestClient[Any]) -> None:
        self.site, self.client, self.archive = site, client, archive

    def frame(self, url: str, at: str = "") -> str:
        """Path and query of what the page of a copy shows."""
        html = self.client.get("/archived", params={"url": url, "at": at}, headers=HTML).text
        found = re.search(r'<iframe class="copy" src="([^"]+)"', html)
        assert found, html
        parts = urlsplit(unescape(found[1]))
        return f"{parts.path}?{parts.query}"


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with open_site(tmp_path) as (site, client):
        fill_archive(tmp_path)
        with TestClient(cast(Any, Archive(site)), base_url=ARCHIVE) as archive:
            yield Both(site, client, archive)


def test_a_copy_has_a_banner_and_a_frame_of_another_origin(both: Both) -> None:
    answer = both.client.get("/archived", params={"url": "http://a.org/"}, headers=HTML)
    assert "2023-11-15 22:13:20" in answer.text
    assert f'src="{ARCHIVE}/page?' in answer.text
    assert f"frame-src {ARCHIVE}" in answer.headers["content-security-policy"]
    assert "2023-11-14 22:13:20" in answer.text  # the version before
    turkish = both.client.get("/archived", params={"url": "http://a.org/"}, headers={**HTML, "accept-language": "tr"})
    assert "Arşiv kopyası" in turkish.text


def test_the_version_nearest_to_a_time_is_shown_with_links_of_that_time(both: Both) -> None:
    older = both.archive.get(both.frame("http://a.org/", STAMP)).text
    newer = both.archive.get(both.frame("http://a.org/", "2025")).text
    assert "Bir kedi" in older
    assert "İki kedi" in newer
    assert f"http://127.0.0.1:8642/archived?url=http%3A%2F%2Fa.org%2Ftwo&amp;at={STAMP}" in older
    assert f"at={LATER_STAMP}" in newer


def test_pictures_and_styles_come_from_the_archive(both: Both) -> None:
    html = both.archive.get(both.frame("http://a.org/", STAMP)).text
    links = {kind: unescape(link) for link, kind in re.findall(r'"(/(part|style)\?[^"]+)"', html)}
    picture = both.archive.get(links["part"])
    assert picture.content == PNG
    assert picture.headers["content-type"] == "image/png"
    style = both.archive.get(links["style"])
    assert "rgb(1, 2, 3)" in style.text
    inner = re.search(r'url\("([^"]+)"\)', style.text)
    assert inner
    assert both.archive.get(inner[1]).content == PNG


def test_every_answer_of_the_archive_is_sandboxed_and_sets_nothing(both: Both) -> None:
    """faults: 62, 63"""
    paths = [both.frame("http://evil.org/"), "/page?url=x", "/", both.frame("http://a.org/tool.js")]
    for answer in (both.archive.get(path) for path in paths):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("sandbox allow-top-navigation-by-user-activation;")
        assert "script-src 'none'" in policy
        assert "allow-scripts" not in policy
        assert "allow-same-origin" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert not {"set-cookie", "refresh", "access-control-allow-origin", "location"} & set(answer.headers)


def test_a_hostile_page_is_left_without_its_tools(both: Both) -> None:
    """faults: 62"""
    html = both.archive.get(both.frame("http://evil.org/")).text
    assert "Hostile page" in html
    for gone in ("http-equiv", "<base href", "onload=", "onerror=", "srcdoc", "javascript:", "action=", "<object data"):
        assert gone not in html
    # What is left of other sites is links through the application and signed links, never the site itself.
    assert re.findall(r'(?:src|href|data)="(?!/(?:part|page|style)\?|http://127\.0\.0\.1:8642/archived\?)', html) == []


@pytest.mark.parametrize(
    ("url", "kind"),
    [("http://a.org/tool.js", "text/plain; charset=utf-8"), ("http://a.org/liar.png", "image/png"),
     ("http://a.org/picture.svg", "image/svg+xml")],
)  # fmt: skip
def test_types_are_ours_and_never_sniffed(both: Both, url: str, kind: str) -> None:
    """faults: 63"""
    answer = both.archive.get(both.frame(url))
    assert answer.headers["content-type"] == kind
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_program_is_only_a_download_with_a_harmless_name(both: Both) -> None:
    html = both.client.get("/archived", params={"url": "http://a.org/data.bin"}, headers=HTML).text
    assert "<iframe" not in html
    link = both.site.signer.link(Mode.FILE, "http://a.org/data.bin", STAMP, "")
    answer = both.archive.get(link, headers={"sec-fetch-dest": "document"})
    assert answer.headers["content-disposition"] == 'attachment; filename="data.bin"'
    assert answer.headers["content-type"] == "application/octet-stream"
    part = both.site.signer.link(Mode.PART, "http://a.org/", STAMP, "")
    assert both.archive.get(part).status_code == 415  # a page is no picture


def test_what_unpacks_without_end_is_cut(both: Both) -> None:
    answer = both.archive.get(both.frame("http://a.org/bomb"))
    assert answer.status_code == 200
    assert len(answer.content) < 3_000_000


def test_a_link_is_good_for_what_it_was_made_for_and_not_for_long(both: Both) -> None:
    link = both.frame("http://a.org/", STAMP)
    assert both.archive.get(link).status_code == 200
    other = link.replace("a.org", "b.org")
    for bad in (other, link.replace("for=", "for=ayse"), link.replace("/page?", "/file?"), link + "x", "/page"):
        assert both.archive.get(bad).status_code == 403, bad
    now = [1000.0]
    signer = Signer(lambda: now[0])
    path = signer.link(Mode.PAGE, "http://a.org/", STAMP, "")
    both.site.signer = signer
    assert both.archive.get(path).status_code == 200
    now[0] += LIFETIME + 1
    assert both.archive.get(path).status_code == 403


@pytest.mark.parametrize(("name", "status"), [("", 404), ("bora", 404), ("ayse", 200), ("root", 200)])
def test_private_copies_are_their_owners(both: Both, name: str, status: int) -> None:
    """faults: 60"""
    if name:
        sign_in(both.client, name)
    answer = both.client.get("/archived", params={"url": "http://b.org/"}, headers=HTML)
    assert answer.status_code == status
    if status == 404:
        # Word for word as for an address that was never crawled.
        none = both.client.get("/archived", params={"url": "http://c.org/"}, headers=HTML)
        assert answer.text.replace("b.org", "c.org") == none.text
        signed = both.site.signer.link(Mode.PAGE, "http://b.org/", "", name)
        assert both.archive.get(signed).status_code == 404


def test_a_link_ends_with_the_rights_of_its_person(both: Both) -> None:
    sign_in(both.client, "ayse")
    link = both.frame("http://b.org/")
    assert "özel" in both.archive.get(link).text
    both.site.accounts.set_disabled("ayse", True)
    assert both.archive.get(link).status_code == 403


def test_cookies_count_for_nothing_there(both: Both) -> None:
    sign_in(both.client, "ayse")
    session = both.client.cookies["mekik_session"]
    unsigned = "/page?url=http%3A%2F%2Fb.org%2F&at="
    assert both.archive.get(unsigned, headers={"cookie": f"mekik_session={session}"}).status_code == 403


def test_copies_of_a_deleted_job_whose_pages_stayed_are_shown(both: Both) -> None:
    url = "http://a.org/"
    (job,) = {version.job for version in both.site.workspace.copies().versions(url)}
    assert both.site.workspace.desk.delete(job, with_pages=False)
    assert both.archive.get(both.frame(url)).status_code == 200
    assert both.client.get("/api/v1/archived", params={"url": url}).status_code == 200
    page = both.client.get("/address", params={"url": url}, headers=HTML)
    assert f"/archived?url=http%3A%2F%2Fa.org%2F&amp;at={STAMP}" in page.text


def test_noarchive_is_respected(both: Both) -> None:
    answer = both.client.get("/archived", params={"url": "http://a.org/keep-out"}, headers=HTML)
    assert answer.status_code == 410
    assert "asks not to be shown" in answer.text
    for mode in Mode:
        link = both.site.signer.link(mode, "http://a.org/keep-out", STAMP, "")
        assert both.archive.get(link).status_code == 410


def test_a_redirect_leads_to_the_copy_of_its_target(both: Both) -> None:
    answer = both.client.get("/archived", params={"url": "http://a.org/moved"}, headers=HTML, follow_redirects=False)
    assert answer.headers["location"] == f"/archived?url=http%3A%2F%2Fa.org%2Ftwo&at={STAMP}"
    lost = both.client.get("/archived", params={"url": "http://a.org/lost"}, headers=HTML)
    assert "http://a.org/nowhere" in lost.text


def test_a_copy_opened_by_itself_goes_back_to_its_banner(both: Both) -> None:
    link = both.frame("http://a.org/", STAMP)
    answer = both.archive.get(link, headers={"sec-fetch-dest": "document"}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"http://127.0.0.1:8642/archived?url=http%3A%2F%2Fa.org%2F&at={STAMP}"


@pytest.mark.parametrize("at", ["x", "2023-11-14", "1" * 15, "'"])
def test_an_impossible_time_is_a_problem(both: Both, at: str) -> None:
    assert both.client.get("/archived", params={"url": "http://a.org/", "at": at}).status_code == 400


def test_foreign_hosts_and_other_methods_get_nothing(both: Both) -> None:
    link = both.frame("http://a.org/", STAMP)
    assert both.archive.get(link, headers={"host": "evil.example"}).status_code == 403
    assert both.archive.post(link).status_code == 403
