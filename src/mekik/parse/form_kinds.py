"""What a form or a button is for, told by its method, its fields and its words.

Only a search is ever sent, so every other word wins over the one that says "search": a mistake must leave a form alone,
never send one that orders, deletes or signs somebody up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

SEARCH, LOGIN, REGISTER, PURCHASE, DELETE, NEWSLETTER, CONTACT, UPLOAD, CHOICE, OTHER = (
    "search", "login", "register", "purchase", "delete", "newsletter", "contact", "upload", "choice", "other",
)  # fmt: skip

# Turkish, English, German, French, Spanish, Italian, Slovene and Russian; without marks, as `folded` leaves them.
_WORDS = {
    DELETE: """
    delete remove erase destroy unsubscribe cancel sil kaldir iptal loschen entfernen kundigen stornieren supprimer
    effacer annuler borrar eliminar quitar cancelar elimina rimuovi cancella izbrisi odstrani удалить
    """,
    PURCHASE: """
    cart basket checkout buy purchase pay payment order donate bid sepet sepete satin siparis odeme ode bagis warenkorb
    kaufen bestellen bezahlen kasse spenden panier acheter commander payer carrito comprar pagar pedido carrello
    acquista ordina paga kosarica kupi naroci placaj корзина купить заказать
    """,
    LOGIN: """
    login logon signin logout logoff signout password giris oturum parola sifre cikis anmelden abmelden passwort
    einloggen connexion deconnexion iniciar sesion contrasena accedi esci prijava odjava geslo войти выйти пароль
    """,
    REGISTER: """
    register signup registration join uyelik kaydol kayitol uyeol registrieren konto inscription inscrire registrarse
    registro registrati registracija регистрация
    """,
    NEWSLETTER: """
    subscribe newsletter abone bulten ebulten abonnieren rundbrief abonner boletin suscribir suscribirse iscriviti
    narocnina подписаться
    """,
    SEARCH: """
    search find query lookup seek keyword keywords ara arama aranan bul sorgu sorgula anahtar kelime suche suchen
    suchbegriff finden recherche rechercher chercher buscar busqueda cerca ricerca trova isci iskanje poisci szukaj zoek
    zoeken поиск найти искать
    """,
    CONTACT: """
    comment message contact feedback reply vote poll survey report send submit yorum mesaj iletisim ileti yanit oy anket
    gonder sikayet kommentar nachricht kontakt abstimmen umfrage senden commentaire envoyer comentario mensaje enviar
    commento messaggio invia komentar sporocilo glasuj poslji отправить
    """,
}
_KIND_OF = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_ORDER = tuple(_WORDS)
"""Whichever comes first wins; "send" stands on search buttons too."""
_SPLIT = re.compile(r"[\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_FOLD = str.maketrans("çğıöşüâîûäßéèêëàáìíòóùúñčšž", "cgiosuaiuaseeeeaaiioouuncsz")
_CHANGING = (DELETE, PURCHASE)
_LONGEST = 400


def folded(text: str) -> list[str]:
    """The words of a text or a name such as `searchTerm` or `arama_kutusu`, in small letters without marks."""
    text = _CAMEL.sub(" ", text[:_LONGEST]).replace("İ", "i").replace("I", "ı" if "ı" in text else "i")
    return [word for word in _SPLIT.split(text.lower().translate(_FOLD)) if word]


def kind_of_words(texts: Iterable[str]) -> str:
    """What texts and names speak of; `other` when of nothing that we know."""
    found = set().union(*(_spoken_of(text) for text in texts if text))
    return next((kind for kind in _ORDER if kind in found), OTHER)


@lru_cache(maxsize=4096)  # a site's forms stand on all its pages
def _spoken_of(text: str) -> frozenset[str]:
    words = folded(text)
    words.append("".join(words[:2]))  # sign in, üye ol, sign up
    return frozenset(_KIND_OF[word] for word in words if word in _KIND_OF)


def changes_something(*texts: str) -> bool:
    """Whether a button with these words, or this address, would buy, order, delete or log out."""
    return kind_of_words(texts) in _CHANGING


def form_kind(method: str, types: list[str], texts: Iterable[str]) -> str:
    """`types` are those of its fields, `texts` its names, labels, placeholders and buttons."""
    if "password" in types:
        return REGISTER if types.count("password") > 1 else LOGIN
    if "file" in types:
        return UPLOAD
    kind = kind_of_words(texts)
    free = sum(one in ("text", "search") for one in types)
    if "textarea" in types or "email" in types or "tel" in types:
        return kind if kind not in (SEARCH, OTHER) else NEWSLETTER if free == 0 and "email" in types else CONTACT
    if method != "get":
        return kind if kind != SEARCH else OTHER
    if kind not in (SEARCH, OTHER):
        return kind
    if "search" in types or (kind == SEARCH and 0 < free <= 3):
        return SEARCH
    return CHOICE if not free and "select" in types else OTHER
