"""How a word may be spelt in English that no dictionary has, because it is the same word: *atlantik*, *teorem*.

Names and learned words travel. A few habits of spelling, and what else differs by a letter or two, the index is asked
for by likeness.
"""

from __future__ import annotations

import unicodedata

SHORTEST = 5
"""Letters. Shorter words are like too many others."""
_PLAIN = str.maketrans({"ı": "i", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})
_ENDINGS = {
    "tr": {"siyon": "tion", "syon": "tion", "loji": "logy", "grafi": "graphy", "krasi": "cracy", "izm": "ism",
           "ite": "ity", "ik": "ic", "ör": "or", "yum": "ium", "j": "ge"},
    "de": {"ität": "ity", "tät": "ty", "ismus": "ism", "logie": "logy", "graphie": "graphy", "isch": "ic",
           "ie": "y", "ierung": "ation", "ik": "ics", "enz": "ence", "anz": "ance"},
    "es": {"ciones": "tions", "ción": "tion", "sión": "sion", "idad": "ity", "dad": "ty", "mente": "ly",
           "ismo": "ism", "ista": "ist", "logía": "logy", "grafía": "graphy", "ía": "y", "ico": "ic", "ica": "ic",
           "encia": "ence", "ancia": "ance", "oso": "ous", "ario": "ary", "orio": "ory", "ivo": "ive",
           "iva": "ive", "ado": "ate", "ar": "ate", "ente": "ent", "ante": "ant"},
    "fr": {"té": "ty", "isme": "ism", "iste": "ist", "logie": "logy", "graphie": "graphy", "ique": "ic",
           "eur": "or", "eux": "ous", "if": "ive", "ie": "y"},
    "it": {"zioni": "tions", "zione": "tion", "sione": "sion", "ità": "ity", "mente": "ly", "ismo": "ism",
           "ista": "ist", "logia": "logy", "grafia": "graphy", "ico": "ic", "ica": "ic", "enza": "ence",
           "anza": "ance", "oso": "ous", "ario": "ary", "ivo": "ive", "ente": "ent", "ante": "ant"},
}  # fmt: skip


def plain(word: str) -> str:
    """Without the marks on its letters."""
    taken = unicodedata.normalize("NFD", word.translate(_PLAIN))
    return "".join(letter for letter in taken if not unicodedata.combining(letter))


def spellings(root: str, source: str, target: str) -> tuple[str, ...]:
    """The word as it is, and as the other language might write it; none for what is short or no word."""
    if not root.isalpha() or len(root) < SHORTEST:
        return ()
    found = [plain(root)]
    if target == "en":
        found += [
            plain(root[: -len(end)] + other) for end, other in _ENDINGS.get(source, {}).items() if root.endswith(end)
        ]
    return tuple(dict.fromkeys(spelt for spelt in found if len(spelt) >= SHORTEST and spelt.isascii()))
