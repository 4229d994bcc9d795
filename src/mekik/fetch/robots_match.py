"""Which rule of a group decides about an address: the longest that matches, Allow before Disallow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import re2

# As `_uniform` would leave it: of the escapes, those of bytes beyond ASCII in capitals are.
_PLAIN = re.compile(r"(?:[A-Za-z0-9\-._~:/?\[\]@!&'()+,;=]++|%[89A-F][0-9A-F])*+")
_ODD = re.compile(r"%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~:/?\[\]@!&'()+,;=]")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_STARS = re.compile(r"\*+")


class Rule(msgspec.Struct, frozen=True):
    pattern: str
    allow: bool
    line: int


class Verdict(msgspec.Struct, frozen=True):
    allowed: bool
    line: int | None = None
    """Of the robots.txt; None when no line speaks about the address."""
    rule: str = ""


_FREE = Verdict(True)


class _Wildcard:
    """A pattern with `*` or `$`, cut at its stars. Pieces are looked for from left to right, each once."""

    __slots__ = ("anchored", "first", "last", "length", "middle", "shortest", "verdict")

    def __init__(self, pieces: list[str], anchored: bool, length: int, verdict: Verdict) -> None:
        self.first, *rest = pieces
        self.last = rest.pop() if rest else ""
        self.middle = [piece for piece in rest if piece]
        self.anchored, self.length, self.verdict = anchored, length, verdict
        if len(pieces) == 1:  # without a star: the whole address
            self.middle, self.last, self.shortest = [], "", -1
        else:
            self.shortest = sum(map(len, pieces))
            if not anchored and self.last:
                self.middle, self.last = [*self.middle, self.last], ""

    def longest_piece(self) -> str:
        return max((self.first, *self.middle, self.last), key=len)

    def matches(self, path: str) -> bool:
        if self.shortest < 0:
            return path == self.first
        if not path.startswith(self.first):
            return False
        at = len(self.first)
        for piece in self.middle:
            at = path.find(piece, at)
            if at < 0:
                return False
            at += len(piece)
        return not self.anchored or (len(path) - at >= len(self.last) and path.endswith(self.last))


class Matcher:
    """The rules of one group, ready for many addresses."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        prefixes: dict[str, Verdict] = {}
        wildcards: dict[tuple[str, ...], _Wildcard] = {}
        for rule in rules:
            word = "Allow" if rule.allow else "Disallow"
            verdict = Verdict(rule.allow, rule.line, f"{word}: {_shown(rule.pattern)}")
            pieces, anchored, length = _read(rule.pattern)
            if len(pieces) == 1 and not anchored:
                known = prefixes.get(pieces[0])
                if known is None or (rule.allow and not known.allowed):
                    prefixes[pieces[0]] = verdict
                continue
            # The same pattern twice would cost twice.
            key = (*pieces, "$" if anchored else "")
            same = wildcards.get(key)
            if same is None or (same.length, same.verdict.allowed) < (length, rule.allow):
                wildcards[key] = _Wildcard(pieces, anchored, length, verdict)
        self._prefixes = prefixes
        # One look at all beginnings at once pays for a few rules, not for thousands.
        self._starts = tuple(prefixes) if len(prefixes) <= 64 else ("/",)
        self._lengths = sorted({len(start) for start in prefixes}, reverse=True)
        self._wildcards = sorted(wildcards.values(), key=lambda one: (-one.length, not one.verdict.allowed))
        self._hint = _hint(self._wildcards)

    def verdict(self, url: str) -> Verdict:
        path = path_of(url)
        best, length = _FREE, -1
        if self._starts and path.startswith(self._starts):
            for size in self._lengths:
                found = self._prefixes.get(path[:size])
                if found is not None:
                    best, length = found, min(size, len(path))
                    break
        if self._wildcards and (self._hint is None or self._hint(path)):
            for wildcard in self._wildcards:
                if wildcard.length < length:
                    break
                if wildcard.matches(path):
                    if wildcard.length > length or wildcard.verdict.allowed:
                        best = wildcard.verdict
                    break
        return _FREE if not best.allowed and path == "/robots.txt" else best


def _hint(wildcards: list[_Wildcard]) -> Callable[[str], Any] | None:
    """For many wildcards: one linear search that tells at once when none of them can match."""
    if len(wildcards) < 16:
        return None
    pieces = {one.longest_piece() for one in wildcards}
    if "" in pieces or "/" in pieces:
        return None
    options = re2.Options()
    options.literal, options.log_errors, options.never_capture = False, False, True
    try:
        search: Callable[[str], Any] = re2.compile("|".join(map(re2.escape, sorted(pieces))), options).search
    except re2.error:  # more than it wants to hold in memory
        return None
    return search


def path_of(url: str) -> str:
    """Path and query in the one spelling in which rules are compared."""
    scheme = url.find("://")
    slash = url.find("/", scheme + 3 if scheme >= 0 else 0)
    question = url.find("?", scheme + 3 if scheme >= 0 else 0)
    if slash < 0 or 0 <= question < slash:
        path = "/" + url[question:] if question >= 0 else "/"
    else:
        path = url[slash:]
    if _PLAIN.fullmatch(path):
        return path
    return _uniform(path.partition("#")[0])


def _read(pattern: str) -> tuple[list[str], bool, int]:
    """Pieces between the stars, whether the end is fixed, and the length that counts."""
    anchored = pattern.endswith("$")
    body = pattern[:-1] if anchored else pattern
    if not body.startswith(("/", "*")):
        body = "/" + body
    pieces = [_uniform(piece) for piece in _STARS.sub("*", body).split("*")]
    return pieces, anchored, sum(map(len, pieces)) + body.count("*") + anchored


def _uniform(text: str) -> str:
    """Percent-encoding as RFC 9309 compares it: unreserved characters plain, all others encoded in capitals."""
    return _ODD.sub(_one, text)


def _one(match: re.Match[str]) -> str:
    text = match[0]
    if len(text) == 3 and text[0] == "%":
        letter = chr(int(text[1:], 16))
        return letter if letter in _UNRESERVED else text.upper()
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogateescape"))


def _shown(pattern: str) -> str:
    return pattern.encode("utf-8", "surrogateescape").decode("utf-8", "replace")[:200]
