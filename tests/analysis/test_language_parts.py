"""Pages in several languages, and what speaks for a page that tells little itself."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from mekik.analysis import Analyser
from mekik.analysis.languages import make
from mekik.analysis.languages.evaluation import labelled_texts
from mekik.analysis.languages.habits import Habits
from mekik.analysis.languages.parts import Part, divided, shares_of
from mekik.page import Document
from mekik.settings import AnalysisSettings

TEXTS = labelled_texts([Path(__file__).parent.parent.parent / "bench" / "data" / "languages"])
SETTINGS = AnalysisSettings(languages=("tr", "en"))


def turkish(length: int, start: int = 0) -> str:
    return TEXTS["tr"][0][start : start + length].rpartition(" ")[0] + ".\n"


def english(length: int, start: int = 0) -> str:
    return TEXTS["en"][0][start : start + length].rpartition(" ")[0] + ".\n"


def analysed(text: str, declared: str = "", url: str = "http://site.test/") -> tuple[str, float, dict[str, float]]:
    found = Analyser(SETTINGS).analyse(Document(text=text, language=declared), url)
    return found.language, found.confidence, {part.language: part.share for part in found.languages}


def test_halves_are_told_apart() -> None:
    first, second = turkish(3000), english(2000)
    language, confidence, shares = analysed(first + second)
    assert language == "tr"
    assert 0.5 <= confidence <= 1
    assert shares.keys() == {"tr", "en"}
    assert shares["tr"] == pytest.approx(0.6, abs=0.06)


def test_the_border_is_found_to_within_a_piece() -> None:
    first, second = turkish(3000), english(3000)
    parts = divided(first + second, make("fast"), "tr")
    assert [part.language for part in parts] == ["tr", "en"]
    assert abs(parts[0].end - len(first)) <= 250


def test_parts_cover_the_text_in_order() -> None:
    text = "".join(turkish(700, 900 * turn) + english(700, 900 * turn) for turn in range(5))
    parts = divided(text, make("fast"), "tr")
    assert parts[0].start == 0
    assert parts[-1].end == len(text)
    assert all(before.end == after.start for before, after in pairwise(parts))
    assert len(parts) >= 8
    assert sum(shares_of(parts).values()) == pytest.approx(1)


def test_each_part_gets_the_roots_of_its_language() -> None:
    text = turkish(1500) + "Köprülerden geçtiler.\n" + english(1500) + "The children were running homewards.\n"
    found = Analyser(SETTINGS).analyse(Document(text=text), "http://site.test/")
    roots = found.content_root.split()
    assert "köprü" in roots
    assert "child" in roots
    assert len(roots) == len(found.content_exact.split()), "a root for each word, so that phrases go in both"


@pytest.mark.parametrize("code", ["tr", "en", "sl", "hr", "da", "no", "az", "id", "sk", "pt"])
@pytest.mark.parametrize("declared", [True, False])
def test_a_page_in_one_language_is_in_one(code: str, declared: bool) -> None:
    """Relatives that the model takes for each other are no second language."""
    assert analysed(TEXTS[code][0][:6000], code if declared else "")[2] == {}


def test_a_quotation_is_no_second_language() -> None:
    assert analysed(turkish(3000) + english(140) + turkish(3000, 3200), "tr")[2] == {}


@pytest.mark.parametrize(
    "text", ["", " ", "a" * 5000, "1 " * 3000, "\n" * 5000, "漢" * 4000, "\ud800 " * 900, "Ä. " * 700], ids=range(8)
)
def test_any_text_is_divided(text: str) -> None:
    parts = divided(text, make("fast"), "")
    assert (parts[0].start, parts[-1].end) == (0, len(text))


def test_the_index_finds_a_page_by_each_of_its_languages(tmp_path: Path) -> None:
    from mekik.index import TantivyReader, TantivyWriter
    from mekik.index.entry import IndexEntry
    from mekik.search import Viewer, search

    writer = TantivyWriter(tmp_path)
    for number, (first, *others) in enumerate((("tr", "en"), ("tr",), ("de",))):
        entry = IndexEntry(
            owner="", url=f"http://a.test/{number}", job="a", language=first, other_languages=tuple(others)
        )
        entry.content = entry.content_exact = "köprü"
        writer.put(entry)
    writer.close()
    reader = TantivyReader(tmp_path)
    for query, found in (("köprü lang:en", {0}), ("köprü lang:tr", {0, 1}), ("köprü lang:de", {2})):
        hits = search(reader, query, viewer=Viewer("admin", everything=True)).hits
        assert {int(hit.url[-1]) for hit in hits} == found
        assert all(hit.language in ("tr", "de") for hit in hits), "the main one is shown"


def test_a_host_gets_a_habit() -> None:
    habits = Habits()
    for _ in range(7):
        habits.learn("a.test", "", "tr", 1.0)
    assert habits.own_word("a.test", "") == ""
    habits.learn("a.test", "", "tr", 1.0)
    assert habits.own_word("a.test", "") == "tr"
    assert habits.own_word("a.test", "en") == "en", "a page's own word counts first"
    assert habits.own_word("b.test", "") == ""


def test_a_host_whose_pages_name_the_wrong_language_is_not_believed() -> None:
    habits = Habits()
    for _ in range(10):
        habits.learn("a.test", "en", "tr", 1.0)
    assert habits.own_word("a.test", "en") == "tr"


def test_doubtful_pages_teach_nothing() -> None:
    habits = Habits()
    for _ in range(20):
        habits.learn("a.test", "", "tr", 0.7)
        habits.learn("", "", "tr", 1.0)
    assert habits.own_word("a.test", "") == habits.own_word("", "") == ""


def test_only_so_many_hosts_are_remembered() -> None:
    habits = Habits(most=10)
    for _ in range(8):
        habits.learn("kept.test", "", "tr", 1.0)
    for number in range(1000):
        habits.learn(f"{number}.test", "", "en", 1.0)
        assert habits.own_word("kept.test", "") == "tr"
        assert len(habits._hosts) + len(habits._older) <= 22


def test_the_habit_of_its_host_helps_a_page_of_few_words() -> None:
    """The same few words, alone and on a Turkish site."""
    few = "Son dakika"
    alone = Analyser(SETTINGS).analyse(Document(text=few), "http://site.test/a")
    analyser = Analyser(SETTINGS)
    for number in range(10):
        analyser.analyse(Document(text=turkish(1500, 300 * number)), f"http://site.test/{number}")
    there = analyser.analyse(Document(text=few), "http://site.test/a")
    assert alone.language == ""
    assert there.language == "tr"


def test_a_page_of_a_few_words_is_read_as_a_title_is() -> None:
    """The model for pages is not sure of so little, the dictionaries are."""
    assert make("fast").identify("Hakkımızda")[1] < 0.5
    found = Analyser(SETTINGS).analyse(Document(title="Hakkımızda", text=""), "http://site.test/")
    assert found.language == "tr"
    assert Analyser(SETTINGS).analyse(Document(text="Bwxz qqrt"), "http://site.test/").language == ""


def test_parts_are_values() -> None:
    assert shares_of([Part("tr", 0, 30), Part("en", 30, 40)]) == {"tr": 0.75, "en": 0.25}
    assert shares_of([]) == {}
