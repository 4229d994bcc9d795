"""One Chromium a module; where there is none its tests are left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from browser_kit import require_chromium
from site_kit import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module", autouse=True)
def _chromium() -> None:
    require_chromium()


@pytest.fixture(scope="module")
def browser(_chromium: None) -> Iterator[Browser]:
    with chromium() as running:
        yield running
