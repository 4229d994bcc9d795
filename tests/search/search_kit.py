"""A small collection in Turkish and English, analysed and indexed as a crawl does it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mekik.analysis import Token, tokens
from mekik.index import IndexEntry, TantivyReader, TantivyWriter, type_name
from mekik.search import SearchResult, Viewer, Wish, search
from mekik.settings import IndexSettings
from mekik.urls import host, registrable_domain

EVERYBODY = Viewer("admin", everything=True)

PAGES: list[tuple[str, str, str, str]] = [
    ("http://www.gazete.com.tr/gundem/kopru", "tr", "Yeni köprü açıldı",
     "Boğaza yapılan köprünün açılış töreni dün yapıldı. Köprülerden geçen araçlardan ücret alınmayacak. "
     "İSTANBUL'DA trafiğin rahatlaması bekleniyor."),
    ("http://www.gazete.com.tr/yasam/kedi", "tr", "Sokak kedileri",
     "Mahallenin kedileri için mama kapları konuldu. Kara kedinin uğursuz olduğuna kimse inanmıyor."),
    ("http://www.gazete.com.tr/spor/mac", "tr", "Maç sonucu",
     "Hakem karşılaşma sırasında çoğunlukla ev sahibi lehine karar verdi. Atatürk'ün heykeli önünde kutlama yapıldı."),
    ("http://arsiv.gazete.com.tr/eski", "tr", "Arşivden: köprüler",
     "Eski taş köprüler ve kara yolları üzerine bir yazı. Kitabın kapağında bir köprü var."),
    ("http://www.example.org/bridge", "en", "A new bridge",
     "The bridges were opened yesterday. Cats walked over them while children were running."),
    ("http://blog.example.org/cats", "en", "On cats and dogs",
     "A black cat is not unlucky. Dogs and cats live together. The book is about black cats."),
    ("http://www.example.org/notes.txt", "en", "untitled", "Plain notes about traffic in Istanbul."),
]  # fmt: skip


def make_entry(url: str, language: str, title: str, text: str, **changes: Any) -> IndexEntry:
    heads, words = tokens(title, language), tokens(text, language)
    values: dict[str, Any] = {
        "owner": "ayse", "url": url, "job": "deneme", "host": host(url), "domain": registrable_domain(host(url)),
        "content_type": "text/plain" if url.endswith(".txt") else "text/html", "language": language, "title": title,
        "content": text, "fetched": 1_700_000_000.0, "title_exact": joined(heads, "text"),
        "title_root": joined(heads, "stem"), "content_exact": joined(words, "text"),
        "content_root": joined(words, "stem"), "content_short": joined(words, "short"),
    }  # fmt: skip
    values |= changes
    return IndexEntry(**{"type": type_name(values["content_type"]), **values})


def joined(words: list[Token], form: str) -> str:
    return " ".join(filter(None, (getattr(word, form) for word in words)))


def make_index(path: Path, entries: list[IndexEntry]) -> TantivyReader:
    writer = TantivyWriter(path, IndexSettings(memory=15_000_000))
    for entry in entries:
        writer.put(entry, replace=False)
    writer.close()
    return TantivyReader(path)


def standard_entries() -> list[IndexEntry]:
    return [
        make_entry(url, language, title, text, fetched=1_600_000_000.0 + 86_400 * 365 * number)
        for number, (url, language, title, text) in enumerate(PAGES)
    ]


def found(reader: TantivyReader, text: str, **options: Any) -> list[str]:
    """Last parts of the addresses, best first."""
    return [hit.url.rpartition("/")[2] for hit in ask(reader, text, **options).hits]


def ask(reader: TantivyReader, text: str, **options: Any) -> SearchResult:
    outside = {name: options.pop(name) for name in ("viewer", "settings", "translator") if name in options}
    return search(reader, text, Wish(**options), **{"viewer": EVERYBODY, **outside})


def marked(result: SearchResult, hit: int = 0) -> list[str]:
    snippet = result.hits[hit].snippet
    return [snippet.text[start:end] for start, end in snippet.highlights]
