"""Where Chromium is, and how it has to be started so that it talks to nobody but our proxy."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

from mekik.errors import SettingError, UsageError
from mekik.scope.patterns import Patterns
from mekik.settings import Settings

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_HEAP = 512
"""MB for the scripts of one page."""

SWITCHES = (
    "--disable-background-networking", "--disable-component-update", "--disable-domain-reliability",
    "--disable-sync", "--no-pings", "--dns-prefetch-disable", "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    # No name is ever looked up by the browser: what does not go through the proxy goes nowhere.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--disable-dev-shm-usage", "--disable-gpu", f"--js-flags=--max-old-space-size={_HEAP}",
)  # fmt: skip


def find_chromium(settings: Settings) -> str:
    """The path of the browser. It is never downloaded."""
    named = settings.render.browser
    if named is not None:
        if not os.access(named, os.X_OK):
            raise SettingError(f"There is no program {named} (render.browser).")
        return str(Path(named).absolute())
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        raise UsageError(
            "Rendering needs Chromium. On Debian or Ubuntu: apt install chromium. "
            "Where it has another name: --set render.browser=PATH"
        )
    return found


def require_browser(settings: Settings) -> None:
    """Says what is missing before a crawl that wants to render begins."""
    if settings.render.mode == "never":
        return
    if find_spec("playwright") is None:
        raise UsageError("Rendering needs a package more: pip install 'mekik[browser]'")
    if settings.fetch.proxy is not None:
        raise SettingError("The browser goes out directly, so render.mode and fetch.proxy cannot be used together.")
    render_patterns(settings)
    find_chromium(settings)


def render_patterns(settings: Settings) -> Patterns | None:
    """Raises SettingError for a pattern that is not RE2's."""
    try:
        return Patterns(include=settings.render.patterns) if settings.render.patterns else None
    except SettingError as error:
        raise SettingError(str(error).replace("scope.include", "render.patterns")) from None


def has_sandbox(settings: Settings) -> bool:
    return os.geteuid() != 0 if settings.render.sandbox is None else settings.render.sandbox
