"""Pages that their scripts have yet to write, shown by a real browser: `--render`, with the extra `mekik[browser]`.

    rendering.py   which pages, and what becomes of them: the engine's side of it
    renderer.py    the helper processes as the engine sees them: one page each, a deadline, and an end by force
    messages.py    what engine and helper say to each other
    main.py        the helper process: it starts the browser and the proxy, and asks the engine about every request
    page.py        one page in the browser: what it may load, when it is done, and its document in the end
    chromium.py    where Chromium is, and how it has to be started

The document is not asked for again: the browser gets the archived bytes. What its scripts ask for goes through
`fetch.GuardProxy`, to sites whose robots.txt allows it and nowhere else; pictures, styles, fonts, frames and anything
but GET never leave the machine.
"""

from mekik.crawl.browser.chromium import require_browser
from mekik.crawl.browser.rendering import Rendering

__all__ = ["Rendering", "require_browser"]
