"""The weights of the ranking are in one file, and they are what counts."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import msgspec
import pytest
from search_kit import found, make_entry, make_index

from mekik.search.weights import WEIGHTS, Weights

_TEXT = (resources.files("mekik.search") / "weights.toml").read_text(encoding="utf-8")


def test_every_weight_is_explained() -> None:
    explained = re.findall(r"^(\w+) = [\d.]+ +# \w", _TEXT, re.MULTILINE)
    assert set(explained) == set(msgspec.structs.asdict(WEIGHTS))
    assert len(explained) == len(set(explained))


def test_a_weight_that_is_missing_or_unknown_is_an_error() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.toml.decode("title_exact = 1.0", type=Weights)
    with pytest.raises(msgspec.ValidationError):
        msgspec.toml.decode(_TEXT + "\ntitel = 1.0\n", type=Weights)


def test_the_weight_of_titles_decides_between_title_and_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = make_index(
        tmp_path / "index",
        [
            make_entry("http://example.org/title", "en", "Lighthouse", "An old tower on the rocks by the sea."),
            make_entry("http://example.org/text", "en", "Tower", "A lighthouse on the rocks by the sea, lighthouse."),
        ],
    )
    monkeypatch.setattr(WEIGHTS, "title_exact", 5.0)
    assert found(reader, "lighthouse") == ["title", "text"]
    monkeypatch.setattr(WEIGHTS, "title_exact", 0.01)
    monkeypatch.setattr(WEIGHTS, "title_root", 0.01)
    assert found(reader, "lighthouse") == ["text", "title"]
