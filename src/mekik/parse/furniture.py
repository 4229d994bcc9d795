"""Scraps that stand on every page, told by their first words: copyright, share, next page."""

from __future__ import annotations

import re

_LONGEST = 120
"""Letters up to which a piece may be furniture by its first words."""
_PHRASES = (
    "©", "(c)", "copyright", "all rights reserved", "tüm hakları", "her hakkı", "share this", "share on", "share",
    "paylaş", "tweet", "print", "yazdır", "read more", "devamını oku", "devamı", "continue reading", "reklam",
    "advertisement", "sponsored", "sponsorlu", "ana sayfa", "anasayfa", "yorum yap", "yorum yaz", "yorum gönder",
    "yorum ekle", "leave a reply", "leave a comment", "add a comment", "related articles", "related posts",
    "related stories", "related news", "ilgili haberler", "ilgili yazılar", "ilgili konular", "benzer haberler",
    "benzer yazılar", "benzer ürünler", "you may also", "you might also", "bunlar da ilginizi", "en çok okunan",
    "most read", "most popular", "tags:", "tag:", "etiketler", "posted in", "filed under", "sign in", "sign up",
    "log in", "login", "giriş yap", "üye ol", "subscribe", "abone ol", "follow us", "bizi takip", "back to top",
    "başa dön", "yukarı çık", "skip to", "içeriğe geç", "içeriğe atla", "previous", "next", "önceki", "sonraki",
    "this site uses", "this website uses", "last modified", "son güncelleme", "çerez", "cookie",
)  # fmt: skip
_FIRST_WORDS = frozenset(re.split(r"[\s:]", phrase, maxsplit=1)[0] for phrase in _PHRASES)
_INITIALS = frozenset(letter for word in _FIRST_WORDS for letter in (word[0], word[0].upper())) | {"İ"}
_FIRST = re.compile(r"[^\s:]+")


def is_furniture(piece: str) -> bool:
    if piece[0] not in _INITIALS or len(piece) > _LONGEST:
        return False
    first = _FIRST.match(piece)
    if first is None or _lower(first[0]) not in _FIRST_WORDS:
        return False
    lowered = _lower(piece)
    return any(
        lowered.startswith(phrase) and not lowered[len(phrase) : len(phrase) + 1].isalnum() for phrase in _PHRASES
    )


def _lower(text: str) -> str:
    return text.replace("İ", "i").lower()
