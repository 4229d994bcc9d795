"""Whether a page says little by itself because its scripts have yet to write it."""

from __future__ import annotations

import re

from mekik.page import Document, LinkKind
from mekik.settings import RenderSettings

_FILE = 2000
"""What a script in a file of its own counts, in characters."""
_LEAST = 200
_SCRIPT = re.compile(rb"<script\b([^>]{0,2000})>(.*?)(?:</script|\Z)", re.IGNORECASE | re.DOTALL)
_SOURCE = re.compile(rb"\bsrc\s*=", re.IGNORECASE)
_DATA = re.compile(
    rb"\btype\s*=\s*[\"']?(?:[a-z/+.-]*json|importmap|speculationrules|text/(?!javascript))", re.IGNORECASE
)


def needs_script(html: bytes, document: Document, settings: RenderSettings) -> bool:
    """`html` as UTF-8, `document` as it was read from it, with its text. An ordinary page costs one comparison."""
    length = len(document.text)
    if length >= settings.little_text:
        return False
    if document.links.kinds.count(LinkKind.ANCHOR) > settings.few_links:
        return False
    return _amount(html) >= max(_LEAST, settings.much_script * length)


def _amount(html: bytes) -> int:
    """Characters of script. Data in script elements runs nothing and does not count."""
    amount = 0
    for attributes, body in _SCRIPT.findall(html):
        if not _DATA.search(attributes):
            amount += _FILE if _SOURCE.search(attributes) else len(body)
    return amount
