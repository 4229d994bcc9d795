"""Languages on their whole way: from a page through a worker process into the index and a search."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import mekik
from mekik.analysis.languages.evaluation import labelled_texts
from mekik.analysis.languages.profiles import save, train
from mekik.urls import file_address
from mekik.workspace import Workspace

TEXTS = labelled_texts([Path(__file__).parent.parent.parent / "bench" / "data" / "languages"])


def crawl(data: Path, folder: Path, **more: Any) -> Workspace:
    workspace = mekik.open(data)
    settings = {"fetch.allow_files": [str(folder)], "name": "texts", "parse.workers": 1, **more}
    workspace.crawl(file_address(os.fsencode(folder) + b"/"), settings)
    return workspace


def found(workspace: Workspace, query: str) -> dict[str, str]:
    return {hit.url.rpartition("/")[2]: hit.language for hit in workspace.search(query).hits}


def test_a_page_in_two_languages_is_found_by_both(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    turkish, english = TEXTS["tr"][0][:3000], TEXTS["en"][0][:2000]
    (folder / "both.txt").write_text(f"{turkish}\n\n{english}\n", encoding="utf-8")
    (folder / "one.txt").write_text(TEXTS["tr"][0][4000:7000], encoding="utf-8")
    workspace = crawl(tmp_path / "data", folder)
    assert found(workspace, "lang:tr") == {"both.txt": "tr", "one.txt": "tr"}
    assert found(workspace, "lang:en") == {"both.txt": "tr"}
    assert found(workspace, "freedoms lang:en") == {"both.txt": "tr"}, "by an English root in its English part"
    workspace.reindex()
    assert found(workspace, "lang:en") == {"both.txt": "tr"}


def test_a_crawl_knows_a_language_that_was_taught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    secret = TEXTS["tr"][0].lower().translate(str.maketrans("aeıioöuü", "eaoıiuöw"))
    save("qaa", train([secret[:20_000]]))
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "new.txt").write_text(secret[20_000:22_000], encoding="utf-8")
    (folder / "old.txt").write_text(TEXTS["de"][0][:2000], encoding="utf-8")
    workspace = crawl(tmp_path / "data", folder, **{"analysis.identifier": "ngram"})
    assert found(workspace, "lang:qaa") == {"new.txt": "qaa"}
    assert found(workspace, "lang:de") == {"old.txt": "de"}


def test_an_identifier_that_is_not_there_is_refused_before_anything_is_fetched(tmp_path: Path) -> None:
    with pytest.raises(mekik.errors.SettingError, match="There are: fast, short, ngram"):
        crawl(tmp_path / "data", tmp_path, **{"analysis.identifier": "oracle"})
