"""Settings of pages that are made by script: when a browser is asked, and how far it may go."""

from __future__ import annotations

from typing import Annotated, Literal

from mekik.settings.base import Section, row


class RenderSettings(Section, frozen=True, kw_only=True):
    mode: Annotated[
        Literal["never", "auto", "always"],
        row("Have a browser run the scripts of a page: never, where it has little text and much script, or always.",
            flag="--render"),
    ] = "never"  # fmt: skip
    patterns: Annotated[
        tuple[str, ...], row("With auto, addresses that match one of these regular expressions (RE2) are rendered too.")
    ] = ()
    little_text: Annotated[
        int, row("A page with less text than this may need its scripts.", unit="characters", ge=0)
    ] = 400
    few_links: Annotated[int, row("And with no more links than this.", ge=0)] = 5
    much_script: Annotated[
        float, row("And with so many times as much script as text; a script of its own file counts 2000.", gt=0)
    ] = 4.0
    timeout: Annotated[float, row("For one page.", unit="s", gt=0)] = 20.0
    max_requests: Annotated[int, row("Requests that the scripts of one page may make.", ge=0)] = 40
    max_bytes: Annotated[int, row("Bytes that they may receive.", unit="bytes", ge=1)] = 20_000_000
    browsers: Annotated[int, row("Browsers at a time, one page each.", ge=1, admin=True)] = 1
    pages_per_browser: Annotated[int, row("Pages before a browser is started anew.", ge=1)] = 50
    memory: Annotated[
        int, row("A browser with all its processes may take.", unit="bytes", ge=300_000_000, admin=True)
    ] = 2_000_000_000
    browser: Annotated[
        str | None,
        row("Path of Chromium or Chrome; by default the first of the usual names that is installed.", admin=True),
    ] = None
    sandbox: Annotated[
        bool | None,
        row(
            "Chromium's own sandbox; by default it is used unless Mekik runs as root, where Chromium cannot.",
            admin=True,
        ),
    ] = None
