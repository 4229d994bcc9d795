"""Addresses whose visit would do something: delete a thing, put it into a cart, log a visitor out.

A page about deleting is a page like others, so a word alone is not enough: it must be all of a part of the address, and
the address must name what it is done to, by a number or a query.
"""

from __future__ import annotations

import re
from itertools import pairwise

_DELETE = (
    "delete remove destroy sil kaldir loeschen loschen entfernen supprimer borrar eliminar elimina izbrisi odstrani"
)
_ORDER = (
    "addtocart addcart buynow checkout cartadd sepeteekle sepetekle sepeteat satinal odeme warenkorbadd"
    " ajouteraupanier aggiungialcarrello"
)
_LEAVE = "logout logoff signout cikis oturumukapat abmelden ausloggen deconnexion cerrarsesion odjava"
_DOING = dict.fromkeys(_DELETE.split(), "deletes something") | dict.fromkeys(_ORDER.split(), "orders something")
_LEAVING = dict.fromkeys(_LEAVE.split(), "logs a visitor out")
_BEGINNINGS = {word[:4] for word in (*_DOING, *_LEAVING)} | {"cart", "sepe", "add", "buy"}
_HINTS = re.compile("|".join(sorted(_BEGINNINGS)), re.IGNORECASE)
_PARTS = re.compile(r"[/?&=]")
_MARKS = str.maketrans("", "", "-_.+")


def action_of(url: str) -> str:
    """What a visit of a normalised address would do, or nothing."""
    start = url.find("/", url.find("://") + 3)
    tail = url[start:]
    if not _HINTS.search(tail):
        return ""
    path, _, query = tail.partition("?")
    segments = [_plain(part) for part in path.split("/") if part]
    # /cart/add and /sepet/ekle are two parts of one word.
    segments += [first + second for first, second in pairwise(segments)]
    words = [*segments, *map(_plain, _PARTS.split(query))] if query else segments
    for word in words:
        if word in _LEAVING:
            return _LEAVING[word]
        if word in _DOING and (query or any(letter.isdigit() for letter in path)):
            return _DOING[word]
    return ""


def _plain(part: str) -> str:
    return part.lower().translate(_MARKS)
