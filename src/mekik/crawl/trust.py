"""What a page is worth: whether its text came before, and whether it is spam. Between analysis and index.

The same for a page that was just fetched and for one that is read from the archive again.
"""

from __future__ import annotations

from collections.abc import Callable

from mekik.crawl.facts import signed
from mekik.crawl.farms import OUTWARD, Farms
from mekik.crawl.texts import Texts
from mekik.frontier import Batch, FrontierStore, JudgementRow
from mekik.page import Duplicate, Page, Spam, Traits
from mekik.settings import Settings
from mekik.urls import host, registrable_domain

_ELSEWHERE, _PLAIN, _CANONICAL, _HOME = 3, 2, 1, 0
_DEEPEST = 40
_ROOT_SLASHES = 2
RECIPE = "texts.recipe"
FARM = "link_farm"


class Trust:
    def __init__(
        self, settings: Settings, store: FrontierStore, find: Callable[[int], int | None] | None = None
    ) -> None:
        """`find` gives the id of an address by its key, also of one that the store does not know yet."""
        self._settings, self._store = settings, store
        self._find = find or store.id_of
        self._texts = Texts(store, settings.duplicates)
        self._farms = Farms(store, settings.spam.farm_hosts)
        self._recipe = store.meta().get(RECIPE)
        """By which the first texts were grouped."""
        self._anew = False
        """All pages are being judged again, each version of a page in its turn."""
        self._judgements: dict[int, JudgementRow] = {}

    def weigh(self, page: Page, id: int, *, again: bool = False) -> None:
        """Adds group, duplicate and spam to an analysed page and keeps them. `again`: it may have been judged before,
        and then stays in its group."""
        analysis = page.analysis
        if page.document is None or analysis is None:
            return
        text = None
        alike: float | None = None
        traits = analysis.traits
        if traits.sketch and traits.words >= self._settings.duplicates.min_words:
            known = self._judgement(id) if again and not self._anew else None
            text = self._texts.row(known.text) if known is not None and known.text is not None else None
            if known is not None and text is not None:
                alike = known.likeness
            else:
                text, alike = self._texts.place(id, analysis.fingerprint, traits.sketch)
            page.group = text.group
            if alike is not None:
                page.duplicate = Duplicate(text.address, alike)
        page.preference = preference(page)
        page.spam = self._spam(page, id, traits)
        score, reasons, action = 0.0, None, None
        if page.spam is not None:
            score, reasons, action = page.spam.score, "\n".join(page.spam.reasons), page.spam.action or None
        number = text.number if text else None
        self._judgements[id] = JudgementRow(id, number, alike, page.preference, score, action, reasons)

    def _spam(self, page: Page, id: int, traits: Traits) -> Spam | None:
        farm = 0.0
        if traits.outward >= OUTWARD:
            site = registrable_domain(host(page.address.url))
            self._farms.learn(id, site, traits.sites, traits.outward)
            farm = self._farms.weight(site, traits.sites, traits.outward)
        if not farm and not traits.spam:
            return None
        score = round(1 - (1 - traits.spam) * (1 - farm), 2)
        if not score:
            return None
        reasons = [FARM, *traits.spam_reasons] if farm else [*traits.spam_reasons]
        rules = self._settings.spam
        return Spam(score, reasons, rules.action if score >= rules.threshold else "")

    def weigh_again(self, page: Page) -> None:
        """For a page from the archive, of which only the address is known."""
        key = signed(page.address.key)
        id = self._find(key)
        # A job whose state is gone is grouped all the same, by the keys of its addresses.
        self.weigh(page, key if id is None else id, again=True)

    def give(self, batch: Batch) -> None:
        """What is new goes with this batch."""
        if not self._judgements:
            return
        batch.texts, batch.judgements = self._texts.give(), list(self._judgements.values())
        self._judgements = {}
        self._farms.give(batch)
        if self._recipe is None:
            self._recipe = batch.meta[RECIPE] = self._texts.recipe

    def keep(self, store: FrontierStore) -> None:
        """Writes what is new by itself, where no crawl does it."""
        batch = Batch()
        self.give(batch)
        if batch.judgements:
            store.write(batch)

    def renew(self) -> None:
        """Before everything is read from the archive again: texts that were grouped by other rules are forgotten."""
        if self._recipe != self._texts.recipe:
            self._recipe = None
            self._anew = True
            self._texts.forget()

    def late(self) -> list[int]:
        """Pages that look worse by now than when they were judged."""
        found = []
        for id, weight in self._farms.second_look():
            known = self._judgement(id)
            if known is not None and known.spam < round(weight, 2):
                found.append(id)
        return found

    def dropped(self, id: int) -> bool:
        """Whether its spam keeps it out of the index."""
        known = self._judgement(id)
        return known is not None and known.action == "drop"

    def _judgement(self, id: int) -> JudgementRow | None:
        return self._judgements.get(id) or self._store.judgement(id)


def preference(page: Page) -> int:
    """Which page of a group is shown: the least of these numbers. A page that names another one as the right one comes
    last; a home page, one that names itself, or one to which others send their visitors, comes first; then one with
    fewer folders and no query. Among equals the oldest is shown."""
    url = page.address.url
    path, mark, query = url.partition("?")
    folders = path.count("/") - _ROOT_SLASHES
    canonical = page.document.canonical if page.document else ""
    if canonical and canonical != url:
        rank = _ELSEWHERE
    elif not mark and (not folders or (folders == 1 and path.endswith("/"))):
        rank = _HOME
    elif canonical or page.address.path.endswith("R"):
        rank = _CANONICAL
    else:
        rank = _PLAIN
    return 100 * rank + 2 * min(folders, _DEEPEST) + bool(query)
