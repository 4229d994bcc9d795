"""Is this address ours? Everything that can refuse one, put together from a job's settings.

The engine asks while it crawls, and `mekik why` asks again afterwards, so both give the same answer.
"""

from __future__ import annotations

import msgspec
import xxhash

from mekik.analysis import check_analyser, query_tokens
from mekik.analysis.capturing import capturer_of
from mekik.analysis.languages import available
from mekik.crawl.chosen import Chosen
from mekik.crawl.results import is_result
from mekik.crawl.wants import Wants
from mekik.errors import SettingError
from mekik.fetch import Egress, Folders
from mekik.ordering import SELECTIVE, make
from mekik.outcome import Outcome
from mekik.page import LinkKind, Page
from mekik.scope import Bending, Budget, Scope
from mekik.settings import Settings
from mekik.urls import Normaliser

_SHOWN = LinkKind.IMAGE.letter
_MOST_BENT = 256


class Rules:
    def __init__(
        self, settings: Settings, budget: Budget | None = None, own_data: str | None = None,
        bending: Bending | None = None,
    ) -> None:  # fmt: skip
        """`own_data` is a folder of ours, which no crawl of local files enters."""
        fetch = settings.fetch
        self.normaliser = Normaliser(settings.urls, files=bool(fetch.allow_files))
        folders = Folders(fetch.allow_files, (own_data,) if own_data else (), hidden=fetch.hidden_files)
        self.egress = Egress(fetch.allow_addresses, contact_set=fetch.contact is not None, folders=folders)
        self.seeds = [url for url in map(self.normaliser.normalise, settings.seeds) if url]
        self.scope = Scope(settings.scope, self.seeds, self.normaliser)
        self.bending = bending or Bending(settings)
        self.budget = budget or Budget(settings.scope, bending=self.bending)
        self.wants = Wants(settings)
        self.chosen = Chosen(settings.scope)
        self._bent_wants: dict[int, tuple[Settings, Wants]] = {}
        self._index_results = settings.forms.index_results
        self._words = _forms(settings.index.words, settings.analysis.languages)

    def change(self, settings: Settings, bending: Bending) -> None:
        """Other patterns and depths from now on, for what is found and for what waits. The budget stays."""
        self.scope = Scope(settings.scope, self.seeds, self.normaliser)
        self.bending = bending
        self._bent_wants.clear()

    def judge(self, url: str, depth: int) -> Outcome | None:
        """Why this address is refused, or None."""
        verdict = self.scope.judge(url, depth)
        if not verdict.allowed:
            return verdict.outcome or Outcome.OUT_OF_SCOPE
        refusal = self.egress.check_url(url)
        return refusal.outcome if refusal else None

    def explain(self, url: str, depth: int) -> str:
        """The rule behind `judge`, in words."""
        verdict = self.scope.judge(url, depth)
        if not verdict.allowed:
            return verdict.rule
        refusal = self.egress.check_url(url)
        return refusal.reason if refusal else ""

    def limits(self, url: str) -> tuple[tuple[str, ...], int | None, float | None]:
        """Content types, bytes and seconds for this address; None is the job's own."""
        if not self.bending.any:
            return self.wants.types_for(url), None, None
        settings = self.bending.settings(url)
        if id(settings) not in self._bent_wants:
            if len(self._bent_wants) >= _MOST_BENT:
                self._bent_wants.clear()
            self._bent_wants[id(settings)] = (settings, Wants(settings))
        return self._bent_wants[id(settings)][1].types_for(url), settings.fetch.max_size, settings.fetch.timeout

    def wanted(self, page: Page) -> bool:
        """Whether a page is of a type and holds a word that the job wants to be searchable."""
        if self.bending.any and not self.bending.settings(page.address.url).index.enabled:
            return False
        if self.chosen and self.chosen.refusal(page):
            return False
        if page.document is not None:
            if not self.wants.indexed(page.document.content_type):
                return False
            if page.address.path.endswith(_SHOWN) and page.document.content_type.startswith("image/"):
                return False  # it is known by the page that shows it
            if is_result(page.address) and not self._index_results:
                return False
        return self.has_words(page)

    def has_words(self, page: Page) -> bool:
        """Whether a page holds one of the job's words, where it has any."""
        if not self._words or page.analysis is None:
            return True
        analysis = page.analysis
        words = set(analysis.content_exact.split()) | set(analysis.content_root.split())
        words |= set(analysis.title_exact.split()) | set(analysis.title_root.split())
        words |= set(analysis.rest_exact.split()) | set(analysis.rest_root.split())
        return not words.isdisjoint(self._words)


def validate(settings: Settings) -> None:
    """Raises SettingError for what only shows when a setting is used: patterns, networks, names of models."""
    Rules(settings)
    capturer_of(settings.capture)
    make(settings.order, settings.for_ordering)
    check_order(settings)
    check_analyser(settings.analysis)
    if settings.analysis.identifier not in available():
        raise SettingError(
            f"The identifier {settings.analysis.identifier!r} is not here. There are: {', '.join(available())}."
        )


def check_order(settings: Settings) -> None:
    """Raises SettingError where the order does not know what to look for."""
    ordering = settings.for_ordering
    if settings.order == "topic" and not ordering.words:
        raise SettingError("The order topic wants words to look for: --words w1,w2.")
    if settings.order == "focused":
        if not (ordering.words or ordering.examples or ordering.topic):
            raise SettingError(
                "The order focused wants to know what to look for: --words, ordering.examples or ordering.topic."
            )
        if not settings.index.enabled:
            raise SettingError("The order focused reads the words of pages, so it needs index.enabled=true.")


def fingerprint(settings: Settings) -> str:
    """Changes when other addresses would be refused."""
    told = (
        settings.seeds, settings.scope, settings.urls, settings.fetch.allow_addresses, settings.fetch.contact,
        settings.fetch.allow_files, settings.fetch.hidden_files, settings.traps,
        (settings.order, settings.for_ordering) if settings.order in SELECTIVE else None,
    )  # fmt: skip
    return xxhash.xxh3_64_hexdigest(msgspec.json.encode(told))


def _forms(words: tuple[str, ...], languages: tuple[str, ...]) -> frozenset[str]:
    """Every spelling and root that counts as one of the words."""
    forms = set()
    for word in words:
        for language in languages:
            for token in query_tokens(word, language):
                forms |= {token.text, token.stem}
    return frozenset(forms)
