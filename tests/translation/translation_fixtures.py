"""Every kind of translator, for tests to take by name."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from translation_kit import ANSWERS, KEY, Server, translation_server, write_dictionaries

from mekik.settings import TranslationSettings
from mekik.translation import Translator, lexicon
from mekik.translation.argos import Argos
from mekik.translation.choosing import FirstOf
from mekik.translation.freedict import FreeDict
from mekik.translation.libretranslate import LibreTranslate


@pytest.fixture(name="made_here", autouse=True)
def made_here_fixture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dictionaries of tests are not kept in the user's cache; what they were made with is."""
    monkeypatch.setattr(lexicon, "_KIND", str(tmp_path / "made"))


@pytest.fixture(name="dictionaries")
def dictionaries_fixture(tmp_path: Path) -> FreeDict:
    return FreeDict(write_dictionaries(tmp_path / "dictd"))


@pytest.fixture(name="server")
def server_fixture() -> Iterator[Server]:
    with translation_server() as running:
        yield running


@pytest.fixture(name="remote")
def remote_fixture(server: Server) -> LibreTranslate:
    return asked_at(server, 30.0)


def asked_at(server: Server, timeout: float) -> LibreTranslate:
    return LibreTranslate(
        TranslationSettings(server=server.address, key=KEY, allow_addresses=("127.0.0.0/8",), timeout=timeout)
    )


@pytest.fixture(name="argos")
def argos_fixture(monkeypatch: pytest.MonkeyPatch) -> Argos:
    """The package is large and its models come from the network: a module of the same shape stands in for it."""

    class Language:
        def __init__(self, code: str) -> None:
            self.code = code

        def get_translation(self, to: Language) -> Translation | None:
            return Translation(self.code, to.code) if (self.code, to.code) == ("tr", "en") else None

    class Translation:
        def __init__(self, source: str, target: str) -> None:
            self._pair = source, target

        def translate(self, text: str) -> str:
            if text == "!":
                raise RuntimeError("model is broken")
            return ANSWERS.get((*self._pair, text), text)

    package, module = ModuleType("argostranslate"), ModuleType("argostranslate.translate")
    module.get_installed_languages = lambda: [Language("tr"), Language("en")]  # type: ignore[attr-defined]
    package.__spec__ = module.__spec__ = __spec__
    monkeypatch.setitem(sys.modules, "argostranslate", package)
    monkeypatch.setitem(sys.modules, "argostranslate.translate", module)
    return Argos()


@pytest.fixture(name="translator", params=["dictionaries", "remote", "argos", "several"])
def translator_fixture(request: pytest.FixtureRequest) -> Translator:
    if request.param == "several":
        return FirstOf([request.getfixturevalue(name) for name in ("remote", "argos", "dictionaries")])
    made: Translator = request.getfixturevalue(request.param)
    return made
