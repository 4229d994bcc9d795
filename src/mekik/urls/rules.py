"""The full way from any text to the one spelling of an address: WHATWG parsing, then our own rules.

    1 the text of the fragment goes, lone surrogates become U+FFFD
    2 WHATWG: base, scheme and host in lower case, IDNA, default port, dot segments, tabs and line ends, \\ to /
    3 only http and https; a host name or network address that can exist; user name and password go
    4 percent-encoding made uniform
    5 session parameters go, from the query and from the path (`;jsessionid=…`); query variables sorted
    6 a default document goes when no query follows: with one it is the program that answers

Every rule leaves alone what it made itself, so the whole is idempotent.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ada_url import join_url, normalize_url

from mekik.settings import UrlSettings
from mekik.urls.encoding import order_query, uniform_path, uniform_query
from mekik.urls.parts import scheme

_HOST = re.compile(r"[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*").fullmatch
_LONGEST_HOST = 253
_HOST_AND_PORT = re.compile(r"\s*[A-Za-z0-9.-]+:[0-9]{1,5}(?:[/?]|\s*$)").match
_NO_SCHEME = "it has no scheme: write http:// or https:// in front"


class Resolved(NamedTuple):
    """An address, or the sentence that says why there is none. Never holds a user name or password."""

    url: str | None
    fault: str


class Rules:
    def __init__(self, settings: UrlSettings) -> None:
        self.max_length = settings.max_length
        # An address much longer than allowed is not even parsed: dropping parts cannot save it.
        self.max_input = 4 * settings.max_length
        self.documents = frozenset(uniform_path(name).lower() for name in settings.default_documents if name)
        self.dropped = frozenset(uniform_query(name).lower() for name in settings.session_parameters if name)
        names = "|".join(map(re.escape, sorted(self.dropped)))
        self._path_sessions = re.compile(f";(?:{names})=[^;]*", re.IGNORECASE | re.ASCII) if names else None

    def resolve(self, text: str, base: str | None = None) -> Resolved:
        """`base` is what `parse_base` made of the page's address."""
        text = cut_fragment(text)
        if len(text) > self.max_input:
            return Resolved(None, f"it is longer than {self.max_length} characters")
        if not text.isascii():
            text = repair(text)
        try:
            parsed: str = normalize_url(text) if base is None else join_url(base, text)
        except ValueError:
            return Resolved(None, _why_unparsable(text, base))
        if not parsed.startswith(("http://", "https://")):
            return Resolved(None, _other_scheme(text, scheme(parsed)))
        end = parsed.index("/", 8)
        root, fault = canonical_root(parsed[:end])
        if root is None:
            return Resolved(None, fault)
        path, _, query = parsed[end:].removesuffix("#").partition("?")
        url = root + self.finish(self.drop_path_sessions(uniform_path(path)), uniform_query(query))
        if len(url) > self.max_length:
            return Resolved(None, f"it is longer than {self.max_length} characters")
        return Resolved(url, "")

    def finish(self, path: str, query: str) -> str:
        """Rules 5 (query) and 6, on a path and a query whose encoding is uniform."""
        if query:
            query = order_query(query, self.dropped)
            if query:
                return f"{path}?{query}"
        name = path.rfind("/") + 1
        if path[name:].lower() in self.documents:
            return path[:name]
        return path

    def drop_path_sessions(self, path: str) -> str:
        if ";" not in path or self._path_sessions is None:
            return path
        segments = path.split("/")
        for place, segment in enumerate(segments):
            dropped = self._path_sessions.sub("", segment)
            # `..;sid=1` names a folder called so; without its parameter it would name the folder above.
            if dropped not in (".", ".."):
                segments[place] = dropped
        return "/".join(segments)


def parse_base(base: str) -> str | None:
    """A page's address as the parser wants it, without what its links do not depend on."""
    try:
        parsed: str = normalize_url(repair(cut_fragment(base)))
    except ValueError:
        return None
    return parsed.removesuffix("#")


def cut_fragment(text: str) -> str:
    """Keeps the mark: before it a space counts, at the very end it does not."""
    end = text.find("#") + 1
    return text[:end] if end else text


def repair(text: str) -> str:
    """Lone surrogates, which no encoding can carry, become U+FFFD as in a browser."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@lru_cache(maxsize=4096)
def canonical_root(parsed: str) -> tuple[str | None, str]:
    """Scheme and authority from the parser → without user, password and last dot; or why not."""
    scheme_part, _, authority = parsed.partition("://")
    found = authority.rpartition("@")[2]
    colon = found.find(":", found.rfind("]") + 1)
    host, port = (found, "") if colon < 0 else (found[:colon], found[colon:])
    if port == ":0":
        return None, "port 0 cannot be connected to"
    if not host.startswith("["):
        host = host.removesuffix(".")
        if not host:
            return None, "it names no host"
        if len(host) > _LONGEST_HOST or not _HOST(host):
            return None, "its host is not a name that the domain name system can hold"
    return f"{scheme_part}://{host}{port}", ""


def _why_unparsable(text: str, base: str | None) -> str:
    named = scheme(text)
    if not text.strip():
        return "it is empty"
    if named and named not in ("http", "https"):
        return _other_scheme(text, named)
    if not named and base is None:
        return _NO_SCHEME
    return "its host or port is not valid"


def _other_scheme(text: str, named: str) -> str:
    if _HOST_AND_PORT(text):  # `localhost:8080` is, by the letter of the standard, of the scheme `localhost`
        return _NO_SCHEME
    return f"only http and https addresses are fetched, not {named[:32]}"


def resolve(url: str, base: str) -> str | None:
    """The address as the server spells it, made absolute by WHATWG and nothing more; its fragment is dropped."""
    try:
        joined: str = join_url(base, repair(url))
    except (ValueError, UnicodeError):
        return None
    return joined.partition("#")[0]
