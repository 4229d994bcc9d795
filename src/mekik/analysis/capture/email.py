"""E-mail addresses in a text, also in the spellings that hide them from programs.

    a@b.org   a @ b.org   a@b dot org   a (at) b.org   a [at] b [dot] org   a(AT)b(DOT)org   a at b dot org
    a&#64;b.org   a_at_b_dot_org   aATbDOTorg   a [et] b (nokta) org   a [ät] b [punkt] de   a (afna) b (pika) si

The weaker the spelling, the more must speak for it: what a [at] says by itself, a plain "at" says only where
something announces an address. The domain must be one that can be registered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mekik.analysis.capture.email_parts import PLACES, Domain, Form, Name, Sign, at_sign, domain_behind, name_before
from mekik.analysis.capture.email_words import (
    ACCOUNTS,
    CUE,
    CUE_BEHIND,
    DETERMINERS,
    LABEL,
    NOT_MAIL,
    NOT_NAMES,
    ROLES,
)
from mekik.analysis.capture.searching import Span, Text

_BEFORE = 110
_LONGEST = 254
_LONGEST_RUN = 60
"""Signs without a blank before a name: more are the inside of an address of another kind."""
_STRUCTURED = re.compile(r"[._+\d-]")


def emails(text: Text) -> Iterator[Span]:
    """Each address with its place, in order; the same address may come again."""
    words, done = text.text, 0
    for start, end in text.places(PLACES):
        sign = at_sign(words, start, end)
        if sign.start < done:
            continue
        domain = domain_behind(words, sign)
        name = name_before(words, sign) if domain else None
        if domain is None or name is None or not _likely(words, name, sign, domain):
            continue
        value = f"{name.text}@{domain.name}"
        if len(value) <= _LONGEST:
            done = domain.end
            yield text.span(value, name.start, domain.end)


def _likely(words: str, name: Name, sign: Sign, domain: Domain) -> bool:
    """Whether it is an address, by what stands around it."""
    before = words[max(0, name.start - _BEFORE) : name.start]
    run = "" if before[-1:].isspace() else (before.split() or [""])[-1]
    if "//" in run or run.endswith(("@", "#", "\\")) or len(run) > _LONGEST_RUN:
        return False
    after = words[domain.end : domain.end + 2]
    if after[:1] in ("@", "_") or (after[:1] == ":" and after[1:].strip()) or after == "()":
        return False
    lower = name.text.lower()
    if lower in ACCOUNTS and after[:1] in (":", "/"):
        return False
    if sign.form is Form.TIGHT:
        return not NOT_MAIL.search(before)
    if lower in NOT_NAMES or not lower.isascii():
        return False
    meat = sign.form is Form.BRACKETS and not domain.spelled and "et" in words[sign.start : sign.end].lower()
    if sign.form in (Form.BRACKETS, Form.CAPITALS) and not meat:  # what [et] means in Turkish, too
        return True
    return _announced(
        before, words[domain.end : domain.end + 24], name.text, words[sign.start : sign.end], sign, domain
    )


def _announced(before: str, behind: str, name: str, at: str, sign: Sign, domain: Domain) -> bool:
    """Whether something speaks for an address whose @ is only a word, or stands between blanks."""
    words = before.split()
    if words and words[-1].lower() in DETERMINERS:
        return False
    capitals = at.strip().isupper() and name.islower()
    if sign.form is Form.WORD and not domain.spelled:  # "look at example.org" is what people write
        return capitals or LABEL.search(before) is not None
    cue = CUE.search(before) is not None or CUE_BEHIND.match(behind) is not None
    known = (_STRUCTURED.search(name) is not None and not name.isdigit()) or name.lower() in ROLES
    if sign.form is Form.HALF or (sign.form is Form.DASHED and not domain.spelled):
        return cue
    if sign.form is Form.LETTER:
        return cue or known
    begins = not words or not (words[-1][-1].isalnum() or words[-1][-1] in "'’)")
    begins = begins and not name.istitle() and not name.isdigit()
    return cue or known or begins or sign.form is Form.DASHED or (sign.form is Form.WORD and capitals)
