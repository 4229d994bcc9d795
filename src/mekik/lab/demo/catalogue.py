"""The search of the library's catalogue: its books have pages, and nothing but this search leads to them."""

from __future__ import annotations

from urllib.parse import parse_qsl, quote

from mekik.lab.demo.entries import Entry
from mekik.lab.demo.markup import to_plain
from mekik.lab.demo.truth import Kind

CATALOGUE = "katalog.kutuphane.localhost"
_ANSWERS = "/ara"
_SHOWN = 5


def is_answer(host: str, target: str) -> bool:
    """Whether an address is a question to the catalogue."""
    return host == CATALOGUE and target.partition("?")[0] == _ANSWERS


def answer(target: str, entries: list[Entry]) -> Entry:
    """The page of results; `target` is decoded."""
    asked = dict(parse_qsl(target.partition("?")[2]))
    words = asked.get("q", "").replace("I", "ı").lower().split()
    page = int(number) if (number := asked.get("sayfa", "1")).isdigit() else 1
    found = [entry for entry in entries if entry.label is Kind.FORM_ONLY and _fits(entry, words, asked.get("tur", ""))]
    shown = found[(page - 1) * _SHOWN : page * _SHOWN]
    lines = [f"{len(found)} kitap bulundu." if words else "Bir sözcük yazın."]
    if shown:
        lines.append("\n".join(f"- [{entry.title}]({entry.path})" for entry in shown))
    if len(found) > page * _SHOWN:
        rest = f"&tur={asked['tur']}" if asked.get("tur") else ""
        lines.append(f"[Sonraki kitaplar](/ara?q={quote(asked['q'])}{rest}&sayfa={page + 1})")
    return Entry(
        host=CATALOGUE, path=target, title="Arama sonuçları", body="\n\n".join(lines), language="tr",
        kind=Kind.RESULTS.label,
    )  # fmt: skip


def _fits(entry: Entry, words: list[str], kind: str) -> bool:
    """Every word begins one of the book's."""
    text = f"{entry.title} {to_plain(entry.body)}".replace("I", "ı").replace("İ", "i").lower().split()
    if kind and f"{kind}," not in text:
        return False
    return bool(words) and all(any(one.startswith(word) for one in text) for word in words)
