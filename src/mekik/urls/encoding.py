"""Percent-encoding and query variables, made uniform.

What the WHATWG parser leaves open is decided here: `%7e` is `~`, hex digits are upper-case, a per cent sign
that begins no escape is `%25`, and characters that RFC 3986 does not allow bare are escaped. An escape of a
reserved character stays one, because a server may tell it from the character itself.
"""

from __future__ import annotations

import re
from urllib.parse import quote_from_bytes

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_UNRESERVED = _LETTERS + "-._~"
_IN_PATH = _UNRESERVED + "!$&'()*+,;=:@/"
_IN_QUERY = _UNRESERVED + "!$&()*+,;=:@/?"  # WHATWG escapes the apostrophe in a query, but not in a path

_path_oddities = re.compile(rf"%[0-9A-Fa-f]{{2}}|[^{re.escape(_IN_PATH)}]")
_query_oddities = re.compile(rf"%[0-9A-Fa-f]{{2}}|[^{re.escape(_IN_QUERY)}]")

# A closed list, because the name comes from the page. The others send UTF-8, as browsers do for UTF-16.
_own_charset = re.compile(
    r"windows-125[0-8]|iso-8859-(?:[1-9]|1[0134-6])|koi8-[ru]|gbk|gb2312|gb18030|big5|euc-(?:jp|kr)|shift_jis",
    re.IGNORECASE,
).fullmatch


def _spellings() -> dict[str, str]:
    """Every escape in every spelling, and what it becomes."""
    table = {}
    digits = "0123456789ABCDEFabcdef"
    for escape in (f"%{high}{low}" for high in digits for low in digits):
        character = chr(int(escape[1:], 16))
        table[escape] = character if character in _UNRESERVED else escape.upper()
    return table


_TABLE = _spellings()


def _uniform(found: re.Match[str]) -> str:
    text = found[0]
    return _TABLE.get(text) or quote_from_bytes(text.encode("utf-8", "replace"), safe="")


def uniform_path(path: str) -> str:
    return _path_oddities.sub(_uniform, path)


def uniform_query(query: str) -> str:
    return _query_oddities.sub(_uniform, query)


def variable_name(variable: str) -> str:
    return variable.partition("=")[0]


def order_query(query: str, dropped: frozenset[str]) -> str:
    """Variables in the order of their names, without empty ones and those whose name is to be dropped.

    Variables of the same name keep their order: for many servers it means something.
    """
    if "&" not in query:
        return "" if variable_name(query).lower() in dropped else query
    variables = [part for part in query.split("&") if part and variable_name(part).lower() not in dropped]
    variables.sort(key=variable_name)
    return "&".join(variables)


def encode_query(href: str, charset: str) -> str:
    """The query of `href` in the bytes that a browser sends from a page in `charset`.

    Old sites in windows-1254 or ISO-8859-9 expect their own bytes in a query, not UTF-8.
    """
    text, fragment_mark, _ = href.partition("#")
    address, mark, query = text.partition("?")
    if not mark or query.isascii() or not _own_charset(charset):
        return href
    encoded = "".join([letter if letter.isascii() else _in(charset, letter) for letter in query])
    return f"{address}?{encoded}{fragment_mark}"


def _in(charset: str, letter: str) -> str:
    try:
        return quote_from_bytes(letter.encode(charset), safe="")
    except UnicodeEncodeError:
        return f"%26%23{ord(letter)}%3B"
