"""Targets of a page: collected in page order, resolved in one batch, one entry per distinct target."""

from __future__ import annotations

import re

from mekik.page import NOFOLLOW, Hint, LinkKind, Links
from mekik.parse.native import native
from mekik.parse.scripts import in_script_link
from mekik.urls import Normaliser, keys

LONGEST_ANCHOR = 200
_REFRESH = re.compile(r"""[\d.\s]*[;,\s]\s*(?:url\s*=\s*)?["']?\s*([^"']+)""", re.IGNORECASE)
_WEAK = bytes(
    (LinkKind.CANONICAL, LinkKind.ALTERNATE, LinkKind.REFRESH, LinkKind.SCRIPT, LinkKind.FORM, LinkKind.IMAGE)
)
"""Ways to name an address that say less than a plain link to it."""
FOLLOWED_RELATIONS = {
    "alternate", "next", "prev", "previous", "first", "last", "start", "up", "contents", "index", "chapter", "section",
    "subsection", "appendix",
}  # fmt: skip
"""Of <link> and of the Link header: pages that belong to this one, not what it is made of."""


class Collector:
    """Gathers hrefs as they stand; `resolve` turns them into `Links`."""

    __slots__ = ("_anchors", "_found", "_further", "_hrefs", "_kinds", "_most", "dropped", "full", "resolved")

    def __init__(self, most: int) -> None:
        self._most = most
        self._hrefs: list[str] = []
        self._anchors: list[str] = []
        self._kinds = bytearray()
        self._further: list[str] = []
        self._found: list[str | None] = []
        self.resolved: list[str | None] = []
        """What became of the further addresses, after `resolve`."""
        self.full = most <= 0
        self.dropped = 0
        """Links beyond the limit."""

    def add(self, href: str, kind: int, anchor: str = "") -> None:
        if self.full:
            self.dropped += 1
            return
        if href[:1] in "jJ" and href[:11].lower() == "javascript:":
            href = in_script_link(href)
            if not href:
                return
            kind = LinkKind.SCRIPT | (kind & NOFOLLOW)
        self._hrefs.append(href)
        self._kinds.append(kind)
        self._anchors.append(anchor)
        self.full = len(self._hrefs) >= self._most

    def add_all(self, hrefs: list[str], kinds: bytes, anchors: list[str]) -> None:
        """Many links side by side, in page order; none of them is a script."""
        if len(self._hrefs) + len(hrefs) < self._most:
            self._hrefs += hrefs
            self._kinds += kinds
            self._anchors += anchors
            return
        for href, kind, anchor in zip(hrefs, kinds, anchors, strict=True):
            self.add(href, kind, anchor)

    def further(self, href: str) -> int:
        """An address that is no link to follow, to be resolved with the others; its place in `resolved`."""
        self._further.append(href)
        return len(self._further) - 1

    def targets(self) -> dict[str, str | None]:
        """What became of the links, as they stand in the page; after `resolve`."""
        return dict(zip(self._hrefs, self._found, strict=False))

    def resolve(self, base: str, normaliser: Normaliser, charset: str) -> Links:
        found = self._found = normaliser.links(base, self._hrefs + self._further, charset)
        self.resolved = found[len(self._hrefs) :]
        if native is None:
            urls, anchors, kinds = gather_in_python(found, self._anchors, self._kinds)
        else:
            urls, anchors, kinds = native.gather(found, self._anchors, self._kinds, _WEAK)
        return Links(urls, keys(urls), anchors, kinds)


def gather_in_python(
    found: list[str | None], words: list[str], kinds_found: bytearray
) -> tuple[list[str], list[str], bytes]:
    """One entry per target."""
    place: dict[str, int] = {}
    urls: list[str] = []
    anchors: list[str] = []
    kinds = bytearray()
    for url, anchor, kind in zip(found, words, kinds_found, strict=False):
        if url is None:
            continue
        known = place.get(url)
        if known is None:
            place[url] = len(urls)
            urls.append(url)
            anchors.append(anchor)
            kinds.append(kind)
            continue
        if anchor and not anchors[known]:
            anchors[known] = anchor
        if kinds[known] in _WEAK:
            kinds[known] = kind
        elif not kind & NOFOLLOW and kinds[known] & NOFOLLOW:
            # One plain link is enough to follow it.
            kinds[known] = kind
    return urls, anchors, bytes(kinds)


def append(links: Links, urls: list[str], kind: int) -> None:
    """Adds whole addresses behind a page's own links, those that it does not name already."""
    known = set(links.urls)
    new = [url for url in dict.fromkeys(urls) if url not in known]
    if new:
        links.urls += new
        links.keys += keys(new)
        links.anchors += [""] * len(new)
        links.kinds += bytes([kind]) * len(new)
        if links.hints:
            links.hints += [Hint()] * len(new)
        if links.around:
            links.around += [""] * len(new)


def refresh_target(content: str) -> str:
    """Of `5; url=/next.html`."""
    found = _REFRESH.match(content[:4000])
    return found[1].strip() if found else ""
