"""The search page in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from axe_check import assert_no_serious_fault
from browser_kit import require_chromium
from site_kit import TELEPHONE, Server, chromium, is_too_wide, new_page, serving, sign_in

from web_kit import PASSWORD, prepared

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module", autouse=True)
def _chromium() -> None:
    require_chromium()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving(prepared()) as running:
        yield running


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_no_serious_fault(browser: Browser, server: Server, colours: str) -> None:
    with new_page(browser, server, color_scheme=colours) as page:
        for path in ("/", "/?q=kedi", "/?q=nothingatall", "/sign-in"):
            page.goto(path)
            assert_no_serious_fault(page)


def test_a_telephone_needs_no_scrolling_sideways(browser: Browser, server: Server) -> None:
    with new_page(browser, server, viewport=TELEPHONE) as page:
        for path in ("/", "/?q=kedi", "/sign-in"):
            page.goto(path)
            assert not is_too_wide(page), path


def test_a_private_collection_is_unseen_by_another_member(browser: Browser, server: Server) -> None:
    for name, hits in (("ayse", 2), ("bora", 1)):
        with new_page(browser, server) as page:
            sign_in(page, name, PASSWORD)
            page.fill("#q", "kedi")
            page.press("#q", "Enter")
            page.wait_for_selector(".hits")
            assert page.locator(".hits h2").count() == hits
