"""The parts of an e-mail address in a text, however they are spelled: the @, the domain behind, the name before."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from mekik.analysis.capture.domains import mail_domain
from mekik.analysis.capture.email_words import AT, AT_AS_WORD, AT_IN_BRACKETS, CLOSE, DOT, OPEN
from mekik.analysis.capture.searching import compiled

PLACES = compiled(
    rf"""[\pL\pN_+'"-]\s?\s?[{AT}]\s?\s?[\pL\pN]"""
    rf"|{OPEN}\s?(?:{AT_IN_BRACKETS})\s?{CLOSE}"
    rf"|\s(?:{AT_AS_WORD})\s\s?[\pL\pN.-]+(?:\s\s?(?:{DOT})\s|\s?{OPEN}\s?(?:{DOT}|\.)\s?{CLOSE}|\.\pL)"
    r"|\s(?:-at-|_at_|\*at\*|~at~|\|at\|)\s"
    r"|[-_]at[-_][\pL\pN-]+(?:[-_]dot[-_]|\.)"
    r"|&#0*64;?|&#x0*40;?|&commat;|%40"
    r"|[\pL\pN](?-i:AT)[\pL\pN-]+(?-i:DOT)\pL"
)
"""Where an address may stand: at its @, or what stands for it."""

_BEFORE, _AFTER = 110, 280
"""Characters looked at on either side; no address is longer."""
_MOST_LABELS = 9
_LONGEST_NAME = 64

_BACK = "|".join(word[::-1] for word in DOT.split("|"))
_BRACKETED_BACK = rf"\s?[\])}}>]\s?(?:{_BACK}|\.)\s?[\[({{<]\s?"
_SPELLED_BACK = rf"\s+(?:{_BACK})\s+"
_NAME = r"[\w+'.-]+"
_NAME_BACK = re.compile(rf"\s{{0,2}}({_NAME}(?:{_BRACKETED_BACK}{_NAME})*)", re.IGNORECASE)
_SPELLED_NAME_BACK = re.compile(rf"\s{{0,2}}({_NAME}(?:{_SPELLED_BACK}{_NAME})*)", re.IGNORECASE)
_ANY_DOT_BACK = re.compile(f"{_BRACKETED_BACK}|{_SPELLED_BACK}", re.IGNORECASE)
_BEGINS = "\n:;,(<|="
_DOTS = re.compile(r"\.{2,}")

_LABEL = re.compile(r"[^\W_]+(?:-+[^\W_]+)*")
_PLAIN_LABEL = re.compile(r"[^\W_]+")
_SMALL_LABEL = re.compile(r"[a-z0-9-]+")
_SEPARATOR = re.compile(
    rf"(?P<tight>[.．。](?=[^\W_])|&#46;|&period;)"
    rf"|(?P<strong>\s?\s?{OPEN}\s?(?:{DOT}|\.)\s?{CLOSE}\s?\s?|\s?(?:-dot-|_dot_|\*dot\*|~dot~|\|dot\|)\s?|(?-i:DOT))"
    rf"|(?P<spelled>\s\s?(?:{DOT})\s\s?)|(?P<loose>\s\.\s?(?=[^\W_]))",
    re.IGNORECASE,
)
_AT = re.compile(f"[{AT}]")
_WORD = re.compile(rf"\s(?:{AT_AS_WORD})\s+", re.IGNORECASE)
_WARD = re.compile(r"[.-]?(?:NO[.-]?SPAM|REMOVE[.-]?(?:THIS|ME)?|DELETE[.-]?THIS)[.-]?")
"""Put into an address for people to take out."""


class Form(Enum):
    """How the @ is spelled, from what says most to what says least."""

    TIGHT = "a@b"
    CAPITALS = "aATb"
    BRACKETS = "a (at) b"
    LETTER = "a(a)b"
    SPACED = "a @ b"
    HALF = "a @b"
    """More often the mention of a person."""
    DASHED = "a-at-b"
    WORD = "a at b"


class Sign(NamedTuple):
    form: Form
    start: int
    end: int


class Domain(NamedTuple):
    name: str
    end: int
    spelled: bool
    """Some of its dots are written out."""


class Name(NamedTuple):
    text: str
    start: int


def at_sign(words: str, start: int, end: int) -> Sign:
    """The @ in a match of `PLACES`."""
    first = words[start]
    if first in "[({<":
        letter = words[start + 1 : end - 1].strip().lower() == "a"
        behind = end + 1 if words[end : end + 1] == " " else end
        loose = letter and (behind > end or words[start - 1 : start].isspace())
        return Sign(Form.HALF if loose else Form.LETTER if letter else Form.BRACKETS, start, behind)
    if first in "&%":
        return Sign(Form.TIGHT, start, end)
    at = _AT.search(words, start, end)
    if at is not None:
        sign = at.start()
        before, after = words[sign - 1].isspace(), words[sign + 1].isspace()
        return Sign(Form.SPACED if after else Form.HALF if before else Form.TIGHT, sign, end - 1)
    if first in "-_":
        return Sign(Form.DASHED, start, start + 4)
    if not first.isspace():
        return Sign(Form.CAPITALS, start + 1, start + 3)
    word = _WORD.match(words, start)
    return Sign(Form.WORD, start, word.end()) if word else Sign(Form.BRACKETS, start, end)


def domain_behind(words: str, sign: Sign) -> Domain | None:
    """The domain that begins there, as long as it can be registered."""
    window = words[sign.end : sign.end + _AFTER]
    kind = {Form.CAPITALS: _SMALL_LABEL, Form.DASHED: _PLAIN_LABEL}.get(sign.form, _LABEL)
    labels: list[str] = []
    ends: list[int] = []
    ways: list[str] = []
    label = kind.match(window)
    while label is not None and len(labels) < _MOST_LABELS:
        labels.append(label[0])
        ends.append(label.end())
        separator = _SEPARATOR.match(window, label.end())
        if separator is None:
            break
        way = str(separator.lastgroup)
        odd = way in ("loose", "spelled") and way not in ways
        if odd and mail_domain(tuple(labels)):  # whole already: what follows is the sentence's
            break
        ways.append(way)
        label = kind.match(window, separator.end())
    count = mail_domain(tuple(labels))
    if not count:
        return None
    if count < len(labels) and ways[count - 1] == "tight" and not labels[count][0].isupper():
        return None  # something.org.json is no domain with a sentence behind it
    name = ".".join(label for label in labels[:count] if not _WARD.fullmatch(label)).lower()
    spelled = any(way in ("spelled", "strong") for way in ways[: count - 1])
    return Domain(name, sign.end + ends[count - 1], spelled)


def name_before(words: str, sign: Sign) -> Name | None:
    """What stands before the @, and where it begins."""
    window = words[max(0, sign.start - _BEFORE) : sign.start][::-1]
    if sign.form in (Form.TIGHT, Form.CAPITALS, Form.LETTER) and window[:1].isspace():
        return None
    pattern = _SPELLED_NAME_BACK if sign.form in (Form.WORD, Form.SPACED) else _NAME_BACK
    match = pattern.match(window)
    if sign.form is Form.BRACKETS and (longer := _SPELLED_NAME_BACK.match(window)) is not None:
        before = window[longer.end() :].lstrip(" ")[:1]
        if not before or before in _BEGINS:  # the whole of it stands alone: e-mail: first dot last (at) …
            match = longer
    if match is None:
        return None
    start = sign.start - match.end()
    text = _ANY_DOT_BACK.sub(".", match[1])[::-1]
    kept = _DOTS.split(text)[-1].lstrip("'.-")
    if len(text) == len(match[1]):  # nothing was written out, so places can be counted
        start += len(text) - len(kept)
    kept = _WARD.sub("", kept.rstrip("'"))
    if not kept or len(kept) > _LONGEST_NAME or kept.endswith(".") or not any(map(str.isalnum, kept)):
        return None
    return Name(kept, start)
