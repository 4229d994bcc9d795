"""A folder as a page of links, for nobody but the parser: it is not for the index."""

from __future__ import annotations

import os
from html import escape
from urllib.parse import quote_from_bytes

from xxhash import xxh3_64_hexdigest

from mekik.fetch.folders import Folders
from mekik.urls import file_address

_AT_ONCE = 4000
"""Names on one page; the first page names the others."""
_SAFE = "~!$&()*+,;=@-._"


def listing(folder: bytes, page: int, folders: Folders) -> tuple[bytes, str]:
    """Page number `page` of a folder, and a tag that changes when the page does. Raises OSError."""
    with os.scandir(folder) as entries:
        found = sorted(
            entry.name + (b"/" if entry.is_dir(follow_symlinks=False) else b"")
            for entry in entries
            if folders.check(entry.path) is None
        )
    pages = max(1, -(-len(found) // _AT_ONCE))
    shown = found[(page - 1) * _AT_ONCE : page * _AT_ONCE]
    links = [(quote_from_bytes(name, safe=_SAFE + "/"), name.decode("utf-8", "replace")) for name in shown]
    if page == 1:
        links += [(f"?page={number}", f"{number} / {pages}") for number in range(2, pages + 1)]
    title = escape(folder.decode("utf-8", "replace"))
    lines = "".join(f'<li><a href="./{escape(href)}">{escape(name)}</a>\n' for href, name in links)
    head = '<meta charset="utf-8"><meta name="robots" content="noindex">'
    html = f"<!DOCTYPE html>\n{head}<title>{title}</title>\n<ul>\n{lines}</ul>\n".encode("utf-8", "replace")
    return html, f'"{xxh3_64_hexdigest(file_address(folder).encode() + html)}"'
