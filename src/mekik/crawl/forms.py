"""Pages that no link leads to: search forms are filled in, and what they answer is followed.

A question is an address like all others (path letter Q), so scope, egress, robots.txt, budgets and politeness hold for
it. The job's words come first, then words of the pages that came back. A form is asked as long as its pages of results
name addresses that nobody else named, and within its budget. Nothing is ever sent by POST.
"""

from __future__ import annotations

import time

import msgspec
import xxhash

from mekik.crawl.questions import Question, Vocabulary, address_of, first_questions, words_of
from mekik.crawl.results import Results, is_result, taken
from mekik.crawl.rules import Rules
from mekik.frontier import Batch, FormRow, Frontier, SqliteStore
from mekik.outcome import Outcome
from mekik.page import Address, Form, Hint, LinkKind, Links, Page
from mekik.settings import Settings
from mekik.urls import authority as authority_of
from mekik.urls import keys

ASKING, DRY, BUDGET, LEFT, REFUSED, MANY = "asking", "dry", "budget", "left", "refused", "many"
_ASKED = {"search", "choice"}
_MOST_FORMS = 2000
_SEEDS = 5

_encode = msgspec.json.Encoder().encode


class Conversation:
    """A form, and how asking it goes."""

    def __init__(self, key: int, form: Form, page: int) -> None:
        self.key, self.form, self.page = key, form, page
        self.state = LEFT
        self.queries = self.results = self.found = self.dry = 0
        self.planned = 0
        """Pages of results, those that still wait counted in."""
        self.waiting = self.pending = 0
        """Questions without an answer, and pages found by answers that were not visited yet."""
        self.first: list[Question] = []
        """Those that come before learned ones."""
        self.asked: set[str] = set()
        self.words = Vocabulary()

    def row(self) -> FormRow:
        words = _encode((*self.words.kept(), self.first))
        return FormRow(
            self.key, self.page, self.state, self.queries, self.results, self.found, self.dry, _encode(self.form), words
        )


class Forms:
    def __init__(self, settings: Settings, rules: Rules, frontier: Frontier, rows: list[FormRow]) -> None:
        self._settings, self._rules, self._frontier = settings.forms, rules, frontier
        self._words = settings.forms.words or settings.index.words
        self._known: dict[int, Conversation] = {}
        self._by_host: dict[str, int] = {}
        self._results = Results(rules.normaliser)
        self._changed: dict[int, Conversation] = {}
        for row in rows:
            self._load(row)

    def begin(self, store: SqliteStore) -> None:
        """Goes on with what an earlier run was asking, unless its questions still wait."""
        asking = [one for one in self._known.values() if one.state == ASKING]
        if self._settings.enabled and asking:
            (waiting,) = store.query("SELECT count(*) FROM address WHERE status IN (0, 1) AND path LIKE '%Q'")[0]
            for one in asking if not waiting else ():
                self._ask(one)

    def settled(self, page: Page, links: Links | None) -> Links | None:
        """Takes note of a page; gives back those of its links that are to be followed as usual."""
        if not self._settings.enabled:
            return links
        address, document = page.address, page.document
        if document is not None and document.forms:
            for form in document.forms:
                self._meet(form, page)
        query = address.hint.query if address.hint else ""
        if not query or page.outcome.passing:
            return links
        if is_result(address):
            return self._answered(page, links, query)
        one = self._results.of(address.via)
        if one is not None:
            one.pending = max(one.pending - 1, 0)
            if page.outcome is Outcome.OK:
                one.words.read(page)
            self._changed[one.key] = one
            self._ask(one)
        return links

    def give(self, batch: Batch) -> None:
        batch.forms = [one.row() for one in self._changed.values()]
        self._changed = {}

    # a form was met

    def _meet(self, form: Form, page: Page) -> None:
        told = (form.kind, form.action, form.method, form.text, sorted(form.fixed), [one.name for one in form.choices])
        key = xxhash.xxh3_64_intdigest(_encode(told)) >> 1
        if key in self._known or len(self._known) >= _MOST_FORMS:
            return
        one = self._known[key] = Conversation(key, form, page.address.id)
        self._changed[key] = one
        if form.kind not in _ASKED or form.method != "get":
            return
        host = authority_of(form.action)
        if self._rules.judge(form.action, page.address.depth + 1) is not None:
            one.state = REFUSED
        elif self._by_host.get(host, 0) >= self._settings.max_forms:
            one.state = MANY
        elif self._results.add(one):
            self._by_host[host] = self._by_host.get(host, 0) + 1
            one.state = ASKING
            words = self._words or list(words_of(page))[:_SEEDS]
            one.first = first_questions(form, words, self._settings.max_options)
            self._ask(one)

    # asking

    def _ask(self, one: Conversation) -> None:
        settings = self._settings
        while one.state == ASKING and one.waiting < settings.at_once:
            self._changed[one.key] = one
            if one.dry >= settings.patience:
                one.state = DRY
            elif one.queries >= settings.max_queries or one.planned >= settings.max_pages:
                one.state = BUDGET
            else:
                question = self._next(one)
                if question is None:
                    return
                one.asked.add(question.words)
                self._send(one, question)

    def _next(self, one: Conversation) -> Question | None:
        if one.first:
            return one.first.pop(0)
        if not self._settings.learn or not one.form.text:
            return None
        # Pages that are still to come may know better words than those that promise little.
        word = one.words.best(one.asked, any_word=not one.pending and not one.waiting)
        return Question(word) if word else None

    def _send(self, one: Conversation, question: Question) -> None:
        url = self._rules.normaliser.normalise(address_of(one.form, question))
        if url is None or self._frontier.id_of(_signed(url)) is not None:
            return
        links = Links(
            urls=[url], keys=keys([url]), anchors=[question.label], kinds=bytes([LinkKind.FORM]),
            hints=[Hint(query=question.label)],
        )  # fmt: skip
        source = self._frontier.address(one.page)
        if self._rules.judge(url, source.depth + 1) is not None:
            return
        self._offer(links, source)
        one.queries += 1
        one.waiting += 1
        one.planned += 1

    def _offer(self, links: Links, source: Address) -> None:
        self._frontier.offer(links, source, self._rules.judge, time.time(), time.monotonic())

    # an answer came

    def _answered(self, page: Page, links: Links | None, query: str) -> Links | None:
        one = self._results.of(page.address.url)
        if one is None:
            return links
        if page.address.found_on == one.page:
            one.waiting = max(one.waiting - 1, 0)
        self._changed[one.key] = one
        one.results += 1
        fresh: list[int] = []
        rest, more = links, None
        if links is not None:
            rest, more = self._results.sorted_out(page.address.url, links)
            fresh = self._unknown(rest, page.address.depth + 1)
        if fresh and rest is not None:
            one.found += len(fresh)
            one.pending += len(fresh)
            one.dry = 0
            found = taken(rest, fresh)
            found.hints = [Hint(query=query)] * len(fresh)
            self._offer(found, page.address)
            room = self._settings.max_pages - one.planned
            if more is not None and room > 0:
                more = taken(more, self._unknown(more, page.address.depth)[:room])
                one.planned += len(more.urls)
                more.hints = [Hint(query=query)] * len(more.urls)
                # Further pages of a list are no further from the seed than its first one.
                depth = self._frontier.address(one.page).depth
                self._offer(more, msgspec.structs.replace(page.address, depth=depth))
        else:
            one.dry += 1
        self._ask(one)
        return rest

    def _unknown(self, links: Links, depth: int) -> list[int]:
        """Places of the links that nobody named before and that the job wants."""
        places = []
        for place, url in enumerate(links.urls):
            key = int.from_bytes(links.keys[8 * place : 8 * place + 8], "little", signed=True)
            if self._frontier.id_of(key) is None and self._rules.judge(url, depth) is None:
                places.append(place)
        return places

    def _load(self, row: FormRow) -> None:
        form = msgspec.json.decode(row.form, type=Form)
        one = self._known[row.key] = Conversation(row.key, form, row.page)
        one.state, one.queries, one.results, one.found, one.dry = row.state, *row[3:7]
        one.planned = max(one.results, one.queries)
        counts, pages, first = msgspec.json.decode(row.words, type=tuple[dict[str, int], int, list[Question]])
        one.words, one.first = Vocabulary(counts, pages), first
        if one.state in (ASKING, DRY, BUDGET):
            self._results.add(one)
            host = authority_of(form.action)
            self._by_host[host] = self._by_host.get(host, 0) + 1


def _signed(url: str) -> int:
    return int.from_bytes(keys([url]), "little", signed=True)
