"""From the first start to a searchable crawl, in a real browser."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from axe_check import assert_no_serious_fault
from browser_kit import require_chromium
from site_kit import TELEPHONE, Server, chromium, is_too_wide, new_page, serving, sign_in

from mekik.lab.demo import DemoWeb
from web_kit import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES = ("/jobs", "/new-job", "/jobs/root~demo", "/jobs/root~demo/settings", "/jobs/root~demo/delete")


@pytest.fixture(scope="module", autouse=True)
def _chromium() -> None:
    require_chromium()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


def setup_link(server: Server) -> str:
    for _ in range(100):
        found = re.search(r"http://\S+/setup\?key=\S+", "".join(server.lines))
        if found:
            return found[0]
        time.sleep(0.1)
    raise AssertionError("no link was printed")


def until(met: Callable[[], bool], what: str) -> None:
    """The page's policy forbids Playwright's own way of waiting, which evaluates a string."""
    deadline = time.monotonic() + 60
    while not met():
        assert time.monotonic() < deadline, what
        time.sleep(0.1)


def count(page: Page, name: str) -> int:
    return int(page.locator(f"dl.counts .{name} dd").inner_text().replace(",", ""))


def test_a_stranger_reaches_a_searchable_crawl_of_the_demo_web_in_few_clicks(browser: Browser, server: Server) -> None:
    """First start, the administrator, the demo web, a live view, a search: four clicks."""
    with new_page(browser, server) as page:
        page.goto(setup_link(server))
        page.fill("input[name=name]", "root")
        page.fill("input[name=password]", PASSWORD)
        page.click("main button")
        page.click("text=Crawl the demo web")
        page.wait_for_selector(".state.running")
        until(lambda: page.locator("#log li").count() > 5, "lines of the log")
        assert page.locator("#chart canvas").count() == 1
        page.wait_for_selector(".state.finished", timeout=90_000)
        assert count(page, "completed") > 100
        assert page.locator("#finds li b").count() > 3
        page.goto("/")
        page.fill("#q", "lighthouse")
        page.press("#q", "Enter")
        page.wait_for_selector(".hits li")


def test_a_job_is_made_by_the_form_watched_paused_and_resumed(browser: Browser, server: Server) -> None:
    with DemoWeb(calendar_months=2) as web, new_page(browser, server) as page:
        sign_in(page, "root", PASSWORD)
        page.goto("/new-job")
        page.fill("#name", "By hand")
        page.fill("#seeds", "\n".join(web.fewer_seeds))
        page.fill("[name='frontier.delay']", "0.3")
        page.click("summary:has-text('Fetching')")
        page.fill("[name='fetch.allow_addresses']", "127.0.0.0/8")
        page.click("button[value=run] >> nth=0")
        page.wait_for_url("**/jobs/root~by-hand")
        page.wait_for_selector(".state.running")
        page.click("button[value=pause]")
        page.wait_for_selector(".state.paused")
        until(lambda: count(page, "running") == 0, "what is in flight")
        before = count(page, "completed")
        time.sleep(2)
        assert count(page, "completed") == before
        page.click("button[value=run]")
        page.wait_for_selector(".state.running")
        until(lambda: count(page, "completed") > before, "further pages")
        page.fill("#pattern", "/")
        page.click("button[value=exclude]")  # everything is left out from now on
        page.wait_for_selector(".state.finished", timeout=60_000)
        assert count(page, "refused") > 0


def test_without_scripts_the_page_reloads_by_itself(browser: Browser, server: Server) -> None:
    with new_page(browser, server, java_script_enabled=False) as page:
        sign_in(page, "root", PASSWORD)
        page.goto("/jobs/root~demo")
        assert page.locator("dl.counts .completed dd").count() == 1
        assert page.locator("meta[http-equiv=refresh]").count() == 1


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_no_serious_fault(browser: Browser, server: Server, colours: str) -> None:
    with new_page(browser, server, color_scheme=colours) as page:
        sign_in(page, "root", PASSWORD)
        for path in PAGES:
            page.goto(path)
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            assert_no_serious_fault(page)


def test_a_telephone_needs_no_scrolling_sideways(browser: Browser, server: Server) -> None:
    with new_page(browser, server, viewport=TELEPHONE, locale="tr-TR") as page:
        sign_in(page, "root", PASSWORD)
        for path in PAGES:
            page.goto(path)
            assert not is_too_wide(page), path
