"""Archived copies and reports in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from web_browser_kit import Served, browsing, served, sign_in

from hostile.copies import HOSTILE, add_job, exchange, fill_archive, page
from mekik.web.people import Role

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    path: Path = tmp_path_factory.mktemp("site")
    with served(path, {"ayse": Role.MEMBER, "root": Role.ADMINISTRATOR}) as running:
        fill_archive(path)
        add_job(path, "own", "ayse", [exchange("http://c.org/", HOSTILE), exchange("http://c.org/2", page("2", "x"))])
        yield running


@pytest.fixture
def browser() -> Iterator[Page]:
    with browsing(viewport={"width": 1100, "height": 800}) as opened:
        yield opened


def test_a_copy_shows_its_picture_and_style_and_its_links_stay_in_the_archive(site: Served, browser: Page) -> None:
    browser.goto(f"{site.root}/archived?url=http://a.org/&at=2023")
    frame = browser.frame_locator("iframe.copy")
    heading = frame.locator("h1")
    heading.wait_for()
    assert heading.evaluate("one => getComputedStyle(one).color") == "rgb(1, 2, 3)"
    assert frame.locator("img").evaluate("one => one.naturalWidth") == 1
    frame.locator("a").first.click()
    browser.wait_for_url("**/archived?url=http%3A%2F%2Fa.org%2Ftwo*")
    assert browser.url.startswith(site.root)
    assert "http://a.org/two" in browser.locator(".copy-bar").inner_text()


def test_a_hostile_copy_runs_nothing_sends_nothing_and_leads_nowhere(site: Served, browser: Page) -> None:
    """faults: 62"""
    sign_in(browser, site.root, "ayse")
    before = {cookie["name"]: cookie["value"] for cookie in browser.context.cookies()}
    asked: list[str] = []
    browser.on("request", lambda request: asked.append(request.url))
    browser.goto(f"{site.root}/archived?url=http://c.org/")
    frame = browser.frame_locator("iframe.copy")
    frame.locator("#shown").wait_for()
    frame.locator("#send").click()
    frame.locator("#script").click()
    browser.wait_for_timeout(700)
    assert browser.url == f"{site.root}/archived?url=http://c.org/"
    assert [url for url in asked if not url.startswith((site.root, site.archive))] == []
    assert [url for url in asked if "/api/" in url or "worker" in url] == []
    assert {cookie["name"]: cookie["value"] for cookie in browser.context.cookies()} == before
    assert browser.title() != "ran"
    inner = next(one for one in browser.frames if one.url.startswith(site.archive))
    assert inner.evaluate("() => window.ran") is None
    assert inner.evaluate("() => window.origin") == "null"
    assert inner.evaluate("() => { try { return String(top.document) } catch (error) { return error.name } }") == (
        "SecurityError"
    )
    assert inner.evaluate("() => { try { return document.cookie } catch (error) { return error.name } }") == (
        "SecurityError"
    )


def test_even_what_runs_in_the_frame_reads_nothing_of_the_application(site: Served, browser: Page) -> None:
    """As if a hole in the browser or in the rewriting had let a script through."""
    sign_in(browser, site.root, "ayse")
    browser.goto(f"{site.root}/archived?url=http://c.org/")
    browser.frame_locator("iframe.copy").locator("#shown").wait_for()
    inner = next(one for one in browser.frames if one.url.startswith(site.archive))
    reading = "url => fetch(url, {credentials: 'include'}).then(answer => answer.status, () => 'no')"
    assert inner.evaluate(reading, f"{site.root}/api/v1/search?q=gizli") == "no"
    assert inner.evaluate(reading, f"{site.archive}/page?url=http://c.org/2") == "no"
    worker = "async () => (await navigator.serviceWorker.register('/w.js')).scope"
    assert inner.evaluate(f"() => ({worker})().catch(() => 'no')") == "no"


def test_a_copy_opened_by_itself_comes_back_under_its_banner(site: Served, browser: Page) -> None:
    browser.goto(f"{site.root}/archived?url=http://a.org/")
    address = browser.locator("iframe.copy").get_attribute("src")
    assert address
    browser.goto(address)
    assert browser.url.startswith(f"{site.root}/archived?")
    assert browser.locator(".copy-bar").is_visible()
