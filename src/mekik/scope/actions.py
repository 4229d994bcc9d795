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
_PAIRS = {"cart", "sepet", "warenkorb", "panier"}
"""Parts that make such a word together with their neighbour: /cart/add, /sepet/ekle."""
_KNOWN = frozenset((*_DOING, *_LEAVING, *_PAIRS))
_PARTS = re.compile(r"[/?&=]")
_MARKS = re.compile(r"[-_.+]")


def action_of(url: str) -> str:
    """What a visit of a normalised address would do, or nothing."""
    tail = url[url.find("/", url.find("://") + 3) :]
    parts = _PARTS.split(_MARKS.sub("", tail.lower()))
    if _KNOWN.isdisjoint(parts):
        return ""
    path, _, query = tail.partition("?")
    named = query or any(letter.isdigit() for letter in path)
    for word in (*parts, *(first + second for first, second in pairwise(parts))):
        if word in _LEAVING:
            return _LEAVING[word]
        if word in _DOING and named:
            return _DOING[word]
    return ""
