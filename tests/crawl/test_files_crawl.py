"""A folder crawled like a site: found, read, archived, visited again; and nothing outside it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mekik
from hostile import HostileServer, answer
from judges import warcio_check
from mekik.errors import SettingError
from mekik.lab.demo.documents import MAKERS
from mekik.lab.demo.paper import Paper
from mekik.settings import build
from mekik.urls import file_address
from mekik.workspace import Workspace


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    papers = tmp_path / "papers"
    (papers / "a" / "a" / "a" / "a" / "a").mkdir(parents=True)
    (papers / "a" / "a" / "a" / "a" / "a" / "deep.txt").write_text("deep inside many folders of one name")
    for kind in ("pdf", "docx"):
        body = MAKERS[kind](Paper(f"Title of {kind}", f"Gardens in {kind}. See [more](http://a.test/).", "Ada", "en"))
        (papers / f"report.{kind}").write_bytes(body)
    (papers / "notes.txt").write_text("Kısa notlar: bahçe ve çiçek üzerine yazılmış birkaç satır burada durur.")
    (papers / "page.html").write_text(
        '<title>Local page</title><p>gardens <a href="a/">in</a> <a href="/etc/passwd">out</a>'
        '<a href="../outside.txt">out</a>'
    )
    (tmp_path / "outside.txt").write_text("a secret")
    os.close(os.open(os.fsencode(papers) + b"/odd\xff.txt", os.O_CREAT))
    (papers / "out").symlink_to("..")
    (papers / "loop").symlink_to(".")
    os.mkfifo(papers / "pipe")
    return papers


def url_of(path: Path) -> str:
    return file_address(os.fsencode(path) + (b"/" if path.is_dir() and not path.is_symlink() else b""))


def crawl(folder: Path, papers: Path, **more: Any) -> Workspace:
    workspace = mekik.open(folder)
    workspace.crawl(url_of(papers), {"fetch.allow_files": [str(papers)], "name": "papers", "parse.workers": 0, **more})
    return workspace


def outcomes(workspace: Workspace, papers: Path) -> dict[str, str | None]:
    names = (
        "",
        "a/",
        "a/a/a/a/a/deep.txt",
        "report.pdf",
        "report.docx",
        "notes.txt",
        "page.html",
        "out",
        "loop",
        "pipe",
    )
    root = url_of(papers)
    return {name: workspace.why(root + name).outcome for name in names}


def test_a_folder_is_crawled_archived_and_searchable(folder: Path, papers: Path) -> None:
    (papers / "z copy.pdf").write_bytes((papers / "report.pdf").read_bytes())
    workspace = crawl(folder, papers)
    assert workspace.why(url_of(papers) + "z%20copy.pdf").outcome == "duplicate"
    assert outcomes(workspace, papers) == {
        "": "ok", "a/": "ok", "a/a/a/a/a/deep.txt": "ok", "report.pdf": "ok", "report.docx": "ok", "notes.txt": "ok",
        "page.html": "ok", "out": "blocked_file", "loop": "redirect", "pipe": "blocked_file",
    }  # fmt: skip
    assert workspace.why(url_of(papers) + "odd%FF.txt").outcome == "ok"
    for outside in ("file:///etc/passwd", url_of(papers.parent / "outside.txt")):
        why = workspace.why(outside)
        assert (why.outcome, why.found_on) == ("blocked_file", url_of(papers) + "page.html")
        assert "fetch.allow_files" in why.reason
    hits = workspace.search("gardens").hits
    assert {hit.type for hit in hits} == {"pdf", "docx", "html"}
    assert {hit.host for hit in hits} == {"file"}
    assert workspace.search("notlar").hits[0].title == "notes"
    assert workspace.search("secret").total == 0
    assert workspace.check() == []
    for path in (workspace.path / "archive").glob("*.warc.gz"):
        assert warcio_check(path) == ""
    found = {hit.url for hit in workspace.search("site:file", limit=100).hits}
    assert workspace.reindex().pages == len(found)
    assert {hit.url for hit in workspace.search("site:file", limit=100).hits} == found


def test_the_next_run_sees_what_changed(folder: Path, papers: Path) -> None:
    crawl(folder, papers)
    (papers / "notes.txt").write_text("Notes on tulips now, in another language than before.")
    (papers / "new.txt").write_text("A new file about tulips.")
    (papers / "report.pdf").unlink()
    workspace = crawl(folder, papers)
    found = outcomes(workspace, papers)
    assert (found["notes.txt"], found["report.docx"], found["report.pdf"]) == ("ok", "not_modified", "not_found")
    assert found["a/"] == "not_modified"
    for _ in range(2):
        assert {hit.title for hit in workspace.search("tulips").hits} == {"notes", "new"}
        assert {hit.type for hit in workspace.search("gardens").hits} == {"docx", "html"}
        workspace.reindex()


def test_files_wait_for_nobody(folder: Path, papers: Path) -> None:
    for number in range(30):
        (papers / f"{number}.txt").write_text(f"number {number}")
    workspace = mekik.open(folder)
    options = {"fetch.allow_files": [str(papers)], "frontier.delay": 60.0, "robots.max_closed": 1}
    finished = workspace.crawl(url_of(papers), options)
    assert finished.counts.waiting == 0
    assert finished.elapsed < 30 * 60, "with that delay between two of them"


def test_folders_are_no_hits_whatever_the_job_thinks_of_robots(folder: Path, papers: Path) -> None:
    workspace = crawl(folder, papers, **{"robots.obey": False})
    assert not [hit for hit in workspace.search("site:file", limit=100).hits if hit.url.endswith("/")]


def test_our_own_data_is_not_crawled(papers: Path) -> None:
    workspace = crawl(papers / "mekik-data", papers)
    assert workspace.why(url_of(papers) + "mekik-data/").status == "unknown"
    assert workspace.search("site:file type:json").total == 0


def test_without_leave_no_file_is_read(folder: Path, papers: Path) -> None:
    """A job from elsewhere can name a file, and cannot give itself leave."""
    workspace = mekik.open(folder)
    workspace.crawl(url_of(papers), {"name": "x"})
    assert workspace.why(url_of(papers)).outcome == "blocked_scheme"
    with pytest.raises(SettingError, match=r"fetch\.allow_files.*administrator"):
        build({"fetch": {"allow_files": ["/"]}}, trusted=False)
    with pytest.raises(SettingError, match="administrator"):
        build({"fetch.allow_addresses": ["127.0.0.0/8"]}, trusted=False)
    assert build({"scope.max_pages": 5}, trusted=False).scope.max_pages == 5


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        server.on("/robots.txt", answer(404))
        yield server


def test_the_web_never_leads_to_a_file(folder: Path, papers: Path, server: HostileServer) -> None:
    """Not even to an allowed one, in a job that reads both. faults: 6"""
    target = url_of(papers / "notes.txt")
    page = f'<a href="{target}">a</a><a href="/sitemap.xml">s</a><a href="/moved">m</a><iframe src="{target}"></iframe>'
    server.on("/", answer(200, page.encode()))
    server.on("/moved", answer(302, b"", f"Location: {target}"))
    server.on("/sitemap.xml", answer(200, f"<urlset><url><loc>{target}</loc></url></urlset>".encode()))
    workspace = mekik.open(folder)
    settings = {
        "fetch.allow_files": [str(papers)], "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0.0,
        "frontier.retries": 0, "name": "both",
    }  # fmt: skip
    workspace.crawl([server.root + "/"], settings)
    assert workspace.why(target).status == "unknown"
    assert workspace.why(server.root + "/moved").outcome == "blocked_scheme"
