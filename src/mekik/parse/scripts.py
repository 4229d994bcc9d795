"""Addresses that stand as literals in scripts: `javascript:openWin('/a.html')`, `onclick="location='/b.html'"`.

Nothing is run. Only a whole literal counts: what a script puts together from pieces is left to a browser. Every
pattern here looks at a byte a bounded number of times.
"""

from __future__ import annotations

import re

_LONGEST = 4000
"""Characters of one handler that are looked at."""
LONGEST_SCRIPT = 20_000
"""Inline scripts that send the visitor on are short; longer ones are programs."""
_MOST = 20
"""Addresses of one script."""

_LITERAL = r"""(["'])([^\s<>\\"'`]{1,2000})\1"""
_QUOTED = re.compile(_LITERAL)
# `location = '…'`, `window.location.href='…'`, `location.replace('…')`; what goes on with a plus is no literal.
_LOCATION = re.compile(
    r"location\s{0,9}(?:\.\s{0,9}href\s{0,9})?(?:=\s{0,9}|\.\s{0,9}(?:replace|assign)\s{0,9}\(\s{0,9})"
    + _LITERAL
    + r"(?=\s{0,9}(?:[;,)}\n\r]|$|//|&&))"
)
# A function that opens something, by its name: window.open, openWin, MM_openBrWindow, popUp, goTo, loadPage.
_OPENING = re.compile(
    r"(?:open|pop_?up|go_?to|load_?page|redirect|navigate)\w{0,30}\s{0,9}\(\s{0,9}(?:this\s{0,9},\s{0,9})?" + _LITERAL,
    re.IGNORECASE,
)
_NAME = re.compile(r"[\w$-]")
_ENDINGS = r"[sx]?html?|php[3-7]?|aspx?|jspx?|cfml?|cgi|pl|do|action|pdf|txt|xml|rss|docx?|xlsx?|pptx?"
_FOLDERS = r"(?:[\w%~+.-]+/)"
_ADDRESS = re.compile(
    rf"(?:https?:)?//[^/]|/(?![/*])|\.{{1,2}}/|\?[\w%]+=|{_FOLDERS}*[\w%~+-][\w%~+.-]*\.(?:{_ENDINGS})(?:[?#]|$)"
    rf"|{_FOLDERS}+[\w%~+-]*(?:[?#]|$)",
    re.IGNORECASE,
)
_MEDIA_TYPE = re.compile(r"(?:text|image|audio|video|application|font|multipart)/[\w.+-]+", re.IGNORECASE)


def is_address(literal: str) -> bool:
    """Whether a quoted text in a script looks like something to open."""
    return _ADDRESS.match(literal) is not None and _MEDIA_TYPE.fullmatch(literal) is None


def in_script_link(href: str) -> str:
    """What `javascript:openWin('/a.html')` opens, empty when there is nothing."""
    for found in _QUOTED.finditer(href, 11, _LONGEST):
        if is_address(found[2]):
            return found[2]
    return ""


def in_handler(code: str) -> str:
    """What an event handler such as `location='/b.html'; return false` opens, empty when there is nothing."""
    code = code[:_LONGEST]
    sent = _sent_to(code)
    return sent[0] if sent else next((found[2] for found in _OPENING.finditer(code) if is_address(found[2])), "")


def in_script(code: str) -> list[str]:
    """Where an inline script sends the visitor on."""
    if len(code) > LONGEST_SCRIPT or "location" not in code:
        return []
    return _sent_to(code)


def _sent_to(code: str) -> list[str]:
    """Without names that only end in `location`, and without a script's own scheme."""
    found = dict.fromkeys(
        match[2]
        for match in _LOCATION.finditer(code)
        if not (match.start() and _NAME.match(code, match.start() - 1)) and match[2][:11].lower() != "javascript:"
    )
    return list(found)[:_MOST]
