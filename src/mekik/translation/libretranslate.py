"""A server that speaks LibreTranslate's language: `POST /translate` with a text and two languages.

Requests go out through the guarded egress like all others. The key goes in the body, which nobody logs, and only to the
server that the settings name: redirects are not followed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from mekik.bytestream import decode
from mekik.errors import TranslationError, UsageError
from mekik.fetch import Egress, Fetcher, Poller, Request, Resolver
from mekik.outcome import Outcome
from mekik.page import Exchange
from mekik.settings import FetchSettings, TranslationSettings
from mekik.translation.protocol import Translated, TranslatedText
from mekik.version import __version__

LONGEST_TEXT = 20_000
"""Characters of a text that are sent."""
MOST_ANSWER = 1 << 20
"""Bytes of an answer that are read."""
_LANGUAGES_KEPT = 600.0
_FAILURE_KEPT = 30.0
"""Seconds. Whoever searches need not wait again for a server that just did not answer."""

T = TypeVar("T")


class _Answer(msgspec.Struct):
    text: str = msgspec.field(name="translatedText")


class _Language(msgspec.Struct):
    code: str
    targets: list[str] = []


class LibreTranslate:
    """May be asked from several threads; one request is under way at a time."""

    def __init__(self, settings: TranslationSettings) -> None:
        if not settings.server or not settings.server.lower().startswith(("http://", "https://")):
            raise UsageError("translation.server is no address. Write it as https://host/")
        self._root = settings.server.rstrip("/")
        self._settings = settings
        self._lock = threading.Lock()
        self._pairs: tuple[float, frozenset[tuple[str, str]]] | None = None
        self._failed: tuple[float, str] | None = None

    def knows(self, source: str, target: str) -> bool:
        return source != target and (source, target) in self._known_pairs()

    def query(self, words: Sequence[str], source: str, target: str) -> Translated:
        return Translated(sentence=self._sentences(" ".join(words), source, target))

    def text(self, text: str, source: str, target: str) -> TranslatedText:
        return TranslatedText(self._sentences(text, source, target))

    def _sentences(self, text: str, source: str, target: str) -> str:
        if not text.strip():
            return text
        fields = {"q": text[:LONGEST_TEXT], "source": source, "target": target, "format": "text"}
        if self._settings.key:
            fields["api_key"] = self._settings.key
        return self._read(self._ask("/translate", fields), _Answer).text

    def _known_pairs(self) -> frozenset[tuple[str, str]]:
        """Of a server that does not answer, none."""
        now = time.monotonic()
        if self._pairs is None or self._pairs[0] < now:
            try:
                listed = self._read(self._ask("/languages", None), list[_Language])
            except TranslationError:
                return frozenset()
            codes = {language.code for language in listed}
            pairs = frozenset((language.code, target) for language in listed for target in (language.targets or codes))
            self._pairs = now + _LANGUAGES_KEPT, pairs
        return self._pairs[1]

    def _read(self, exchange: Exchange, kind: type[T]) -> T:
        body = decode(exchange.body, exchange.headers.get("content-encoding", ""), MOST_ANSWER).data
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, RecursionError):
            raise self._failure("gave an answer that cannot be read") from None

    def _ask(self, path: str, fields: dict[str, str] | None) -> Exchange:
        with self._lock:
            if self._failed is not None and self._failed[0] > time.monotonic():
                raise TranslationError(self._failed[1])
            exchange = _exchange(self._settings, Request(
                url=self._root + path, form=fields, max_size=MOST_ANSWER, timeout=self._settings.timeout,
                types=("application/json", "text/*"),
            ))  # fmt: skip
        if exchange.status != 200 or exchange.truncated:
            if exchange.status:
                raise self._failure(f"answered with {exchange.status}")
            raise self._failure(f"cannot be asked: {exchange.reason or exchange.outcome.label}")
        return exchange

    def _failure(self, what: str) -> TranslationError:
        message = f"the translation server {what}"
        self._failed = time.monotonic() + _FAILURE_KEPT, message
        return TranslationError(message)


def _exchange(settings: TranslationSettings, request: Request) -> Exchange:
    """One request on a loop of its own, so that it works in any thread and beside any other loop."""
    poller = Poller()
    resolver = Resolver(poller)
    fetcher = Fetcher(
        FetchSettings(timeout=settings.timeout), poller, Egress(settings.allow_addresses, contact_set=True), resolver,
        version=__version__,
    )  # fmt: skip
    answers: list[Exchange] = []

    def done(_request: Request, exchange: Exchange) -> None:
        answers.append(exchange)

    try:
        fetcher.start(request, done)
        ends = time.monotonic() + settings.timeout + 5
        while not answers and time.monotonic() < ends:
            poller.run_once(0.5)
    finally:
        fetcher.close()
        resolver.close()
        poller.close()
    return answers[0] if answers else Exchange(url=request.url, outcome=Outcome.TIMEOUT)
