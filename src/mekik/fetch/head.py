"""Request heads as they are sent, response heads as they came."""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Mapping

from mekik.fetch.request import Request
from mekik.fetch.target import Root, Target, split
from mekik.settings import FetchSettings

REDACTED = "(secret)"
_CREDENTIALS = {"authorization", "cookie"}
_OURS = {
    "host", "content-length", "transfer-encoding", "connection", "user-agent", "accept-encoding",
    "proxy-authorization",
}  # fmt: skip
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_UNSENDABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]")

Lines = list[str]


def user_agent(settings: FetchSettings, version: str) -> str:
    return settings.user_agent or f"Mekik/{version}" + (f" (+{settings.contact})" if settings.contact else "")


class RequestHeads:
    """Composes the header lines of each request, so that what is archived is what was sent.

    Credentials belong to a root (scheme, host and port) and are sent nowhere else: basic logins to theirs,
    Authorization and Cookie of `fetch.headers` to `credential_roots`. Nobody gets any over https when
    certificates are not verified.
    """

    def __init__(self, settings: FetchSettings, version: str, credential_roots: Collection[str] = ()) -> None:
        own = {
            "User-Agent": user_agent(settings, version),
            "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "Accept-Encoding": "gzip, deflate, br",
            "Accept-Language": settings.accept_language,
        }
        extra, self._private = _sorted_out(settings.headers)
        kept = {name: value for name, value in own.items() if name.lower() not in map(str.lower, extra)}
        self.plain: Lines = _lines({**kept, **extra})
        """For a request with nothing special: the same list every time."""
        self._shown = "\r\n".join([*_lines(kept), *(f"{name}: {REDACTED}" for name in extra)]) + "\r\n"
        self._verify = settings.verify_tls
        self._credential_roots = {_root_text(root) for root in credential_roots}
        self._logins = {
            _root_text(login.root): f"Basic {_basic(login.user, login.password)}" for login in settings.basic_login
        }

    def compose(self, request: Request, target: Target, cookie: str) -> tuple[Lines, str]:
        """The lines to send besides Host, and the same as they may be shown."""
        private = self._private_headers(target.root)
        if not (private or cookie or request.etag or request.last_modified or request.form or request.json):
            return self.plain, self._shown
        open_lines: Lines = []
        if request.form is not None:
            open_lines.append("Content-Type: application/x-www-form-urlencoded")
        elif request.json is not None:
            open_lines.append("Content-Type: application/json")
        if request.etag:
            open_lines.append(f"If-None-Match: {clean_value(request.etag)}")
        if request.last_modified:
            open_lines.append(f"If-Modified-Since: {clean_value(request.last_modified)}")
        if cookie:
            given = private.get("Cookie")
            private = {**private, "Cookie": f"{given}; {cookie}" if given else cookie}
        shown = [*open_lines, *(f"{name}: {REDACTED}" for name in private)]
        return [*self.plain, *open_lines, *_lines(private)], self._shown + "".join(f"{line}\r\n" for line in shown)

    def _private_headers(self, root: Root) -> Mapping[str, str]:
        if not (self._logins or (self._private and self._credential_roots)):
            return {}
        if root.scheme == "https" and not self._verify:
            return {}
        text = root.text
        private = dict(self._private) if text in self._credential_roots else {}
        if text in self._logins:
            private["Authorization"] = self._logins[text]
        return private


def _sorted_out(headers: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The settings' own headers: for everybody, and only for the sites that they are meant for."""
    extra: dict[str, str] = {}
    private: dict[str, str] = {}
    for name, value in headers.items():
        lower = name.strip().lower()
        if _TOKEN.fullmatch(lower) is None or lower in _OURS:
            continue
        if lower in _CREDENTIALS:
            private[lower.title()] = value
        else:
            extra[name.strip()] = value
    return extra, private


def _lines(headers: Mapping[str, str]) -> Lines:
    return [f"{name}: {clean_value(value)}" for name, value in headers.items()]


def clean_value(value: str) -> str:
    """A header value on one line, whatever a server or a setting put into it."""
    return _UNSENDABLE.sub("", value).strip()


def _basic(user: str, password: str) -> str:
    return base64.b64encode(f"{user}:{password}".encode()).decode()


def _root_text(url: str) -> str:
    target = split(url if "/" in url[8:] else url + "/")
    return target.root.text if isinstance(target, Target) else ""


_seen_lines: dict[bytes, tuple[str, str]] = {}


def parse_response_head(lines: list[bytes]) -> tuple[int, bytes, dict[str, str], list[str]]:
    """Status, head as received, headers by lower-case name, and the values of Set-Cookie.

    Interim answers before the last status line and trailers after its blank line are left out. Headers are
    only ever looked up by fixed names: a server's words choose no code and no path.
    """
    start, end = 0, len(lines)
    headers: dict[str, str] = {}
    cookies: list[str] = []
    for number, line in enumerate(lines):
        pair = _seen_lines.get(line)
        if pair is None:
            if number == start:
                continue
            if line == b"\r\n" or line == b"\n":
                if number + 1 < end and lines[number + 1].startswith(b"HTTP/"):
                    start = number + 1
                    headers, cookies = {}, []
                    continue
                end = number + 1
                break
            pair = _split_line(line)
        name, value = pair
        if name in headers:
            headers[name] += ", " + value
        else:
            headers[name] = value
        if name == "set-cookie":
            cookies.append(value)
    words = lines[start].split(None, 2) if lines else []
    status = words[1] if len(words) > 1 else b""
    head = b"".join(lines if end - start == len(lines) else lines[start:end])
    return int(status) if len(status) == 3 and status.isdigit() else 0, head, headers, cookies


def _split_line(line: bytes) -> tuple[str, str]:
    name, _, value = line.decode("latin-1").partition(":")
    pair = name.strip().lower(), value.strip()
    if len(line) < 200:
        if len(_seen_lines) >= 5000:
            _seen_lines.clear()
        _seen_lines[line] = pair
    return pair
