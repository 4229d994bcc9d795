"""Which translator answers."""

from __future__ import annotations

import pytest
from translation_fixtures import (  # noqa: F401 - pytest takes them by name
    argos_fixture,
    dictionaries_fixture,
    made_here_fixture,
    remote_fixture,
    server_fixture,
)
from translation_kit import Server

from mekik.errors import TranslationError
from mekik.settings import TranslationSettings
from mekik.translation import make_translator
from mekik.translation.argos import Argos, is_installed
from mekik.translation.choosing import FirstOf
from mekik.translation.freedict import FreeDict
from mekik.translation.libretranslate import LibreTranslate


def test_when_the_server_fails_the_dictionaries_answer(
    server: Server, remote: LibreTranslate, dictionaries: FreeDict
) -> None:
    both = FirstOf([remote, dictionaries])
    assert both.query(["deniz", "feneri"], "tr", "en").sentence == "lighthouse"
    server.way = "refuse"
    assert both.query(["deniz", "feneri"], "tr", "en").words[0].renderings[0].text == "lighthouse"


def test_when_nobody_can_the_last_reason_is_told(argos: Argos) -> None:
    with pytest.raises(TranslationError, match="RuntimeError"):
        FirstOf([argos]).text("!", "tr", "en")
    with pytest.raises(TranslationError, match="nobody here translates from tr to de"):
        FirstOf([argos]).text("kedi", "tr", "de")


def test_without_a_server_the_dictionaries_are_taken() -> None:
    if is_installed():
        pytest.skip("Argos Translate is installed here")
    assert isinstance(make_translator(TranslationSettings()), FreeDict)
    with pytest.raises(TranslationError, match="pip install argostranslate"):
        make_translator(TranslationSettings(translator="argos"))
