"""Which registrable domain a host belongs to, by the public suffix list that comes with its package."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from publicsuffixlist import PublicSuffixList

_IPV4 = re.compile(r"[0-9]+(?:\.[0-9]+){3}").fullmatch


@cache
def _suffixes() -> PublicSuffixList:
    # Reading the list takes a tenth of a second: only who asks for a domain pays it.
    return PublicSuffixList()


@lru_cache(maxsize=16_384)
def registrable_domain(host: str) -> str:
    """The domain that somebody registered: `emlak.milliyet.com` → `milliyet.com`.

    Network addresses, single labels and public suffixes themselves are their own domain.
    """
    if "." not in host or host.startswith("[") or _IPV4(host):
        return host
    return _suffixes().privatesuffix(host) or host
