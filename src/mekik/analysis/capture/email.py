"""E-mail addresses in a text, also in the spellings that hide them from programs.

    a@b.org   a @ b.org   a@b dot org   a (at) b.org   a [at] b [dot] org   a(AT)b(DOT)org   a at b dot org
    a&#64;b.org   a_at_b_dot_org   aATbDOTorg   a [et] b (nokta) org   a [ät] b [punkt] de   a (afna) b (pika) si

The weaker the spelling, the more must speak for it: what a [at] says by itself, a plain "at" says only where
something announces an address. The domain must be one that can be registered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from mekik.analysis.capture.domains import mail_domain
from mekik.analysis.capture.email_words import (
    ACCOUNTS,
    AT_AS_WORD,
    AT_IN_BRACKETS,
    CLOSE,
    CUE,
    DETERMINERS,
    DOT,
    NOT_MAIL,
    NOT_NAMES,
    OPEN,
    ROLES,
)
from mekik.analysis.capture.searching import Span, Text, compiled

_PLACES = compiled(
    rf"""[\pL\pN_+'"-]\s?\s?@\s?\s?[\pL\pN]"""
    rf"|{OPEN}\s?(?:{AT_IN_BRACKETS})\s?{CLOSE}"
    rf"|\s(?:{AT_AS_WORD})\s\s?[\pL\pN.-]+(?:\s\s?(?:{DOT})\s|\s?{OPEN}\s?(?:{DOT}|\.)\s?{CLOSE})"
    r"|[-_]at[-_][\pL\pN-]+(?:[-_]dot[-_]|\.)"
    r"|&#0*64;?|&#x0*40;?|&commat;|%40"
    r"|[\pL\pN](?-i:AT)[\pL\pN-]+(?-i:DOT)\pL"
)
_BEFORE, _AFTER = 110, 280
"""Characters looked at on either side; no address is longer."""
_LONGEST_LOCAL, _LONGEST = 64, 254

_backwards = {word: word[::-1] for word in DOT.split("|")}
_DOT_BACK = "|".join(_backwards.values())
_LOCAL_BACK = re.compile(
    rf"\s{{0,2}}(?P<last>[\w+'.-]+)(?P<more>(?:\s?[\])}}>]\s?(?:{_DOT_BACK}|\.)\s?[\[({{<]\s?[\w+'-]+)*)"
)
_LOCAL_SPELLED_BACK = re.compile(
    rf"\s{{0,2}}(?P<last>[\w+'.-]+)(?P<more>(?:\s+(?:{_DOT_BACK})\s+[\w+'-]+)*)", re.IGNORECASE
)
_ANY_DOT = re.compile(rf"\s?[\])}}>]\s?(?:{_DOT_BACK}|\.)\s?[\[({{<]\s?|\s+(?:{_DOT_BACK})\s+", re.IGNORECASE)
_LABEL = re.compile(r"[^\W_]+(?:-+[^\W_]+)*")
_LABELS = {"CAPITALS": re.compile(r"[a-z0-9-]+"), "DASHED": re.compile(r"[^\W_]+")}
"""Where a usual label would swallow the dot that is spelled out."""
_SEPARATOR = re.compile(
    rf"(?P<tight>\.(?=[^\W_])|&#46;|&period;)|(?P<strong>\s?\s?{OPEN}\s?(?:{DOT}|\.)\s?{CLOSE}\s?\s?|[-_](?:dot)[-_]|(?-i:DOT))"
    rf"|(?P<spelled>\s\s?(?:{DOT})\s\s?)|(?P<loose>\s\.\s?(?=[^\W_]))",
    re.IGNORECASE,
)
_WORD_AT = re.compile(rf"\s(?:{AT_AS_WORD})\s+", re.IGNORECASE)
_STRUCTURED = re.compile(r"[._+\d-]")
_DOTS = re.compile(r"\.{2,}")


class _Form(Enum):
    TIGHT = 1
    BRACKETS = 2
    SPACED = 3
    HALF = 4
    """a @b.org: more often the mention of a person."""
    WORD = 5
    DASHED = 6
    CAPITALS = 7


def emails(text: Text) -> Iterator[Span]:
    """Each address with its place, in order; the same address may come again."""
    words, done = text.text, 0
    for start, end in text.places(_PLACES):
        form, at, behind = _at_sign(words, start, end)
        if at < done:
            continue
        labels, domain_end, spelled = _domain(words, behind, form)
        if not labels:
            continue
        local, local_start = _local(words, at, form)
        if not local or not _likely(words, local, local_start, at, form, spelled, domain_end):
            continue
        value = f"{local}@{'.'.join(labels).lower()}"
        if len(value) <= _LONGEST:
            done = domain_end
            yield text.span(value, local_start, domain_end)


def _at_sign(words: str, start: int, end: int) -> tuple[_Form, int, int]:
    """How the @ is spelled, and where it begins and ends."""
    first = words[start]
    if first in "[({<":
        while end < len(words) and words[end] == " ":
            end += 1
        tight = words[start + 1 : end - 1].strip().lower() == "a" and (
            words[start - 1 : start] == " " or words[end - 1] == " "
        )
        return (_Form.HALF if tight else _Form.BRACKETS), start, end
    if first in "&%":
        return _Form.TIGHT, start, end
    sign = words.find("@", start, end)
    if sign >= 0:
        before, after = words[sign - 1].isspace(), words[sign + 1].isspace()
        form = _Form.SPACED if after else _Form.HALF if before else _Form.TIGHT
        while words[end - 1 : end].isspace():
            end += 1
        return form, sign, end - 1
    if first.isspace():
        word = _WORD_AT.match(words, start)
        return _Form.WORD, start, word.end() if word else end
    if first in "-_":
        return _Form.DASHED, start, start + 4
    return _Form.CAPITALS, start + 1, start + 3


def _domain(words: str, start: int, form: _Form) -> tuple[tuple[str, ...], int, bool]:
    """The labels of the domain that begins there, where it ends, and whether its dots are spelled out."""
    window = words[start : start + _AFTER]
    one = _LABELS.get(form.name, _LABEL)
    label = one.match(window)
    labels: list[str] = []
    ends: list[int] = []
    ways: list[str] = []
    while label is not None:
        labels.append(label[0])
        ends.append(label.end())
        separator = _SEPARATOR.match(window, label.end())
        if separator is None or len(labels) > 8:
            break
        way = str(separator.lastgroup)
        odd = way == "loose" or (way == "spelled" and "spelled" not in ways)
        if odd and mail_domain(tuple(labels)):  # whole already: what follows is the sentence's
            break
        ways.append(way)
        label = one.match(window, separator.end())
    count = mail_domain(tuple(labels))
    if form is _Form.WORD and "tight" in ways[: count - 1] and len(set(ways[: count - 1])) == 1:
        return (), 0, False
    if count < len(labels) and count and ways[count - 1] == "tight" and not labels[count][0].isupper():
        return (), 0, False  # something.org.json is no domain with a sentence behind it
    spelled = any(way in ("spelled", "strong") for way in ways[: max(count - 1, 0)])
    return tuple(labels[:count]), start + ends[count - 1] if count else 0, spelled


def _local(words: str, at: int, form: _Form) -> tuple[str, int]:
    """The name before the @ and where it begins."""
    window = words[max(0, at - _BEFORE) : at][::-1]
    pattern = _LOCAL_SPELLED_BACK if form in (_Form.WORD, _Form.SPACED) else _LOCAL_BACK
    match = pattern.match(window) or _LOCAL_BACK.match(window)
    if match is None or (form in (_Form.TIGHT, _Form.CAPITALS) and window[:1].isspace()):
        return "", 0
    if form is _Form.WORD and not match["more"]:
        match = _LOCAL_BACK.match(window) or match
    back = _ANY_DOT.sub(".", match["last"] + match["more"])
    start, local = at - match.end(), back[::-1]
    cleaned = _DOTS.split(local)[-1].lstrip("'.-")
    start += len(local) - len(cleaned) if not match["more"] else 0
    cleaned = cleaned.rstrip("'")
    if not cleaned or len(cleaned) > _LONGEST_LOCAL or cleaned.endswith(".") or not any(map(str.isalnum, cleaned)):
        return "", 0
    return cleaned, start


def _likely(words: str, local: str, start: int, at: int, form: _Form, spelled: bool, end: int) -> bool:
    """Whether it is an address, by what stands around it."""
    before = words[max(0, start - _BEFORE) : start]
    run = before[len(before.rstrip()) :] == "" and before.rsplit(maxsplit=1)[-1:]
    glued = run[0] if run else ""
    if "//" in glued or glued.endswith(("@", "#", "\\")) or len(glued) > 60:
        return False
    after = words[end : end + 2]
    if after[:1] in ("@", "_") or (after[:1] == ":" and after[1:].strip()) or after == "()":
        return False
    if local.lower() in ACCOUNTS and after[:1] in (":", "/"):
        return False
    if form is _Form.TIGHT:
        return not NOT_MAIL.search(before)
    if form is _Form.CAPITALS:
        return local.lower() not in NOT_NAMES
    if local.lower() in NOT_NAMES:
        return False
    if form is _Form.BRACKETS:
        return True
    return _announced(before, local, words[at : at + 4], form, spelled)


def _announced(before: str, local: str, sign: str, form: _Form, spelled: bool) -> bool:
    """Whether something speaks for an address whose @ is only a word, or stands between blanks."""
    previous = before.split()[-1:] or [""]
    if previous[0].lower() in DETERMINERS:
        return False
    cue = CUE.search(before[-60:]) is not None
    if form is _Form.HALF or (form is _Form.DASHED and not spelled):
        return cue
    if form is _Form.DASHED:
        return True
    begins = not before.strip() or not (before.rstrip()[-1].isalnum() or before.rstrip()[-1] in "'’)")
    capitals = sign.strip().isupper() and not local.isupper()
    known = _STRUCTURED.search(local) is not None or local.lower() in ROLES
    return cue or known or begins or (form is _Form.WORD and capitals)
