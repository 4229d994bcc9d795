"""The demo web as one object: start it, ask for its seeds and its truth, look at what was asked of it."""

from __future__ import annotations

import re
import time
from email.utils import formatdate, parsedate_to_datetime
from html import escape
from itertools import chain
from types import TracebackType
from urllib.parse import parse_qsl, urlsplit

import msgspec

from mekik.lab.demo import lookalikes, spam
from mekik.lab.demo.addresses import path_key, url_of
from mekik.lab.demo.answers import Answer, Key, Settings, build_site
from mekik.lab.demo.catalogue import answer, is_answer
from mekik.lab.demo.entries import Entry, Site, load_sites
from mekik.lab.demo.listings import picture
from mekik.lab.demo.pages import render
from mekik.lab.demo.server import Reply, Request, Server
from mekik.lab.demo.traps import ENTRANCES, TRAP_HOST, is_trap, trap_entry
from mekik.lab.demo.truth import Kind, Truth

_LOG_LIMIT = 200_000
_SESSION = re.compile(r"(?i)sid|phpsessid|utm_\w+")
_MISSING = Answer(404, b"<title>404</title><p>404\n", (("Content-Type", "text/html"),))
Logged = tuple[float, str, str, int, str]
"""Time since the epoch, host, path with query, status, user agent."""


class DemoWeb:
    """Serves the demo web on one port of 127.0.0.1; the hosts are told apart by the Host header.

    `crawl_delay` and `slow` are seconds; `retry_after` is what the page that fails once asks for;
    `calendar_months` ends the calendar trap, which by default goes on for ever.
    """

    def __init__(
        self,
        port: int = 0,
        *,
        crawl_delay: float = 0.2,
        slow: float = 0.5,
        retry_after: int = 1,
        calendar_months: int | None = None,
    ) -> None:
        self._server = Server(port)
        self.port = self._server.port
        self._slow, self._retry_after, self._months = slow, retry_after, calendar_months
        self._sites: dict[str, tuple[Site, list[Entry]]] = {}
        self._answers: dict[Key, Answer] = {}
        self._truth: dict[Key, Truth] = {}
        self._failed_once: set[Key] = set()
        self._log: list[Logged] = []
        settings = Settings(port=self.port, crawl_delay=crawl_delay)
        for site, entries in chain(load_sites(), spam.sites(), lookalikes.sites()):
            self._sites[site.host] = (site, entries)
            answers, truths = build_site(site, entries, settings)
            self._answers.update(answers)
            self._truth.update({(truth.host, _target_of(truth.url)): truth for truth in truths})
        for entrance in ENTRANCES:
            self._truth[TRAP_HOST, entrance] = self._trap_label(entrance)

    def __enter__(self) -> DemoWeb:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        self._server.start(self._handle)

    def stop(self) -> None:
        self._server.stop()

    @property
    def hosts(self) -> list[str]:
        return list(self._sites)

    @property
    def seeds(self) -> list[str]:
        """Home pages from which everything in scope is found, with the seeds' domains as scope."""
        sites = sorted((int(site.seed), host) for host, (site, _) in self._sites.items() if site.seed)
        return [self.url(host) for _, host in sites]

    @property
    def fewer_seeds(self) -> list[str]:
        """Without the pages that look like traps, which are as many as all the others together."""
        return [seed for seed in self.seeds if seed != self.url(lookalikes.NOTICE_HOST)]

    def site(self, host: str) -> Site:
        return self._sites[host][0]

    def entries(self, host: str) -> list[Entry]:
        return self._sites[host][1]

    def url(self, host: str, path: str = "/") -> str:
        return url_of(host, path, self.port)

    def truth(self) -> list[Truth]:
        """The label of every address; a trap is there by its entrance."""
        return list(self._truth.values())

    def label(self, url: str) -> Truth | None:
        """The label of one address, also inside a trap, of a picture, or with a session id; else None."""
        parts = urlsplit(url)
        host, target = parts.hostname or "", _target_of(url)
        truth = self._truth.get((host, target))
        if truth is None and is_answer(host, target):
            return Truth(url=url, host=host, kind=Kind.RESULTS.label, outcomes=(), indexed=False, found_by="form")
        if truth is None and is_trap(host, target):
            return self._trap_label(target)
        if truth is None and host in self._sites and target.endswith(".png"):
            return Truth(url=url, host=host, kind=Kind.IMAGE.label, outcomes=(), indexed=False)
        if truth is None and (plain := _without_session(target)) != target:
            known = self._truth.get((host, plain))
            return known and msgspec.structs.replace(
                known, url=url, kind=Kind.ALIAS.label, outcomes=(), indexed=False, duplicate_of=known.url
            )
        return truth

    @property
    def requests(self) -> list[Logged]:
        """What was asked, oldest first."""
        return list(self._log)

    def hits(self, path: str, host: str | None = None) -> int:
        """How often a path (with its query) was asked for, of any host or of one."""
        wanted = path_key(path)
        return sum(path_key(row[2]) == wanted and host in (None, row[1]) for row in self.requests)

    def forget_requests(self) -> None:
        self._log.clear()

    def _trap_label(self, target: str) -> Truth:
        entry = trap_entry(target, None)
        assert entry is not None
        return Truth(
            url=self.url(TRAP_HOST, target), host=TRAP_HOST, kind=Kind.TRAP.label, indexed=False,
            outcomes=("redirect", "too_many_redirects") if entry.redirect else (),
            language=entry.language, title=entry.title, topic=entry.topic,
        )  # fmt: skip

    def _handle(self, request: Request) -> Reply:
        reply = self._reply(request)
        if len(self._log) >= _LOG_LIMIT:
            del self._log[: _LOG_LIMIT // 2]
        agent = request.headers.get("user-agent", "")
        self._log.append((time.time(), request.host, request.target, reply.status, agent))
        return reply

    def _reply(self, request: Request) -> Reply:
        if request.method not in ("GET", "HEAD"):
            return Reply(405, [("Allow", "GET, HEAD"), ("Content-Type", "text/plain")], b"GET or HEAD\n")
        key = (request.host, path_key(request.target))
        answer = self._answers.get(key) or self._made_when_asked(*key)
        if answer.fails_once and key not in self._failed_once:
            self._failed_once.add(key)
            headers = [("Retry-After", str(self._retry_after)), ("Content-Type", "text/html")]
            return Reply(503, headers, b"<title>503</title><p>Please come back in a moment.\n")
        delay = self._slow if answer.slow else 0.0
        headers = [("Date", formatdate(usegmt=True)), *answer.headers]
        if answer.etag:
            headers += [("ETag", answer.etag), ("Last-Modified", answer.last_modified)]
            if answer.status == 200 and _unchanged(answer, request.headers):
                return Reply(304, headers, delay=delay)
        if answer.encoding:
            headers.append(("Vary", "Accept-Encoding"))
            if _accepts(request.headers.get("accept-encoding", ""), answer.encoding):
                headers.append(("Content-Encoding", answer.encoding))
                return Reply(answer.status, headers, answer.packed, delay)
        return Reply(answer.status, headers, answer.body, delay)

    def _made_when_asked(self, host: str, target: str) -> Answer:
        known = self._sites.get(host)
        if known is None:
            return self._directory() if target == "/" else _MISSING
        if host == TRAP_HOST and (entry := trap_entry(target, self._months)):
            if entry.redirect:
                status, path = entry.redirect.split(" ", 1)
                return Answer(int(status), b"", (("Location", path),))
            html = render(known[0], entry, known[1], self.port).encode()
            return Answer(200, html, (("Content-Type", "text/html; charset=utf-8"),))
        if is_answer(host, target):
            html = render(known[0], answer(target, known[1]), known[1], self.port).encode()
            return Answer(200, html, (("Content-Type", "text/html; charset=utf-8"),))
        if target.endswith(".png"):
            return Answer(200, picture(target), (("Content-Type", "image/png"),))
        plain = _without_session(target)
        return self._answers.get((host, plain), _MISSING)

    def _directory(self) -> Answer:
        """For a person who opens 127.0.0.1 itself."""
        links = "".join(
            f'<li><a href="{self.url(host)}">{escape(site.name)}</a>' for host, (site, _) in self._sites.items()
        )
        html = f"<!DOCTYPE html><title>Demo web</title><h1>Demo web</h1><ul>{links}</ul>\n"
        return Answer(200, html.encode(), (("Content-Type", "text/html; charset=utf-8"),))


def _target_of(url: str) -> str:
    parts = urlsplit(url)
    return path_key((parts.path or "/") + ("?" + parts.query if parts.query else ""))


def _without_session(target: str) -> str:
    path, _, query = target.partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    kept = "&".join(f"{name}={value}" for name, value in pairs if not _SESSION.fullmatch(name))
    return f"{path}?{kept}" if kept else path


def _accepts(header: str, encoding: str) -> bool:
    for part in header.split(","):
        name, _, weight = part.partition(";")
        if name.strip().lower() == encoding:
            return weight.replace(" ", "") not in ("q=0", "q=0.0")
    return False


def _unchanged(answer: Answer, headers: dict[str, str]) -> bool:
    if "if-none-match" in headers:
        tags = [tag.strip().removeprefix("W/") for tag in headers["if-none-match"].split(",")]
        return answer.etag in tags or "*" in tags
    try:
        since = parsedate_to_datetime(headers.get("if-modified-since", ""))
        return since >= parsedate_to_datetime(answer.last_modified)
    except (ValueError, TypeError):  # no date, or one without a zone
        return False
