"""Whether the right side of an @ is a domain that somebody can have registered."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from publicsuffixlist import PublicSuffixList

_LABEL = re.compile(r"[^\W_](?:[\w-]{0,61}[^\W_])?").fullmatch
_SCALE = re.compile(r"\d(?:\.\d)?x").fullmatch
"""As in picture@2x.png: the size of a picture, whatever its ending."""


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList(accept_unknown=False)


@lru_cache(maxsize=8192)
def mail_domain(labels: tuple[str, ...]) -> int:
    """How many of the labels, from the left, are a domain: the most that end in a known public suffix and say more
    than it; 0 for none. `example.com.Please` is a domain of two, and a sentence that began without a blank."""
    if len(labels) < 2 or _SCALE(labels[0].lower()):
        return 0
    for count in range(len(labels), 1, -1):
        domain = ".".join(labels[:count]).lower()
        if not all(map(_LABEL, labels[:count])) or len(domain) > 250:
            continue
        if _suffixes().privatesuffix(domain):
            return count
    return 0
