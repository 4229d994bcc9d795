"""Pages of a kind that the job does not want: they are neither kept nor do they lead on, but for a short tunnel."""

from __future__ import annotations

import re

from mekik.crawl.blogs import blog_software
from mekik.errors import SettingError
from mekik.frontier import Frontier
from mekik.page import Links, Page
from mekik.settings import ScopeSettings

_CODE = re.compile(r"[a-z]{2,3}")
_FURTHEST = 20
"""Redirects and the like on the way to a page, which have no language."""


class Chosen:
    """By language (`scope.languages`, `scope.tunnel`) and by what made a page (`scope.blogs`)."""

    def __init__(self, settings: ScopeSettings) -> None:
        """Raises SettingError for what is no code of a language."""
        self._languages = frozenset(code.strip().lower() for code in settings.languages)
        self._blogs, self._tunnel = settings.blogs, settings.tunnel
        for code in self._languages:
            if not _CODE.fullmatch(code):
                raise SettingError(f"scope.languages wants codes such as tr or en, not {code!r}.")

    def __bool__(self) -> bool:
        return bool(self._languages) or self._blogs

    def refusal(self, page: Page) -> str:
        """Why a page is not one of those that the job wants; empty when it is, or when it cannot be told."""
        document = page.document
        if document is None or document.listing is not None:
            return ""
        language = page.analysis.language if page.analysis else _primary(document.language)
        if self._is_foreign(language):
            return f"in {language}, and the job wants {', '.join(sorted(self._languages))}"
        if self._blogs and not blog_software(document, page.address.url):
            return "no sign of blog software"
        return ""

    def led_on(self, page: Page, links: Links | None, frontier: Frontier) -> Links | None:
        """The links that are followed. A page of the wrong language leads on while the tunnel lasts."""
        refusal = self.refusal(page)
        if not refusal or not links:
            return links
        if refusal.startswith("in ") and self._foreign_pages(page, frontier) <= self._tunnel:
            page.reason = "; ".join(filter(None, (page.reason, f"{refusal}: not indexed")))
            return links
        page.reason = "; ".join(filter(None, (page.reason, f"{refusal}: not indexed, and its links are not followed")))
        return None

    def _foreign_pages(self, page: Page, frontier: Frontier) -> int:
        """How many pages in a row, this one included, are not in a language that the job wants."""
        pages, id = 1, page.address.found_on
        for _ in range(self._tunnel + _FURTHEST):
            if id is None or pages > self._tunnel:
                break
            visit = frontier.visit(id)
            language = (visit.language if visit else None) or ""
            if language and not self._is_foreign(language):
                break
            pages += bool(language)
            id = frontier.address(id).found_on
        return pages

    def _is_foreign(self, language: str) -> bool:
        return bool(self._languages and language) and language not in self._languages


def _primary(language: str) -> str:
    return re.split(r"[-_,;\s]", language.strip().lower(), maxsplit=1)[0]
