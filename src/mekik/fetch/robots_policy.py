"""What a site's robots.txt, or the lack of one, means for a crawl (RFC 9309).

2xx: its rules. 4xx: everything is open. 5xx, 429, timeouts, name and connection errors: closed for a while.
A `RobotsState` can be stored and is believed for a day at most.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import ada_url
import msgspec

from mekik.bytestream import decode
from mekik.fetch.client import Fetcher
from mekik.fetch.request import Request
from mekik.fetch.robots_match import Verdict
from mekik.fetch.robotstxt import MAX_SIZE, RobotsTxt
from mekik.outcome import OUTCOME_BY_NUMBER, Outcome
from mekik.page import Exchange
from mekik.settings import RobotsSettings

Exchanges = list[Exchange]

_MAX_REDIRECTS = 5
_LONGEST = 86_400.0
_OPEN = RobotsTxt.parse(b"")


class RobotsRecord(msgspec.Struct, array_like=True):
    """A state as it is stored."""

    data: bytes
    outcome: int
    reason: str
    expires_at: float
    failures: int


class RobotsState:
    """`closed` sites are not visited before `expires_at`; `outcome` and `reason` say why."""

    __slots__ = ("_data", "_rules", "expires_at", "failures", "outcome", "reason")

    def __init__(self, data: bytes, outcome: Outcome, reason: str, expires_at: float, failures: int) -> None:
        self._data = data
        self._rules: RobotsTxt | None = None if data else _OPEN
        self.outcome, self.reason, self.expires_at, self.failures = outcome, reason, expires_at, failures

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return len(self._data)

    @property
    def closed(self) -> bool:
        return self.outcome is not Outcome.OK

    @property
    def rules(self) -> RobotsTxt:
        if self._rules is None:
            self._rules = RobotsTxt.parse(self._data)
        return self._rules

    def verdict(self, agent: str, url: str) -> Verdict:
        return Verdict(False, None, self.reason) if self.closed else self.rules.verdict(agent, url)

    def crawl_delay(self, agent: str) -> float | None:
        return self.rules.crawl_delay(agent)

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(
            RobotsRecord(self._data, self.outcome.number, self.reason, self.expires_at, self.failures)
        )

    @classmethod
    def decode(cls, record: bytes) -> RobotsState:
        """A record that cannot be read is a state that has expired."""
        try:
            found = msgspec.msgpack.decode(record, type=RobotsRecord)
            outcome = OUTCOME_BY_NUMBER[found.outcome]
        except (msgspec.MsgspecError, KeyError):
            return cls(b"", Outcome.DNS_FAILURE, "The stored robots.txt cannot be read.", 0.0, 0)
        return cls(found.data, outcome, found.reason, found.expires_at, found.failures)

    @classmethod
    def judge(
        cls, exchange: Exchange, settings: RobotsSettings, now: float, previous: RobotsState | None = None
    ) -> RobotsState:
        """From the last answer that the site gave; `previous` is the state before, for counting failures."""
        outcome, status = exchange.outcome, exchange.status
        expires_at = now + min(settings.cache, _LONGEST)
        if outcome in (Outcome.OK, Outcome.TRUNCATED):
            return cls(*_contents(exchange), expires_at, 0)
        refused = outcome in (Outcome.FORBIDDEN, Outcome.NOT_FOUND, Outcome.CLIENT_ERROR, Outcome.UNWANTED_TYPE)
        if refused or outcome is Outcome.TOO_MANY_REDIRECTS or outcome is Outcome.REDIRECT:
            return cls(b"", Outcome.OK, f"no robots.txt ({status or outcome.sentence})", expires_at, 0)
        failures = previous.failures + 1 if previous is not None and previous.closed else 1
        reason = exchange.reason or outcome.sentence
        return cls(b"", outcome, reason, now + min(settings.closed_retry, _LONGEST), failures)


def _contents(exchange: Exchange) -> tuple[bytes, Outcome, str]:
    decoded = decode(exchange.body, exchange.headers.get("content-encoding", ""), MAX_SIZE + 1)
    reason = ""
    if exchange.truncated or len(decoded.data) > MAX_SIZE:
        reason = f"Only the first {MAX_SIZE // 1024} KiB of robots.txt are used."
    elif decoded.problem:
        reason = f"robots.txt: {decoded.problem}"
    data = decoded.data[: MAX_SIZE + 1]
    if exchange.truncated or not decoded.complete:
        data = data[: max(data.rfind(b"\n"), data.rfind(b"\r")) + 1]
    return data, Outcome.OK, reason


def fetch_robots(
    fetcher: Fetcher,
    root: str,
    settings: RobotsSettings,
    done: Callable[[RobotsState, Exchanges], None],
    previous: RobotsState | None = None,
) -> None:
    """Fetches the robots.txt of a root such as https://example.org, through at most five redirects, each past
    the guard again. `done` gets the state and every exchange on the way, for the archive."""
    exchanges: Exchanges = []

    def ask(url: str) -> None:
        fetcher.start(Request(url=url, purpose="robots", max_size=MAX_SIZE + 1), answered)

    def answered(request: Request, exchange: Exchange) -> None:
        exchanges.append(exchange)
        if exchange.outcome is Outcome.REDIRECT and len(exchanges) <= _MAX_REDIRECTS:
            target = _join(exchange.url or request.url, exchange.headers.get("location", ""))
            if target is not None:
                ask(target)
                return
        done(RobotsState.judge(exchange, settings, time.time(), previous), exchanges)

    ask(root.rstrip("/") + "/robots.txt")


def _join(base: str, location: str) -> str | None:
    try:
        return str(ada_url.join_url(base, location[:4096]))
    except (ValueError, UnicodeError):
        return None
