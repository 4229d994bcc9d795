"""What every translator promises."""

from __future__ import annotations

import pytest
from translation_fixtures import (  # noqa: F401 - pytest takes them by name
    argos_fixture,
    dictionaries_fixture,
    made_here_fixture,
    remote_fixture,
    server_fixture,
    translator_fixture,
)

from mekik.translation import Translator


def test_it_knows_its_pair_and_no_language_into_itself(translator: Translator) -> None:
    assert translator.knows("tr", "en")
    assert not translator.knows("tr", "tr")
    assert not translator.knows("tr", "xx")
    assert not translator.knows("", "")


def test_a_query_has_renderings_for_each_word_or_a_sentence(translator: Translator) -> None:
    said = translator.query(["deniz", "feneri"], "tr", "en")
    if said.sentence:
        assert said.sentence == "lighthouse"
        assert not said.words
    else:
        assert len(said.words) == 2
        assert "lighthouse" in [one.text for one in said.words[0].renderings]


def test_renderings_weigh_at_most_one_and_less_the_later_they_come(translator: Translator) -> None:
    for word in translator.query(["köprü", "kedi", "göndermek"], "tr", "en").words:
        weights = [one.weight for one in word.renderings]
        assert weights == sorted(weights, reverse=True)
        assert weights[0] == 1.0
        assert all(weight > 0 for weight in weights)


def test_a_text_is_translated(translator: Translator) -> None:
    assert translator.text("kedi köprü", "tr", "en").text == "cat bridge"


@pytest.mark.parametrize(
    "text", ["", " ", "\0", "…?!", "'", "a" * 100_000, "🐈 \ud800".encode("utf-8", "replace").decode()]
)
def test_any_text_is_taken(translator: Translator, text: str) -> None:
    assert isinstance(translator.text(text, "tr", "en").text, str)
    said = translator.query([text], "tr", "en")
    assert said.sentence.strip() or len(said.words) in (0, 1)
