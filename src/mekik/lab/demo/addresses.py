"""How the content's paths become addresses, and how a request finds its way back to them."""

from __future__ import annotations

from urllib.parse import quote, unquote

_SAFE_IN_PATH = "/~!$&'()*+,;=:@-._"


def path_key(target: str) -> str:
    """`/%7ea?b=%20` and `/~a?b= ` are one address."""
    path, mark, query = target.partition("#")[0].partition("?")
    return unquote(path) + (mark + unquote(query) if query else "")


def url_of(host: str, path: str, port: int) -> str:
    """The address of a path as it is written in the content, percent-encoded where it must be."""
    plain, mark, query = path_key(path).partition("?")
    return f"http://{host}:{port}" + quote(plain, safe=_SAFE_IN_PATH) + mark + quote(query, safe="=&/~-._")
