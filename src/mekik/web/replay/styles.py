"""Addresses in style sheets become links to archived copies."""

from __future__ import annotations

import re
from collections.abc import Callable

# Possessive throughout: no sheet makes it look at the same characters again and again.
_PLACES = re.compile(
    r"""url\(\s*+(?:"(?P<double>[^"\n]*+)"|'(?P<single>[^'\n]*+)'|(?P<bare>[^"'()\s]++))\s*+\)"""
    r"""|@import\s++(?:"(?P<import_double>[^"\n]*+)"|'(?P<import_single>[^'\n]*+)')""",
    re.IGNORECASE,
)
_IMPORT = re.compile(r"@import\s++\Z", re.IGNORECASE)
_NOTHING = "about:invalid"
MOST = 2_000
"""Addresses of one sheet that are turned into links."""

Link = Callable[[str, bool], str | None]
"""From an address as written, and whether it is a sheet, to a link; None where there can be none."""


def rewrite_style(sheet: str, link: Link) -> str:
    seen = 0

    def replaced(place: re.Match[str]) -> str:
        nonlocal seen
        seen += 1
        imported = place["import_double"] or place["import_single"]
        written = imported or place["double"] or place["single"] or place["bare"] or ""
        if written[:5].lower() == "data:":
            return place[0]
        is_sheet = imported is not None or bool(_IMPORT.search(sheet, max(0, place.start() - 40), place.start()))
        target = (link(written, is_sheet) if seen <= MOST else None) or _NOTHING
        return f'@import "{target}"' if imported is not None else f'url("{target}")'

    return _PLACES.sub(replaced, sheet)
