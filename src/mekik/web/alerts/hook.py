"""Webhooks: a JSON document by POST, through the same guarded way out as every page."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Sequence

from mekik.fetch import Egress, Fetcher, Poller, Request, Resolver
from mekik.page import Exchange
from mekik.settings import FetchSettings
from mekik.version import __version__
from mekik.web.alerts.mail import NotSent

TIMEOUT = 10.0
_MOST_ANSWER = 65_536
SIGNATURE = "X-Mekik-Signature"


def signature(secret: str, body: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def post(url: str, body: bytes, secret: str, allow: Sequence[str] = ()) -> None:
    """Raises NotSent with a reason for people. Redirects are not followed."""
    settings = FetchSettings(
        headers={SIGNATURE: signature(secret, body)}, timeout=TIMEOUT, allow_addresses=tuple(allow)
    )
    poller = Poller()
    resolver = Resolver(poller)
    fetcher = Fetcher(settings, poller, Egress(allow), resolver, version=__version__)
    answers: list[Exchange] = []
    request = Request(url=url, json=body, max_size=_MOST_ANSWER, timeout=TIMEOUT, types=("*/*",))
    try:
        fetcher.start(request, lambda _, exchange: answers.append(exchange))
        until = time.monotonic() + 3 * TIMEOUT
        while not answers and time.monotonic() < until:
            poller.run_once(0.5)
    finally:
        fetcher.close()
        resolver.close()
        poller.close()
    if not answers:
        raise NotSent("The webhook gave no answer in time.")
    answer = answers[0]
    if not 200 <= answer.status < 300:
        if not answer.status:
            raise NotSent(f"The webhook could not be reached: {answer.reason or answer.outcome.label}")
        raise NotSent(f"The webhook answered {answer.status}.")
