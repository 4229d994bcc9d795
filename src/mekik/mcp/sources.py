"""Who answers the tools: a folder for the person at the machine, a folder with a token's rights, or a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from mekik.crawl.copy_text import CopyText
from mekik.crawl.why import Why
from mekik.errors import NotPermitted
from mekik.remote import RemoteWorkspace
from mekik.search import SearchResult
from mekik.web.people import Person
from mekik.web.site import Site
from mekik.workspace import Workspace


class Source(Protocol):
    def search(self, query: str, **options: Any) -> SearchResult: ...
    def text(self, url: str, at: str = "", *, offset: int = 0, limit: int = 100_000) -> CopyText: ...
    def why(self, url: str) -> Why: ...


class Limited:
    """A folder as the owner of a token sees it. The token is looked at each time: it may end or be taken back."""

    def __init__(self, path: Path, token: str) -> None:
        self._site = Site.open(path)
        self._token = token
        self._person("")

    def search(self, query: str, **options: Any) -> SearchResult:
        return self._site.workspace.search(query, viewer=self._site.viewer(self._person("search")), **options)

    def text(self, url: str, at: str = "", *, offset: int = 0, limit: int = 100_000) -> CopyText:
        jobs = self._site.jobs_of(self._person("read"))
        return self._site.workspace.text(url, at, offset=offset, limit=limit, jobs=jobs)

    def why(self, url: str) -> Why:
        return self._site.workspace.why(url, among=self._site.jobs_of(self._person("read")))

    def _person(self, scope: str) -> Person:
        person = self._site.accounts.by_token(self._token)
        if person is None:
            raise NotPermitted("This token is not good, or not any more.")
        if scope and scope not in person.scopes:
            raise NotPermitted(f"This token is not good for {scope!r}.")
        return person


def open_source(path: Path, server: str | None, token: str | None) -> Source:
    """Without a token a folder shows everything, as the command line does to the same person."""
    if server:
        return RemoteWorkspace(server, token)
    return Limited(path, token) if token else Workspace(path)
