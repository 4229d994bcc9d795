"""A server that translates: secrets stay with it, and its faults cost a sentence."""

from __future__ import annotations

import pytest
from translation_fixtures import (  # noqa: F401 - pytest takes them by name
    asked_at,
    remote_fixture,
    server_fixture,
)
from translation_kit import KEY, Server

from mekik.errors import TranslationError, UsageError
from mekik.settings import Settings, TranslationSettings, redacted
from mekik.translation import make_translator
from mekik.translation.libretranslate import LibreTranslate


def test_it_speaks_the_servers_language(server: Server, remote: LibreTranslate) -> None:
    assert remote.text("kedi köprü", "tr", "en").text == "cat bridge"
    path, fields = server.asked[-1]
    assert path == "/translate"
    assert fields == {"q": ["kedi köprü"], "source": ["tr"], "target": ["en"], "format": ["text"], "api_key": [KEY]}


def test_languages_are_asked_for_once(server: Server, remote: LibreTranslate) -> None:
    assert remote.knows("tr", "en")
    assert not remote.knows("tr", "de")
    assert [path for path, _ in server.asked] == ["/languages"]


@pytest.mark.parametrize("way", ["refuse", "nonsense", "large", "slow", "elsewhere"])
def test_a_server_at_fault_is_named_without_the_key(server: Server, way: str) -> None:
    """faults: 7, 16, 17, 70"""
    remote = asked_at(server, 0.5 if way == "slow" else 30.0)
    server.way = way
    with pytest.raises(TranslationError) as raised:
        remote.text("deniz feneri", "tr", "en")
    assert KEY not in str(raised.value)
    assert not [path for path, _ in server.asked if path == "/other"]
    asked = len(server.asked)
    with pytest.raises(TranslationError):
        remote.text("deniz feneri", "tr", "en")
    assert len(server.asked) == asked, "who searches next need not wait for it again"


def test_private_addresses_are_closed_unless_named(server: Server) -> None:
    """faults: 7"""
    closed = LibreTranslate(TranslationSettings(server=server.address))
    assert not closed.knows("tr", "en")
    with pytest.raises(TranslationError):
        closed.text("kedi", "tr", "en")
    assert server.asked == []


def test_long_texts_are_cut(server: Server, remote: LibreTranslate) -> None:
    remote.text("a" * 100_000, "tr", "en")
    assert len(server.asked[-1][1]["q"][0]) == 20_000


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match=r"translation\.server"):
        make_translator(TranslationSettings(translator="libretranslate", server="file:///etc/passwd"))


def test_the_key_is_not_shown_with_the_settings() -> None:
    assert KEY not in str(redacted(Settings(translation=TranslationSettings(key=KEY))))
