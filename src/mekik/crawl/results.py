"""Which addresses are answers of a form, and which links on them lead to the rest of the same list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mekik.crawl.questions import Question, address_of
from mekik.page import Address, LinkKind, Links
from mekik.urls import Normaliser

if TYPE_CHECKING:
    from mekik.crawl.forms import Conversation


class Results:
    def __init__(self, normaliser: Normaliser) -> None:
        self._normaliser = normaliser
        self._by_action: dict[str, list[Conversation]] = {}

    def add(self, one: Conversation) -> bool:
        """False for a form whose answers have no address that we could ask for."""
        example = self._normaliser.normalise(address_of(one.form, Question("word")))
        if example is None:
            return False
        self._by_action.setdefault(example.partition("?")[0], []).append(one)
        return True

    def of(self, url: str) -> Conversation | None:
        """The form that an address would be an answer of."""
        action, _, query = url.partition("?")
        names = {pair.partition("=")[0] for pair in query.split("&")}
        for one in self._by_action.get(action, ()):
            wanted = {one.form.text} if one.form.text else {choice.name for choice in one.form.choices}
            if wanted <= names:
                return one
        return None

    def sorted_out(self, url: str, links: Links) -> tuple[Links, Links | None]:
        """The links of an answer that lead elsewhere, and those to further pages of it.

        What else leads to answers of the same form, such as another order of the same list, is left out.
        """
        one = self.of(url)
        elsewhere: list[int] = []
        further: list[int] = []
        for place, target in enumerate(links.urls):
            if self.of(target) is not one:
                elsewhere.append(place)
            elif is_further(url, target):
                further.append(place)
        if len(elsewhere) == len(links.urls):
            return links, None
        rest = taken(links, elsewhere)
        if not further:
            return rest, None
        more = taken(links, further)
        more.kinds = bytes([LinkKind.FORM]) * len(further)
        return rest, more


def is_result(address: Address) -> bool:
    """Whether an address is a question to a form, or a further page of its answer."""
    return address.path.endswith("Q") and address.hint is not None and bool(address.hint.query)


def taken(links: Links, places: list[int]) -> Links:
    """Some of the links, without what was said about them."""
    chosen = links.some(places)
    chosen.hints = []
    return chosen


def is_further(url: str, target: str) -> bool:
    """Whether two answers differ in one number only: `q=sea` and `q=sea&page=2`, `start=10` and `start=20`."""
    here, there = _pairs(url), _pairs(target)
    changed = [name for name in there if there[name] != here.get(name)]
    if len(changed) != 1 or not set(here) <= set(there):
        return False
    number = there[changed[0]]
    return number.isdigit() and len(number) <= 6 and here.get(changed[0], "0").isdigit()


def _pairs(url: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in url.partition("?")[2].split("&"))
    return {name: value for name, _, value in pairs if value}  # a field that was left empty says nothing
