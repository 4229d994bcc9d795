"""From the first start to a searchable crawl, in a real browser."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from axe_check import assert_no_serious_fault
from site_kit import TELEPHONE, Server, is_too_wide, new_page, serving, sign_in

from mekik.lab.demo import DemoWeb
from web_kit import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES = ("/jobs", "/new-job", "/jobs/root~demo", "/jobs/root~demo/settings", "/jobs/root~demo/delete")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


def setup_link(server: Server) -> str:
    for _ in range(600):
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


def test_a_stranger_reaches_a_searchable_crawl_of_the_demo_web(
    browser: Browser, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the link that the first start prints: the administrator, the demo web, a live view, a search. Within two
    minutes and six clicks, counted by the browser itself; Enter in a form counts as a click on its button."""
    with new_page(browser, server) as page:
        clicks: list[str] = []
        page.expose_function("clicked", lambda what: clicks.append(what))
        page.add_init_script("addEventListener('click', (event) => clicked(event.target.textContent.trim()), true);")
        began = time.monotonic()
        page.goto(setup_link(server))
        page.fill("input[name=name]", "root")
        page.fill("input[name=password]", PASSWORD)
        page.click("main button")
        page.click("text=Crawl the demo web")
        page.wait_for_selector(".state.running")
        until(lambda: page.locator("#log li").count() > 5, "lines of the log")
        page.wait_for_selector(".state.finished", timeout=110_000)
        page.click("text=Search these pages")
        page.fill("#q", "lighthouse")
        page.press("#q", "Enter")
        page.wait_for_selector(".hits li mark")
        took = time.monotonic() - began
        with capsys.disabled():
            print(f" [{len(clicks)} clicks, {took:.0f} s]", end="")
        assert 3 <= len(clicks) <= 6, clicks
        assert took < 120


def test_a_finished_job_keeps_its_chart_and_has_pictures(browser: Browser, server: Server) -> None:
    with new_page(browser, server) as page:
        sign_in(page, "root", PASSWORD)
        page.goto("/jobs/root~demo")
        assert count(page, "completed") > 100
        assert page.locator("#finds li b").count() > 3
        assert page.locator("#chart canvas").count() == 1
        points = json.loads(page.get_attribute("#chart", "data-points") or "[]")
        assert len(points) > 3
        assert points[-1][3] == count(page, "completed")
        page.goto("/?q=kettle&type=image")
        page.wait_for_selector(".pictures img")
        shown = "[...document.querySelectorAll('.pictures img')].some((one) => one.complete && one.naturalWidth > 0)"
        until(lambda: bool(page.evaluate(shown)), "a picture from the archive")


def test_a_job_is_checked_and_tried_before_it_is_made(browser: Browser, server: Server) -> None:
    with DemoWeb(calendar_months=2) as web, new_page(browser, server) as page:
        sign_in(page, "root", PASSWORD)
        page.goto("/new-job")
        page.fill("#name", "Only tried")
        page.fill("#seeds", "\n".join(web.seeds))
        page.click("summary:has-text('Fetching')")
        page.fill("[name='fetch.allow_addresses']", "127.0.0.0/8")
        page.click("button[value=check]")
        page.wait_for_selector("#checked .notice", timeout=60_000)
        checked = page.inner_text("#checked")
        assert f"{len(web.seeds)} seeds, robots.txt and the rules allow" in checked
        assert "sitemaps with" in checked
        page.click("button[value=try]")
        page.wait_for_selector("#checked ol li", timeout=60_000)
        addresses = page.locator("#checked ol li")
        assert 10 < addresses.count() <= 50
        assert web.seeds[0] in page.inner_text("#checked")
        assert page.input_value("#name") == "Only tried"
        page.goto("/jobs")
        assert "Only tried" not in page.inner_text("main")  # nothing was made


def test_an_administrator_gives_a_member_a_quota(browser: Browser, server: Server) -> None:
    with new_page(browser, server) as page:
        sign_in(page, "root", PASSWORD)
        page.goto("/users")
        page.fill("form[action='/users'] [name=name]", "uye")
        page.fill("form[action='/users'] [name=password]", PASSWORD)
        page.click("form[action='/users'] button")
        page.click("td a:text-is('uye')")
        page.fill("[name=pages]", "1234")
        page.fill("[name=gigabytes]", "0.5")
        page.click("button[value=own]")
        page.wait_for_selector("text=of 1,234")
        assert_no_serious_fault(page)
    with new_page(browser, server) as page:
        sign_in(page, "uye", PASSWORD)
        page.goto("/account")
        assert "of 1,234" in page.inner_text(".use")
        assert "of 500 MB" in page.inner_text(".use")
        assert_no_serious_fault(page)


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
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            assert not is_too_wide(page), path
