"""A page's keywords: frequent where it counts, grouped by root, without words that say nothing."""

from __future__ import annotations

import pytest

from mekik.analysis import Analyser
from mekik.page import Document, Keyword
from mekik.settings import AnalysisSettings

WEAVING = (
    "Dokuma tezgâhı köyün ortasında duruyor. Dokumacılar her sabah tezgâhın başına geçiyor ve kilim dokuyor. "
    "Kilimlerin renkleri kök boyadan geliyor. Bir kilim üç haftada bitiyor. Kilimi dokuyan kadınlar için "
    "tezgâh hem iş hem sohbet demek. Köyde dokuma öğrenmek isteyen gençler de var ama tezgâh sayısı az."
)


def keywords(text: str, title: str = "", strong: str = "", most: int = 8) -> list[Keyword]:
    document = Document(title=title, text=text, strong=strong)
    return list(Analyser(AnalysisSettings(keywords=most)).analyse(document, "").keywords)


def test_inflected_forms_count_together_and_are_shown_as_written() -> None:
    found = keywords(WEAVING)
    assert "kilim" in [word.root for word in found[:3]]
    assert all(word.text in WEAVING.lower() for word in found)


def test_stop_words_of_the_language_are_left_out() -> None:
    assert not {"bir", "için", "ve", "her", "de", "ama"} & {word.root for word in keywords(WEAVING)}
    english = keywords(
        "The wheel and the axle. The wheel is on the axle, and it is the wheel that turns the axle. " * 2
    )
    assert {word.root for word in english} >= {"wheel", "axle"}
    assert not {"the", "and", "it", "on"} & {word.root for word in english}


def test_title_and_headings_weigh_more_than_plain_text() -> None:
    text = "Apples and pears grow here. Apples are red. Pears are green. Some plums grow here too, behind the wall."
    assert keywords(text, title="Plums")[0].root == "plum"
    assert "wall" in [word.root for word in keywords(text, strong="wall")]
    assert "wall" not in [word.root for word in keywords(text)]


def test_words_outside_the_main_content_do_not_count() -> None:
    main = "The heron waits in the reeds. A heron can wait for hours. The heron eats eels."
    text = f"{main} advert advert advert advert"
    document = Document(text=text, main=len(main))
    found = Analyser(AnalysisSettings()).analyse(document, "")
    assert "advert" not in [word.root for word in found.keywords]
    assert found.keywords[0].root == "heron"
    assert found.rest_exact.split() == ["advert"] * 4


@pytest.mark.parametrize("most", [0, 2])
def test_how_many_is_a_setting(most: int) -> None:
    assert len(keywords(WEAVING, most=most)) == most


def test_numbers_and_empty_pages_have_none() -> None:
    assert keywords("2024 2024 2024 2024 17 17 17") == []
    assert keywords("") == []


def test_scripts_without_blanks_and_other_languages_are_no_trouble() -> None:
    assert keywords("рыба плавает в реке. рыба ест рыба спит рыба. " * 5)[0].root.startswith("рыб")
    japanese = keywords("日本語の学校です。学校で日本語を話します。" * 20)
    assert {word.text for word in japanese} >= {"日本", "本語", "学校"}, "pairs of letters, which say more than one"


def test_the_fingerprint_is_that_of_the_main_content() -> None:
    main = "What the page is for."
    one, other = (
        Analyser(AnalysisSettings()).analyse(Document(text=f"{main} {rest}", main=len(main)), "").fingerprint
        for rest in ("Buy tyres", "Buy boots")
    )
    assert one == other
    assert one != Analyser(AnalysisSettings()).analyse(Document(text="Something else"), "").fingerprint
