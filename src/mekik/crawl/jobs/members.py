"""What a member may ask for at most: one job must not take the machine from the others, nor a site's patience."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from mekik.crawl.jobs.quotas import Quota
from mekik.errors import SettingError
from mekik.settings import Settings, flatten

CEILINGS = {
    "fetch.max_size": 100_000_000, "fetch.max_header_size": 1_000_000, "discovery.max_size": 100_000_000,
    "discovery.max_addresses": 1_000_000, "parse.max_links": 100_000, "parse.max_text": 20_000_000,
    "parse.timeout": 60, "parse.max_document_size": 1_000_000_000, "capture.max_finds": 100_000, "render.timeout": 120,
    "render.max_requests": 500, "render.max_bytes": 200_000_000, "urls.max_length": 65_536,
}  # fmt: skip
_DELAY = "frontier.delay"


def check_member(settings: Settings, quota: Quota) -> None:
    """Raises SettingError for what only an administrator may ask for."""
    for name, value in _all(settings):
        if name == _DELAY and float(value) < quota.delay:
            raise SettingError(f"The setting {name!r} is wrong: for you it is at least {quota.delay:g} seconds.")
        if name in CEILINGS and float(value) > CEILINGS[name]:
            raise SettingError(f"The setting {name!r} is wrong: for you it is {CEILINGS[name]:,} at most.")


def _all(settings: Settings) -> Iterator[tuple[str, Any]]:
    """Every setting, and those of the overrides."""
    yield from flatten(msgspec.to_builtins(settings))
    for override in settings.overrides:
        yield from flatten(override.set)
