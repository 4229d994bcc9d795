"""Addresses of local files: `file:///home/ada/papers/report.pdf`.

A path is bytes, whatever they mean to whoever named the file; in an address every byte that is no plain character is
escaped, so that each path has one address and each address one path. A folder ends with a slash. The only query is
`?page=2`, by which a long folder goes on.
"""

from __future__ import annotations

import re
from urllib.parse import quote_from_bytes, unquote_to_bytes

SCHEME = "file:"
_PREFIX = "file://"
_SAFE = "/~!$&'()*+,;=:@-._"
_PAGE = re.compile(r"page=([2-9]|[1-9][0-9]{1,6})").fullmatch
_HOSTS = ("", "localhost")


def is_file(url: str) -> bool:
    return url.startswith(SCHEME)


def file_address(path: bytes, page: int = 1) -> str:
    """Of an absolute path; that of a folder ends with a slash."""
    return _PREFIX + quote_from_bytes(_tidy(path), safe=_SAFE) + (f"?page={page}" if page > 1 else "")


def file_path(url: str) -> bytes:
    """The path behind a normalised address."""
    return unquote_to_bytes(url.partition("?")[0][len(_PREFIX) :])


def file_page(url: str) -> int:
    """Which part of a folder's listing it is, from 1 on."""
    found = _PAGE(url.partition("?")[2])
    return int(found[1]) if found else 1


def normalise_file(text: str, base: str | None = None) -> tuple[str | None, str]:
    """The one spelling of a file's address, seen from the file `base`; or None and why not."""
    text = text.strip().partition("#")[0]
    if text[:5].lower() == SCHEME:
        text = text[5:]
        if text.startswith("//"):
            host, slash, rest = text[2:].partition("/")
            if host.lower() not in _HOSTS:
                return None, "it names another computer: only files of this one are read"
            text = slash + rest
    elif base is None:
        return None, "it is no file's address"
    elif text.startswith("//"):
        return None, "it names another computer: only files of this one are read"
    path, _, query = text.partition("?")
    raw = unquote_to_bytes(_bytes(path))
    if b"\0" in raw:
        return None, "a path cannot hold a zero byte"
    if not raw.startswith(b"/"):
        if base is None:
            return None, "a file's address needs the whole path: file:///folder/file"
        if not raw:
            return base.partition("?")[0], ""
        raw = file_path(base).rpartition(b"/")[0] + b"/" + raw
    page = _PAGE(query) if raw.endswith(b"/") else None
    return file_address(raw, int(page[1]) if page else 1), ""


def _bytes(path: str) -> bytes:
    """As the command line hands over what is no text; any other half of a pair becomes the sign for that."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "replace")


def _tidy(path: bytes) -> bytes:
    """Without `.`, `..` and doubled slashes."""
    if b"//" not in path and b"/." not in path:
        return path
    kept: list[bytes] = []
    names = path.split(b"/")
    for name in names:
        if name == b"..":
            if kept:
                kept.pop()
        elif name not in (b"", b"."):
            kept.append(name)
    folder = names[-1] in (b"", b".", b"..")
    return b"/" + b"/".join(kept) + (b"/" if folder and kept else b"")
