"""`mekik export wacz`: what others need to play it is there and true, and we read it ourselves."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

import mekik
from hostile.copies import fill_archive
from mekik.archive.cdxj import parse_line
from mekik.workspace import Workspace


@pytest.fixture
def exported(tmp_path: Path) -> tuple[Workspace, Path]:
    workspace = mekik.open(tmp_path / "data")
    workspace.create()
    fill_archive(tmp_path / "data")
    target = tmp_path / "all.wacz"
    made = workspace.export("wacz", target)
    assert made.withheld == 1  # asks for noarchive
    return workspace, target


def test_the_package_describes_itself_truly(exported: tuple[Workspace, Path]) -> None:
    with zipfile.ZipFile(exported[1]) as bundle:
        assert bundle.testzip() is None
        text = bundle.read("datapackage.json")
        told = json.loads(text)
        assert (told["profile"], told["wacz_version"]) == ("data-package", "1.1.1")
        digest = json.loads(bundle.read("datapackage-digest.json"))
        assert digest["hash"] == "sha256:" + hashlib.sha256(text).hexdigest()
        for one in told["resources"]:
            data = bundle.read(one["path"])
            assert one["hash"] == "sha256:" + hashlib.sha256(data).hexdigest()
            assert one["bytes"] == len(data)
        stored = {entry.filename: entry.compress_type for entry in bundle.infolist()}
        assert all(kind == zipfile.ZIP_STORED for name, kind in stored.items() if name.startswith("archive/"))


def test_each_line_of_the_index_leads_to_its_record(exported: tuple[Workspace, Path]) -> None:
    with zipfile.ZipFile(exported[1]) as bundle:
        lines = gzip.decompress(bundle.read("indexes/index.cdx.gz")).splitlines(keepends=True)
        assert lines == sorted(lines)
        entries = [entry for entry in map(parse_line, lines) if entry]
        assert len(entries) == len(lines) == 14
        for entry in entries:
            data = bundle.read(f"archive/{entry.filename}")[entry.offset : entry.offset + entry.length]
            record = next(iter(ArchiveIterator(io.BytesIO(data))))
            assert record.rec_headers.get_header("WARC-Target-URI") == entry.url
        assert "http://a.org/keep-out" not in {entry.url for entry in entries}
        pages = [json.loads(line) for line in bundle.read("pages/pages.jsonl").splitlines()]
        assert pages[0]["format"] == "json-pages-1.0"
        assert [page["ts"] for page in pages if page.get("url") == "http://a.org/"] == [
            "2023-11-14T22:13:20Z", "2023-11-15T22:13:20Z",
        ]  # fmt: skip


def test_it_comes_in_again(exported: tuple[Workspace, Path], tmp_path: Path) -> None:
    other = mekik.open(tmp_path / "other")
    other.import_files([exported[1]])
    assert "İki kedi" in other.page("http://a.org/").body.decode()
    assert other.search("kedi").total >= 1
