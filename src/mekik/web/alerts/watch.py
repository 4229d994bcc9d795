"""Notices new pages that match a saved search, and tells its owner: a thread of the server.

The first look at a search learns what is there. After each commit of the index the pages that were fetched since the
last look are searched again, as their owner may see them; what was never there before is told. Only what arrived counts
as told, so an alert that fails is tried again, more and more seldom, and in the end turned off.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import msgspec

from mekik.errors import MekikError
from mekik.search import Viewer
from mekik.search.wish import DEEPEST_HIT, MOST_HITS
from mekik.web.accounts import Accounts
from mekik.web.alerts import hook, mail
from mekik.web.asking import Asked
from mekik.web.people import Person
from mekik.web.saved import MOST_SEEN, Saved, SavedSearches
from mekik.web.texts import sayer
from mekik.workspace import Workspace

LOOK_EVERY = 10.0
"""Seconds between two looks whether the index has grown."""
LEAST_BETWEEN = 900.0
"""Seconds between two alerts of one search: nobody wants a mail for each page of a crawl."""
RETRY = 120.0
"""Seconds after the first failure; twice as many after each further one."""
NAMED = 20
"""Pages that an alert names; it counts the others."""
_log = logging.getLogger("mekik.web")

Seer = Callable[[Person], Viewer]


class Watcher:
    def __init__(
        self, workspace: Workspace, accounts: Accounts, saved: SavedSearches, viewer: Seer, *,
        look_every: float = LOOK_EVERY, least_between: float = LEAST_BETWEEN, retry: float = RETRY,
    ) -> None:  # fmt: skip
        self._workspace, self._accounts, self._saved, self._viewer = workspace, accounts, saved, viewer
        self._look_every, self._least_between, self._retry = look_every, least_between, retry
        self._known: dict[int, str] = {}
        """Of which state of the index each search was last asked."""
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="alerts", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Waits for the alert that is on its way, but not for ever: the thread may be at a slow mail server."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(5)

    def _run(self) -> None:
        while not self._stop.wait(self._look_every):
            try:
                self.look()
            except Exception:
                _log.exception("alerts")  # the next look may do better; the server lives on

    def look(self) -> int:
        """Goes through all saved searches that are due once; how many alerts went out."""
        sent, now, generation = 0, time.time(), repr(self._workspace.generation)
        for search in self._saved.alerting():
            if self._stop.is_set():
                break
            if self._is_due(search, now, generation):
                try:
                    sent += self._one(search)
                except MekikError as error:
                    self._saved.failed(search.id, str(error))
                self._known[search.id] = generation
        return sent

    def _is_due(self, search: Saved, now: float, generation: str) -> bool:
        if search.failures:
            return now >= search.checked_at + self._retry * (1 << search.failures - 1)
        if not search.based:
            return True
        if search.alert == "mail" and not self._saved.addresses.is_confirmed(search.user, search.target):
            return False  # what comes until then is told then
        return now >= search.told_at + self._least_between and self._known.get(search.id) != generation

    def _one(self, search: Saved) -> int:
        person = self._accounts.person(search.user)
        if person is None:
            return 0
        viewer, asked = self._viewer(person), msgspec.convert(search.asked, Asked)
        if not search.based:
            self._learn(search, asked, viewer)
            return 0
        since = datetime.fromtimestamp(search.checked_at, UTC) - timedelta(days=1)
        options = {**asked.options(), "sort": "date", "cursor": "", "fetched_since": since}
        pages = self._workspace.found(asked.q, viewer=viewer, limit=MOST_HITS, **options)
        new = self._saved.unseen(search.id, pages)
        if new:
            if self._saved.seen(search.id) + len(new) > MOST_SEEN:
                raise mail.NotSent(f"This search has had more than {MOST_SEEN:,} pages. Save a narrower one.")
            self._tell(search, asked, person, new)
        self._saved.told(search.id, [url for url, _ in new], len(new))
        return int(bool(new))

    def _learn(self, search: Saved, asked: Asked, viewer: Viewer) -> None:
        for offset in range(0, DEEPEST_HIT, MOST_HITS):
            options = {**asked.options(), "sort": "date", "cursor": "", "offset": offset}
            pages = self._workspace.found(asked.q, viewer=viewer, limit=MOST_HITS, **options)
            last = len(pages) < MOST_HITS or offset + MOST_HITS >= DEEPEST_HIT
            self._saved.told(search.id, [url for url, _ in pages], 0, based=last)
            if last:
                return

    def _tell(self, search: Saved, asked: Asked, person: Person, new: list[tuple[str, str]]) -> None:
        address = search.root + asked.address(sort="date")
        if search.alert == "webhook":
            body = msgspec.json.encode(
                {
                    "search": {"id": search.id, "title": search.title, "query": asked.q, "address": address},
                    "new": len(new),
                    "pages": [{"url": url, "title": title} for url, title in new[:NAMED]],
                }
            )
            hook.post(search.target, body, search.secret, self._saved.mail().allow_addresses)
            return
        settings, say = self._saved.mail(), sayer(person.locale or "en")
        off = f"{search.root}/saved/off?{urlencode({'id': search.id, 'key': search.secret})}"
        lines = [say("alert.words", count=len(new), title=search.title), ""]
        lines += [f"{title}\n{url}\n" for url, title in new[:NAMED]]
        if len(new) > NAMED:
            lines += [say("alert.more", count=len(new) - NAMED), ""]
        lines += [say("alert.all", address=address), say("alert.off", address=off)]
        subject = say("alert.subject", count=len(new), title=search.title)
        mail.send(settings, mail.message(settings.sender, search.target, subject, "\n".join(lines), off))
