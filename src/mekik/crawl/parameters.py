"""Parts of addresses that change nothing, learned by comparing pages that differ by nothing else.

A *variable* is a variable of the query, or a part of the path that looks made by chance. Two addresses that differ in
one variable only are of one *class*. When several pairs of one class had the same text, in at least two classes with
different texts, and no pair differed, the variable changes nothing for addresses of that shape: one address of each
class is then enough. The same words in another order count as the same text.

Learned for `traps.same_pages` shapes of a host, a variable of the query counts for the whole host.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from mekik.crawl.novelty import bag
from mekik.frontier import PatternRow
from mekik.page import Page
from mekik.scope import is_session, shape_of
from mekik.settings import TrapSettings
from mekik.urls import key

PARAMETER = "parameter"
_KNOWN = 16_384
_MOST_EVIDENCE = 20_000
_MOST_VARIABLES = 6
_NEEDED = (None, False, True)
_MARK = "\x1f"
"""Stands in the text of a class, so that no address is taken for one by accident."""
_UNSIGNED = (1 << 64) - 1


class Rule:
    """What is known of one variable at one shape of addresses."""

    __slots__ = ("different", "name", "needed", "same", "set_aside", "since", "state", "text", "texts")

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.same = self.different = self.set_aside = 0
        self.texts: set[int] = set()
        self.needed: bool | None = None
        """Whether an address without the variable is another page; None as long as nobody knows."""
        self.state = "watched"
        self.since = 0.0

    def row(self) -> PatternRow:
        visits = self.same + self.different
        return PatternRow(
            self.text, PARAMETER, self.state, visits, self.different, self.set_aside, _NEEDED.index(self.needed),
            self.since, self.why,
        )  # fmt: skip

    @property
    def why(self) -> str:
        return f"{self.same} pages had the same text as others that differ by nothing but {self.name}"


class Parameters:
    def __init__(self, settings: TrapSettings, rows: Iterable[PatternRow] = ()) -> None:
        self._settings = settings
        self._rules: dict[str, Rule] = {}
        self._hosts: dict[str, int] = {}
        """Rules in force by host."""
        self._wide: dict[str, int] = {}
        """host and variable of the query → shapes for which it was learned."""
        self._classes: dict[int, tuple[int, int]] = {}
        self._old: dict[int, tuple[int, int]] = {}
        """Class or address → fingerprint and bag of words of a visited page."""
        self._changed: dict[str, Rule] = {}
        for row in rows:
            rule = self._rules[row.pattern] = Rule(row.pattern, row.pattern.rpartition(" ")[2])
            rule.same, rule.different, rule.set_aside = row.visits - row.new, row.new, row.set_aside
            rule.state, rule.since, rule.needed = row.state, row.since, _NEEDED[row.credit]
            if rule.state == "suspected":
                self._in_force(rule)

    @property
    def hosts(self) -> Iterable[str]:
        """Those for which something was learned."""
        return self._hosts

    def refusal(self, url: str) -> Rule | None:
        """The rule by which an address is only another spelling of a visited one."""
        if not self._hosts or _host(url) not in self._hosts:
            return None
        for name, group, without, text in _variables(url):
            rule = self._rules.get(text)
            if rule is not None and rule.state == "lifted":
                continue
            wide = self._wide.get(f"{_host(url)} {name}", 0) >= self._settings.same_pages
            if rule is None or rule.state != "suspected":
                if not wide or (rule is not None and rule.different):
                    continue
                rule = self._in_force(self._get(text, name))
            if self._seen(key(group)) is not None:
                return rule
            if rule.needed is False and without and self._seen(key(without)) is not None:
                return rule
        return None

    def settled(self, page: Page) -> Rule | None:
        """Takes note of a visited page with text; the rule that was learned from it, if one was."""
        url, analysis = page.address.url, page.analysis
        if analysis is None or not analysis.fingerprint:
            return None
        learned = None
        plain = page.address.key & _UNSIGNED
        words = 0
        if not _may_vary(url):
            self._remember(plain, (analysis.fingerprint, words))
            return None
        for name, group, without, text in _variables(url):
            words = words or bag(analysis.content_exact)
            content = (analysis.fingerprint, words)
            before, base = self._seen(key(group)), self._seen(key(without)) if without else None
            if base is not None and base[0]:
                rule = self._get(text, name)
                same = base[0] == content[0] or base[1] == words
                rule.needed = rule.needed or not same
                if same and before is None:
                    before = base
            if before is not None:
                learned = self._compare(self._get(text, name), before, content) or learned
            self._remember(key(group), content)
        self._remember(plain, (analysis.fingerprint, words))
        return learned

    def remember(self, url: str) -> None:
        """An address that was visited before this run: one of its class is enough."""
        for _, group, _, _ in _variables(url):
            self._remember(key(group), (0, 0))
        self._remember(key(url), (0, 0))

    def _compare(self, rule: Rule, before: tuple[int, int], now: tuple[int, int]) -> Rule | None:
        if not before[0]:
            return None
        if before[0] == now[0] or (before[1] and before[1] == now[1]):
            rule.same += 1
            if len(rule.texts) < 2:
                rule.texts.add(now[1])
        elif before[1]:
            rule.different += 1
        else:
            return None
        enough = rule.same >= self._settings.same_pages and len(rule.texts) > 1
        if not enough or rule.different or rule.state != "watched":
            return None
        return self._in_force(rule)

    def _in_force(self, rule: Rule) -> Rule:
        host = rule.text.partition("/")[0]
        if rule.state != "suspected":
            rule.state, rule.since = "suspected", time.time()
            self._changed[rule.text] = rule
        self._hosts[host] = self._hosts.get(host, 0) + 1
        if not rule.name.startswith("/"):
            wide = f"{host} {rule.name}"
            self._wide[wide] = self._wide.get(wide, 0) + 1
        return rule

    # what people see and say

    def set_aside(self, rule: Rule) -> None:
        rule.set_aside += 1
        self._changed[rule.text] = rule

    def lift(self, text: str) -> bool:
        rule = self._rules.get(text)
        if rule is None or rule.state != "suspected":
            return False
        rule.state, rule.set_aside = "lifted", 0
        self._changed[text] = rule
        host = text.partition("/")[0]
        self._wide.pop(f"{host} {rule.name}", None)
        self._hosts[host] -= 1
        if not self._hosts[host]:
            del self._hosts[host]
        return True

    def suspects(self) -> list[Rule]:
        return [rule for rule in self._rules.values() if rule.state == "suspected"]

    def take_changed(self) -> list[PatternRow]:
        rows = [rule.row() for rule in self._changed.values()]
        self._changed = {}
        return rows

    # the small parts

    def _get(self, text: str, name: str) -> Rule:
        rule = self._rules.get(text)
        if rule is None:
            if len(self._rules) >= _MOST_EVIDENCE:
                self._rules = {text: rule for text, rule in self._rules.items() if rule.state != "watched"}
            rule = self._rules[text] = Rule(text, name)
        return rule

    def _seen(self, number: int) -> tuple[int, int] | None:
        return self._classes.get(number) or self._old.get(number)

    def _remember(self, number: int, content: tuple[int, int]) -> None:
        if len(self._classes) >= _KNOWN:
            self._old, self._classes = self._classes, {}
        self._classes[number] = content


def rule_text(url: str, name: str) -> str:
    """As people see a rule and name it: `example.org/list?page=*&sort=* sort`."""
    return f"{shape_of(url).fine} {name}"


def _may_vary(url: str) -> bool:
    """Whether an address has variables: most have none."""
    return "?" in url or any(map(is_session, url.split("/")[3:]))


def _variables(url: str) -> Iterator[tuple[str, str, str, str]]:
    """(variable, its class, the address without it if there can be one, text of the rule) of each variable."""
    path, mark, query = url.partition("?")
    if mark:
        pairs = query.split("&")
        for place, pair in enumerate(pairs[:_MOST_VARIABLES]):
            name = pair.partition("=")[0]
            others = "&".join(pairs[:place] + pairs[place + 1 :])
            without = f"{path}?{others}" if others else path
            yield name, f"{without}{_MARK}{name}", without, rule_text(url, name)
    segments = path.split("/")
    for place, segment in enumerate(segments[3:], 3):
        if is_session(segment):
            rest = "/".join([*segments[:place], _MARK, *segments[place + 1 :]])
            yield f"/{place - 2}", rest + mark + query, "", rule_text(url, f"/{place - 2}")


def _host(url: str) -> str:
    return url[url.find("://") + 3 :].partition("/")[0]
