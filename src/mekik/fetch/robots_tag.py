"""X-Robots-Tag: what a header says about indexing, following and keeping one page."""

from __future__ import annotations

_KNOWN = {"noindex", "nofollow", "noarchive", "nosnippet", "none"}
_WITH_VALUE = {"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}
_MAX_LENGTH = 16_384


def robots_directives(header_value: str, agent: str) -> set[str]:
    """The directives for `agent`: those for everybody and those behind its own name. `none` means both
    noindex and nofollow, and both are added."""
    ours = agent.lower().partition("/")[0].strip()
    found: set[str] = set()
    applies = True
    for part in header_value[:_MAX_LENGTH].lower().split(","):
        name, colon, rest = part.partition(":")
        word = part.strip()
        if colon and name.strip() not in _WITH_VALUE:
            applies = name.strip() in (ours, "*")
            word = rest.strip()
        if applies and word in _KNOWN:
            found.add(word)
    return found | {"noindex", "nofollow"} if "none" in found else found
