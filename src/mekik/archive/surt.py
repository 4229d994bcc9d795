"""The sort key of an address in a CDXJ file: host backwards, then path and query, as replay tools expect it."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote

_WWW = re.compile(r"www\d*\.")
_DEFAULT_PORT = {"http": "80", "https": "443"}


def surt(url: str) -> str:
    """`https://www.example.org/A?b=2&a=1` is `org,example)/a?a=1&b=2`. Never raises, never holds a blank."""
    scheme, separator, rest = url.lower().partition("://")
    if not separator:
        scheme, rest = "", scheme
    rest = rest.partition("#")[0]
    rest, mark, query = rest.partition("?")
    authority, _, path = rest.partition("/")
    if path.endswith("/"):
        path = path[:-1]
    if "&" in query:
        query = "&".join(sorted(query.split("&")))
    key = f"{_host(scheme, authority)})/{path}{mark if query else ''}{query}"
    if key.isascii() and key.isprintable() and " " not in key:
        return key
    return quote(key.encode("utf-8", "replace"), safe=SAFE)


SAFE = "!#$%&'()*+,/:;=?@[]~|^`{}\"<>\\"
"""Every printable ASCII sign but the blank stays as it is."""


@lru_cache(maxsize=8192)
def _host(scheme: str, authority: str) -> str:
    host = authority.rpartition("@")[2]
    port = ""
    if not host.endswith("]"):
        name, colon, number = host.rpartition(":")
        if colon:
            host = name
            port = "" if number in ("", _DEFAULT_PORT.get(scheme)) else f":{number}"
    host = _WWW.sub("", host, count=1) if host.startswith("www") else host
    if host.startswith("[") or host.rpartition(".")[2].isdigit():
        return host + port
    return ",".join(reversed(host.split("."))) + port
