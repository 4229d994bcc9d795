"""Searching in a real browser: facets, keys, suggestions, the advanced form, both languages, a telephone, no script."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_check import assert_no_serious_fault
from site_kit import TELEPHONE, Server, is_too_wide, new_page, serving, sign_in

from mekik.index import IndexEntry, TantivyWriter
from web_kit import PASSWORD, prepared

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES = (
    "/", "/?q=loom", "/?q=loom&why=1", "/?q=lom", "/?q=loom&type=image", "/?q=loom&group=topic", "/?q=nothingatall",
    "/advanced", "/sign-in",
)  # fmt: skip
OWN_PAGES = ("/account", "/saved?q=loom", "/users", "/users/bora")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = tmp_path_factory.mktemp("site") / "data"
    shutil.copytree(prepared(), path)
    fill(path)
    with serving(path) as running:
        yield running


def fill(path: Path) -> None:
    writer = TantivyWriter(path / "index")
    for number in range(24):
        words = f"a loom for weaving cloth {'loom ' * (number % 5)}"
        host = ("weavers.org", "looms.example")[number % 2]
        writer.put(
            IndexEntry(
                owner="local", url=f"http://{host}/{number}", job="craft", host=host, domain=host,
                type=("html", "pdf")[number % 3 == 0], content_type="text/html", language=("en", "tr")[number % 4 == 0],
                title=f"Loom {number}", title_exact=f"loom {number}", content=words, content_exact=words,
                content_root=words, fetched=1.7e9 + number * 86_400, topics=(("craft", "trade")[number % 2],),
            )
        )  # fmt: skip
    writer.close()


def search(page: Page, words: str) -> None:
    page.fill("#q", words)
    page.press("#q", "Enter")
    page.wait_for_selector(".summary")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent || document.activeElement.id"))


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_no_serious_fault(browser: Browser, server: Server, colours: str) -> None:
    with new_page(browser, server, color_scheme=colours) as page:
        for path in PAGES:
            page.goto(path)
            assert_no_serious_fault(page)
        sign_in(page, "root", PASSWORD)
        for path in OWN_PAGES:
            page.goto(path)
            assert_no_serious_fault(page)


def test_a_telephone_needs_no_scrolling_sideways(browser: Browser, server: Server) -> None:
    with new_page(browser, server, viewport=TELEPHONE) as page:
        for path in PAGES:
            page.goto(path)
            assert not is_too_wide(page), path
        sign_in(page, "root", PASSWORD)
        for path in OWN_PAGES:
            page.goto(path)
            assert not is_too_wide(page), path
        page.goto("/api")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert not is_too_wide(page)
        assert_no_serious_fault(page)
        page.goto("/?q=loom")
        page.click(".jump")
        assert page.locator("#filters").is_visible()


@pytest.mark.parametrize("script", [True, False])
def test_filters_narrow_and_come_off_again(browser: Browser, server: Server, script: bool) -> None:
    """Also without JavaScript."""
    with new_page(browser, server, java_script_enabled=script) as page:
        page.goto("/")
        search(page, "loom")
        assert "24 pages" in page.inner_text(".summary")
        page.click("#filters >> text=weavers.org")
        assert "12 pages" in page.inner_text(".summary")
        page.click("#filters >> text=PDF")
        assert "4 pages" in page.inner_text(".summary")
        assert "host=weavers.org" in page.url
        assert "type=pdf" in page.url
        page.click(".chips >> text=weavers.org")
        assert "8 pages" in page.inner_text(".summary")
        page.goto("/?q=loom")
        page.click("text=Next →")
        assert page.locator(".hits .hit").count() == 10
        page.click("text=Next →")
        assert page.locator(".hits .hit").count() == 4
        page.click("text=← Previous")
        assert page.locator(".hits .hit").count() == 10
        page.click(".hit >> nth=1 >> text=Why this result?")
        assert page.locator(".why").count() == 1


def test_the_keyboard_is_enough(browser: Browser, server: Server) -> None:
    with new_page(browser, server) as page:
        page.goto("/?q=loom")
        titles = page.locator(".hit h2 a").all_inner_texts()
        page.keyboard.press("j")
        assert focused(page) == titles[0]
        page.keyboard.press("ArrowDown")
        page.keyboard.press("j")
        assert focused(page) == titles[2]
        page.keyboard.press("k")
        page.keyboard.press("ArrowUp")
        assert focused(page) == titles[0]
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "q"
        page.keyboard.type("j?")
        assert page.input_value("#q") == "j?"
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        assert page.locator("#keys").is_visible()
        assert_no_serious_fault(page)
        page.keyboard.press("Escape")
        assert not page.locator("#keys").is_visible()


def test_suggestions_come_while_typing_and_are_told(browser: Browser, server: Server) -> None:
    with new_page(browser, server) as page:
        page.goto("/")
        page.locator("#q").press_sequentially("loo")
        page.wait_for_selector("#suggestions li")
        assert page.get_attribute("#q", "aria-expanded") == "true"
        assert "suggestions" in page.inner_text("#told")
        first = page.locator("#suggestions li").first.inner_text()
        page.keyboard.press("ArrowDown")
        assert page.input_value("#q") == first
        assert page.get_attribute("#q", "aria-activedescendant") == "suggestion-0"
        assert_no_serious_fault(page)
        page.keyboard.press("Enter")
        page.wait_for_selector(".summary")
        assert page.input_value("#q") == first


def test_the_advanced_form_writes_the_query(browser: Browser, server: Server) -> None:
    with new_page(browser, server) as page:
        page.goto("/?q=loom")
        page.click("text=Advanced search")
        assert page.input_value("input[name=all]") == "loom"
        page.fill("input[name=none]", "nothing")
        page.fill("input[name=host]", "weavers.org")
        page.select_option("select[name=type]", "pdf")
        page.click("main button")
        page.wait_for_selector(".summary")
        assert page.input_value("#q") == "loom -nothing type:pdf site:weavers.org"
        assert "4 pages" in page.inner_text(".summary")


def test_the_interface_is_turkish_too(browser: Browser, server: Server) -> None:
    with new_page(browser, server, locale="tr-TR") as page:
        page.goto("/?q=loom")
        assert page.get_attribute("html", "lang") == "tr"
        assert "24 sayfa" in page.inner_text(".summary")
        assert "Aralık 2023" in page.inner_text(".hits")
        page.click("text=English")
        page.wait_for_selector("text=24 pages")
        assert "q=loom" in page.url
        assert page.get_attribute("html", "lang") == "en"


def test_a_private_collection_is_unseen_by_another_member(browser: Browser, server: Server) -> None:
    for name, hits in (("ayse", 2), ("bora", 1)):
        with new_page(browser, server) as page:
            sign_in(page, name, PASSWORD)
            page.goto("/")
            search(page, "kedi")
            assert page.locator(".hits h2").count() == hits
            assert ("b.org" in page.content()) == (name == "ayse")


def test_a_member_makes_a_token_and_saves_a_search(browser: Browser, server: Server) -> None:
    with new_page(browser, server) as page:
        sign_in(page, "bora", PASSWORD)
        page.click("a.name")
        page.fill("input[name=title]", "browser test")
        page.click("text=Make a token")
        assert page.input_value("input.secret").startswith("mekik_")
        page.goto("/?q=loom&language=tr")
        page.click("text=Save this search")
        page.click("main button >> text=Save this search")
        page.wait_for_selector("table")
        page.click("table >> text=loom")
        assert "language=tr" in page.url
