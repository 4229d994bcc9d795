"""What axe finds wrong with a page for people who do not see, hear or point as others do."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

SERIOUS = ("serious", "critical")


def faults(page: Page) -> list[str]:
    """Serious and critical ones: the rule, where, and what to do."""
    # Not by a script element: the page's own policy would refuse it.
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{rule['id']} at {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in SERIOUS
        for node in rule["nodes"]
    ]


def assert_no_serious_fault(page: Page) -> None:
    found = faults(page)
    assert not found, f"{page.url}\n" + "\n".join(found)
