"""What is right: a label for every address of the demo web."""

from __future__ import annotations

from enum import Enum

import msgspec


class Kind(Enum):
    """What an address is there to show: (name, outcomes that are right, belongs in the index?).

    An empty tuple of outcomes means that nothing is promised, or that a crawler never meets the address as
    one of its own: an alias is another spelling of an address, an image is only shown, a page behind a
    nofollow page, or a form that must not be sent, is not found at all.
    """

    PAGE = ("page", ("ok",), True)
    LISTING = ("listing", ("ok",), True)
    PLAIN_TEXT = ("plain_text", ("ok",), True)
    SLOW = ("slow", ("ok",), True)
    SITEMAP_ONLY = ("sitemap_only", ("ok",), True)
    FEED_ONLY = ("feed_only", ("ok",), True)
    FORM_ONLY = ("form_only", ("ok",), True)
    NEAR_DUPLICATE = ("near_duplicate", ("ok",), True)
    NOFOLLOW = ("nofollow", ("ok",), True)
    DOCUMENT = ("document", ("ok",), True)
    IN_DOCUMENT = ("in_document", ("ok",), True)
    HIDDEN = ("hidden", ("ok",), True)
    NEEDS_RENDER = ("needs_render", ("ok",), True)
    BEHIND_RENDER = ("behind_render", ("ok",), True)
    UNAVAILABLE_ONCE = ("unavailable_once", ("ok",), True)

    SPAM = ("spam", ("ok",), True)
    TRICKY = ("tricky", ("ok",), True)
    """Honest, though it may look like spam."""
    LOOKALIKE = ("lookalike", ("ok",), True)
    """Honest, though its address may look like a trap's."""

    NOINDEX = ("noindex", ("ok",), False)
    DUPLICATE = ("duplicate", ("duplicate",), False)
    ALIAS = ("alias", (), False)
    REDIRECT = ("redirect", ("redirect",), False)
    FEED = ("feed", ("ok",), False)
    SITEMAP = ("sitemap", ("ok",), False)
    ROBOTS_TXT = ("robots_txt", (), False)
    IMAGE = ("image", (), False)
    PART = ("part", (), False)

    NOT_FOUND = ("not_found", ("not_found",), False)
    GONE = ("gone", ("not_found",), False)
    FORBIDDEN = ("forbidden", ("forbidden",), False)
    SERVER_ERROR = ("server_error", ("server_error",), False)
    LOCKED = ("locked", ("encrypted",), False)
    BROKEN = ("broken", ("unreadable",), False)
    ROBOTS_DENIED = ("robots_denied", ("robots_denied",), False)
    UNWANTED_TYPE = ("unwanted_type", ("unwanted_type",), False)
    FOREIGN = ("foreign", ("out_of_scope",), False)
    BEHIND_NOFOLLOW = ("behind_nofollow", (), False)
    RESULTS = ("results", ("ok",), False)
    UNTOUCHABLE = ("untouchable", ("would_change",), False)
    BEHIND_FORM = ("behind_form", (), False)
    TRAP = ("trap", (), False)

    def __init__(self, label: str, outcomes: tuple[str, ...], indexed: bool) -> None:
        self.label, self.outcomes, self.indexed = label, outcomes, indexed


KIND_BY_LABEL = {kind.label: kind for kind in Kind}


class Truth(msgspec.Struct, frozen=True):
    """The label of one address. A trap's address stands for all that it leads to."""

    url: str
    host: str
    kind: str
    """Label of a Kind."""
    outcomes: tuple[str, ...]
    """Any of these is right; the first is what to expect."""
    indexed: bool
    """A search should be able to find it (for a trap: nothing is promised)."""
    language: str = ""
    title: str = ""
    topic: str = ""
    duplicate_of: str = ""
    """The address with the same (duplicate, alias) or nearly the same (near_duplicate) content."""
    redirects_to: str = ""
    named_by: str = ""
    """The one sitemap or feed that names it, where no link does."""
    priority: float | None = None
    """As its sitemap says, where no link leads to it."""
    author: str = ""
    found_by: str = "link"
    """seed, link, document (a link inside one), sitemap, feed, a way of `mekik.lab.demo.leads`, or nothing when no
    way leads there."""
    charset: str = "utf-8"
    published: str = ""
    """ISO 8601, as the page tells it."""
    features: tuple[str, ...] = ()
    """Further things that the address shows: base, hreflang, x_robots_tag, undeclared_charset, …"""
    finds: tuple[tuple[str, str], ...] = ()
    """Kind and value of all that can be picked out of the page."""
    unseen: tuple[str, ...] = ()
    """Words that stand in the page only where no visitor sees them."""
