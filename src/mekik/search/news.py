"""Whether a query asks for news: then a page's age counts, too.

It does when one of its words says so (haber, bugün, latest, breaking), when two do together (son dakika), or when it
names the present year. What stands in quotes or behind a minus is not asked.
"""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

from mekik.search.letters import fold
from mekik.search.tree import All, Any, Node, Required, Sequence, Version, Versions, Word

_WORDS = """
haber haberi haberler haberleri güncel gündem bugün bugünkü dün dünkü
news headlines breaking latest newest today yesterday
nachrichten schlagzeilen aktuell aktuelle neueste heute gestern
actualités aujourd'hui noticias hoy ayer últimas notizie oggi ieri ultime
"""
_ASKING = frozenset(map(fold, _WORDS.split()))
_PAIRS = frozenset({("son", "dakika"), ("son", "durum"), ("en", "son"), ("this", "week"), ("bu", "hafta")})
_MOST = 64
"""Words that are looked at."""


def asks_for_news(tree: Node | None, now: datetime | None = None) -> bool:
    words = _words(tree)
    if any(word in _ASKING for word in words):
        return True
    if any(pair in _PAIRS for pair in pairwise(words)):
        return True
    return str((now or datetime.now(UTC)).year) in words


def _words(tree: Node | None) -> list[str]:
    """In their order. Without recursion: a query may be deep."""
    found: list[str] = []
    waiting = [tree]
    while waiting and len(found) < _MOST:
        match waiting.pop():
            case Word(text):
                found.append(fold(text))
            case Required(child) | Version(_, child):
                waiting.append(child)
            case Versions(typed, _):
                waiting.append(typed)
            case All(children) | Any(children) | Sequence(children):
                waiting += reversed(children)
            case _:
                pass
    return found
