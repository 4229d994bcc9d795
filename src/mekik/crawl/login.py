"""Logging in before a crawl: the page with the form, what its form holds by itself, the form, and whether it helped.

The page is a stranger's like any other, so it is read in a worker, which ends with the login.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import urljoin

import msgspec

from mekik.crawl.facts import source_of
from mekik.crawl.workers import WorkerPool
from mekik.errors import NotPermitted
from mekik.fetch import Fetcher
from mekik.fetch.poller import Poller
from mekik.outcome import Outcome
from mekik.page import Exchange, Form, Parsed
from mekik.parse.form_kinds import LOGIN
from mekik.settings import Settings
from mekik.urls import Normaliser, split

_ANSWERED = (Outcome.OK, Outcome.REDIRECT)


class LogIn:
    def __init__(self, settings: Settings, fetcher: Fetcher, poller: Poller, turn: Callable[[], None]) -> None:
        assert settings.fetch.login is not None
        self._form = settings.fetch.login
        self._settings, self._fetcher, self._poller, self._turn = settings, fetcher, poller, turn

    def run(self) -> None:
        """Raises NotPermitted when it was not let in."""
        url, hidden = self._form.url, dict[str, str]()
        if self._form.look_first:
            url, hidden = self._look(url)
        answer = self._ask(url, hidden)
        if answer.outcome not in _ANSWERED:
            raise self._refused(f"{answer.outcome.label}, {answer.reason or answer.status}")
        if answer.outcome is Outcome.OK and self._login_form(answer) is not None:
            raise self._refused("it shows its form again")
        if answer.outcome is Outcome.REDIRECT and self._leads_back(answer):
            raise self._refused("it leads back to its form")

    def _look(self, url: str) -> tuple[str, dict[str, str]]:
        """Where the form is to be sent, and what it holds by itself. A page without one takes the fields as they are:
        many addresses that take a form show nothing to those who only look."""
        page = self._ask(url, None)
        form = self._login_form(page) if page.outcome is Outcome.OK else None
        if form is None:
            return url, {}
        if form.method != "post" or split(form.action).root != split(_plain(url)).root:
            raise self._refused(
                f"its form goes to {form.action} by {form.method}, which would tell others the password"
            )
        return form.action, dict(form.fixed)

    def _ask(self, url: str, fields: dict[str, str] | None) -> Exchange:
        answers: list[Exchange] = []
        self._fetcher.login(answers.append, url, fields)
        while not answers:
            self._turn()
        return answers[0]

    def _login_form(self, page: Exchange) -> Form | None:
        answers: list[Parsed] = []
        forms = msgspec.structs.replace(self._settings.forms, enabled=True)
        index = msgspec.structs.replace(self._settings.index, enabled=False)
        parse = msgspec.structs.replace(self._settings.parse, workers=1)
        settings = msgspec.structs.replace(self._settings, forms=forms, index=index, parse=parse)
        pool = WorkerPool(self._poller, settings, answers.append)
        try:
            pool.submit(source_of(page, 1, obey=False))
            while not answers:
                self._turn()
                pool.check(time.monotonic())
        finally:
            pool.close()
        document = answers[0].document
        return next((form for form in document.forms if form.kind == LOGIN), None) if document else None

    def _leads_back(self, answer: Exchange) -> bool:
        return _plain(urljoin(answer.url, answer.headers.get("location", ""))) == _plain(self._form.url)

    def _refused(self, what: str) -> NotPermitted:
        return NotPermitted(
            f"The login at {split(_plain(self._form.url)).root} failed: {what}. Nothing was crawled. "
            "Check fetch.login, its address and the names of its fields."
        )


def _plain(url: str) -> str:
    return (Normaliser().normalise(url) or url).partition("?")[0]
