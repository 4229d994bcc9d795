"""Spam that a page shows by itself, and honest pages that only look like it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from mekik.analysis import Analyser
from mekik.analysis.outward import outward
from mekik.lab.demo.entries import load_sites
from mekik.lab.demo.markup import to_plain
from mekik.page import NOFOLLOW, Document, LinkKind, Links, Traits
from mekik.settings import AnalysisSettings, SpamSettings

ROOT = Path(__file__).parent.parent.parent
FLOOR = tomllib.loads((ROOT / "quality.toml").read_text(encoding="utf-8"))["trust"]["spam.honest"]["at_most"]
PASSAGES = ROOT.parent / "shared" / "data" / "retrieval"
THRESHOLD = SpamSettings().threshold
PROSE = "Denizdeki bir teknenin kıyıdaki iki noktaya göre yerini saptamak eskiden her balıkçının işiydi. " * 3


@pytest.fixture(scope="module")
def analyser() -> Analyser:
    return Analyser(AnalysisSettings())


def traits(analyser: Analyser, text: str, **more: object) -> Traits:
    document = Document(text=text, **more)  # type: ignore[arg-type]  # fields of a document
    return analyser.analyse(document, "http://example.org/").traits


STUFFED = {
    "phrase": "ucuz uçak bileti al " * 30,
    "cities": " ".join(f"en ucuz otel {city} ucuz otel" for city in ["ankara", "izmir", "bursa", "adana", "konya"] * 4),
    "english": "cheap watches best cheap watches buy cheap watches online cheap watches sale " * 6,
    "one word": "kredi " * 80,
}  # fmt: skip


@pytest.mark.parametrize("name", STUFFED)
def test_stuffed_text(analyser: Analyser, name: str) -> None:
    found = traits(analyser, STUFFED[name])
    assert found.spam >= THRESHOLD
    assert found.spam_reasons == ("keyword_stuffing",)


@pytest.mark.parametrize("trick", ["same_colour", "tiny", "away", "transparent", "clipped", "invisible", "gone"])
def test_hidden_stuffing(analyser: Analyser, trick: str) -> None:
    found = traits(analyser, PROSE, unseen={trick: "ucuz uçak bileti indirimli tatil " * 30})
    assert found.spam >= THRESHOLD
    assert found.spam_reasons == ("hidden_text",)


def test_a_little_hidden_text_and_closed_menus_are_honest(analyser: Analyser) -> None:
    menu = " ".join(
        f"Bölüm {n} {word}" for n, word in enumerate(["haber", "spor", "ekonomi", "kültür", "sanat", "bilim"] * 20)
    )
    assert traits(analyser, PROSE, unseen={"away": "Menüyü atla ve içeriğe geç", "gone": menu}).spam < THRESHOLD


def test_a_song_may_repeat_its_refrain(analyser: Analyser) -> None:
    refrain = "Kayık gider, kayık gider, dalga dalga kayık gider. Yar bekler, yar bekler, kıyı boyu yar bekler. "
    verses = ["Ay doğar da su parlar, martı döner baş üstünde. ", "Anam bakar pencereden, mendil durur göz üstünde. "]
    assert traits(analyser, "".join(refrain + verses[number % 2] for number in range(8))).spam < THRESHOLD


def test_stuffed_titles_and_descriptions(analyser: Analyser) -> None:
    title = "Ucuz bilet, ucuz uçak bileti, ucuz otobüs bileti, ucuz bilet al, bilet"
    found = traits(analyser, PROSE, title=title, description="ucuz bilet, " * 30)
    assert set(found.spam_reasons) == {"stuffed_title", "stuffed_description"}
    assert found.spam >= THRESHOLD
    assert traits(analyser, PROSE, title="Denizde yön bulmak: eski balıkçılardan öğrendiklerimiz").spam == 0


def test_real_texts_are_honest(analyser: Analyser) -> None:
    """The demo web's own pages and, where they are at hand, passages in five languages."""
    texts = [to_plain(entry.body) for _, entries in load_sites() for entry in entries]
    for corpus in sorted(PASSAGES.glob("*/corpus.jsonl")):
        texts += [msgspec.json.decode(line)["text"] for line in corpus.read_bytes().splitlines()[:100]]
    wrong = [text[:80] for text in texts if traits(analyser, text).spam >= THRESHOLD]
    assert 1000 * len(wrong) / len(texts) <= FLOOR, wrong


@pytest.mark.parametrize("text", ["", "a", "bir iki üç " * 5, "\x00 " * 100, "0 " * 500, "日本語 " * 100])
def test_any_text_has_traits(analyser: Analyser, text: str) -> None:
    assert 0 <= traits(analyser, text, unseen={"gone": text, "tiny": text}, title=text[:300]).spam <= 1


def test_where_links_lead() -> None:
    def links(*urls: str, kind: int = LinkKind.ANCHOR) -> Links:
        return Links([*urls], b"", [""] * len(urls), bytes([kind]) * len(urls))

    here = "http://www.example.org/"
    away = [f"https://{name}.test/x" for name in ("a", "b", "c")]
    assert outward(links(*away, "http://shop.example.org/1"), here) == (("a.test", "b.test", "c.test"), 0.75)
    assert outward(links(*away[:2], *[f"http://{n}.example.org/" for n in range(9)]), here) == ((), 0.0)
    assert outward(links(*away, kind=NOFOLLOW), here) == ((), 0.0)
    assert outward(links("file:///x", *away), here)[0] == ("", "a.test", "b.test", "c.test")
