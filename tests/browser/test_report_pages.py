"""Archived copies, reports, logs, an address and the system in a real browser."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_check import assert_no_serious_fault
from site_kit import TELEPHONE, Server, is_too_wide, new_page, serving, sign_in

from crawled_site import crawled
from hostile.copies import HOSTILE, add_job, exchange, fill_archive, page
from mekik.crawl.log import LogEntry, LogWriter
from web_kit import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, Page

PAGES = ("/jobs/site/reports", "/jobs/site/reports/errors", "/jobs/site/reports/days", "/jobs/site/reports/tree",
         "/jobs/site/reports/points", "/jobs/site/reports/assignment", "/jobs/site/log", "/jobs/site/finds",
         "/address?url=http://a.org/&from=2023&to=2024", "/archived?url=http://a.org/", "/system")  # fmt: skip


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("site")
    shutil.copytree(crawled()[0], path, dirs_exist_ok=True)
    fill_archive(path)
    add_job(path, "own", "ayse", [exchange("http://c.org/", HOSTILE), exchange("http://c.org/2", page("2", "x"))])
    return path


@pytest.fixture(scope="module")
def site(data: Path) -> Iterator[Server]:
    with serving(data) as running:
        yield running


@pytest.fixture
def opened(browser: Browser, site: Server) -> Iterator[Page]:
    with new_page(browser, site) as shown:
        yield shown


@pytest.fixture
def hardened(browser: Browser, site: Server) -> Iterator[Page]:
    """Where the policy is meant to be broken."""
    context = browser.new_context(base_url=site.root)
    yield context.new_page()
    context.close()


def inside(page: Page) -> Frame:
    """The frame with the copy, when it is there."""
    page.frame_locator("iframe.copy").locator("h1").wait_for()
    return page.frames[1]


def test_a_copy_shows_its_picture_and_style_and_its_links_stay_in_the_archive(site: Server, opened: Page) -> None:
    opened.goto("/archived?url=http://a.org/&at=2023")
    frame = opened.frame_locator("iframe.copy")
    heading = frame.locator("h1")
    heading.wait_for()
    assert heading.evaluate("one => getComputedStyle(one).color") == "rgb(1, 2, 3)"
    assert frame.locator("img").evaluate("one => one.naturalWidth") == 1
    frame.locator("a").first.click()
    opened.wait_for_url("**/archived?url=http%3A%2F%2Fa.org%2Ftwo*")
    assert opened.url.startswith(site.root)
    assert "http://a.org/two" in opened.locator(".copy-bar").inner_text()


def test_a_hostile_copy_runs_nothing_sends_nothing_and_leads_nowhere(site: Server, opened: Page) -> None:
    """faults: 62"""
    sign_in(opened, "ayse", PASSWORD)
    before = {cookie["name"]: cookie["value"] for cookie in opened.context.cookies()}
    asked: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    opened.goto("/archived?url=http://c.org/")
    frame = opened.frame_locator("iframe.copy")
    frame.locator("#shown").wait_for()
    frame.locator("#send").click()
    frame.locator("#script").click()
    opened.wait_for_timeout(700)
    assert opened.url == f"{site.root}/archived?url=http://c.org/"
    inner = inside(opened)
    archive = inner.url.partition("/page?")[0]
    assert archive not in (site.root, "")
    assert [url for url in asked if not url.startswith((site.root, archive))] == []
    assert [url for url in asked if "/api/" in url or "worker" in url] == []
    assert {cookie["name"]: cookie["value"] for cookie in opened.context.cookies()} == before
    assert opened.title() != "ran"
    assert inner.evaluate("() => window.ran") is None
    assert inner.evaluate("() => window.origin") == "null"
    assert inner.evaluate("() => { try { return String(top.document) } catch (error) { return error.name } }") == (
        "SecurityError"
    )
    assert inner.evaluate("() => { try { return document.cookie } catch (error) { return error.name } }") == (
        "SecurityError"
    )


def test_even_what_runs_in_the_frame_reads_nothing_of_the_application(site: Server, hardened: Page) -> None:
    """As if a hole in the browser or in the rewriting had let a script through."""
    sign_in(hardened, "ayse", PASSWORD)
    hardened.goto("/archived?url=http://c.org/")
    inner = inside(hardened)
    reading = "url => fetch(url, {credentials: 'include'}).then(answer => answer.status, () => 'no')"
    assert inner.evaluate(reading, f"{site.root}/api/v1/search?q=gizli") == "no"
    assert inner.evaluate(reading, inner.url.partition("/page?")[0] + "/page?url=http://c.org/2") == "no"
    worker = "async () => (await navigator.serviceWorker.register('/w.js')).scope"
    assert inner.evaluate(f"() => ({worker})().catch(() => 'no')") == "no"


def test_a_copy_opened_by_itself_comes_back_under_its_banner(site: Server, opened: Page) -> None:
    opened.goto("/archived?url=http://a.org/")
    address = opened.locator("iframe.copy").get_attribute("src")
    assert address
    opened.goto(address)
    assert opened.url.startswith(f"{site.root}/archived?")
    assert opened.locator(".copy-bar").is_visible()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_no_serious_fault(browser: Browser, site: Server, colours: str) -> None:
    with new_page(browser, site, color_scheme=colours) as opened:
        sign_in(opened, "root", PASSWORD)
        for path in PAGES:
            opened.goto(path)
            assert_no_serious_fault(opened)


def test_a_telephone_needs_no_scrolling_sideways(browser: Browser, site: Server) -> None:
    with new_page(browser, site, viewport=TELEPHONE, locale="tr-TR") as opened:
        sign_in(opened, "root", PASSWORD)
        for path in PAGES:
            opened.goto(path)
            assert not is_too_wide(opened), path


def test_reports_and_their_pictures_are_there_without_a_script(browser: Browser, site: Server) -> None:
    with new_page(browser, site, java_script_enabled=False) as opened:
        opened.goto("/jobs/site/reports")
        opened.click("text=Errors by kind")
        assert opened.locator("svg.chart rect").count() == 1
        assert opened.locator("table tbody tr").count() == 2
        opened.goto("/jobs/site/reports/points")
        assert opened.locator("svg.chart path.dots").count() == 1


def test_points_turn_with_the_keyboard_and_say_what_they_are(opened: Page) -> None:
    opened.goto("/jobs/site/reports/points")
    canvas = opened.locator("#points canvas")
    canvas.wait_for()
    drawn = "canvas => canvas.toDataURL()"
    before = canvas.evaluate(drawn)
    canvas.focus()
    opened.keyboard.press("ArrowRight")
    opened.wait_for_timeout(200)
    turned = canvas.evaluate(drawn)
    assert turned != before
    box = canvas.bounding_box()
    assert box
    opened.mouse.move(box["x"] + 200, box["y"] + 200)
    opened.mouse.down()
    opened.mouse.move(box["x"] + 300, box["y"] + 240)
    opened.mouse.up()
    opened.wait_for_timeout(200)
    assert canvas.evaluate(drawn) != turned
    assert "completed 5" in opened.locator("#points .legend").inner_text()


def test_new_lines_of_the_log_appear_without_reload_and_only_as_text(opened: Page, data: Path) -> None:
    opened.goto("/jobs/site/log")
    opened.click("#follow")
    opened.wait_for_timeout(1000)
    writer = LogWriter(data / "jobs" / "site" / "log.jsonl")
    writer.add(LogEntry(time=time.time(), outcome="ok", url="http://fresh.example/<b>x</b>", code=200))
    writer.close()
    row = opened.locator("#entries tr.fresh").first
    row.wait_for()
    assert "http://fresh.example/<b>x</b>" in row.inner_text()
    assert row.locator("b").count() == 0
    opened.click("#follow")
    assert opened.locator("#follow").get_attribute("aria-pressed") == "false"


def test_an_administrator_checks_and_switches(browser: Browser, site: Server) -> None:
    with new_page(browser, site) as opened:
        sign_in(opened, "root", PASSWORD)
        opened.click("nav >> text=System")
        opened.click("text=Check now")
        opened.wait_for_selector("text=No damage found.")
        opened.click("text=Make passive")
        opened.wait_for_selector("text=Make active")
        opened.click("text=Make active")
        opened.wait_for_selector("text=Make passive")
