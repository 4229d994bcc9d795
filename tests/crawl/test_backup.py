"""A copy of the data directory is whole, whenever it is made, and can be gone on with."""

from __future__ import annotations

import shutil
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import mekik
from hostile.server import Connection, HostileServer, Script, answer
from mekik.crawl.catalogue import Catalogue
from mekik.errors import DiskFull, UsageError
from mekik.settings import build
from mekik.workspace import Workspace

PAGES = 120
OPTIONS: dict[str, Any] = {
    "name": "site", "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0.0, "frontier.response_factor": 0.0,
    "frontier.retries": 0, "parse.workers": 0, "discovery.places": [], "frontier.commit_interval": 0.05,
    "index.commit_interval": 0.1, "archive.max_file_size": 60_000, "traps.enabled": False,
}  # fmt: skip


def site(go_on: threading.Event | None = None) -> HostileServer:
    """With an event, half of the pages keep their crawler waiting for it."""
    server = HostileServer()

    def late(reply: bytes) -> Script:
        def script(connection: Connection) -> None:
            if go_on is not None:
                go_on.wait(120)
            connection.send(reply)

        return script

    for number in range(PAGES):
        links = "".join(f'<a href="/p/{(number * 7 + step) % PAGES}">x</a>' for step in (1, 2, 3, 5))
        words = " ".join(f"word{number}x{place}" for place in range(120))
        reply = answer(200, f"<title>Page {number}</title><p>{words}{links}".encode())
        server.on(f"/p/{number}", late(reply) if number >= PAGES // 2 else reply)
    return server


def known(workspace: Workspace) -> tuple[int, int, int]:
    (snapshot,) = workspace.status()
    counts = snapshot.counts
    return counts.completed, counts.waiting, counts.error


def test_a_copy_of_a_finished_crawl_is_the_same(tmp_path: Path) -> None:
    with site() as server:
        workspace = mekik.open(tmp_path / "data")
        workspace.crawl(server.root + "/p/0", OPTIONS)
    made = workspace.backup(tmp_path / "copy")
    assert made.damage == []
    copy = mekik.open(tmp_path / "copy")
    assert copy.check() == []
    assert known(copy) == known(workspace)
    assert [hit.url for hit in copy.search("word7x3").hits] == [hit.url for hit in workspace.search("word7x3").hits]
    assert copy.page(server.root + "/p/7").body == workspace.page(server.root + "/p/7").body
    assert [entry.url for entry in copy.log()] == [entry.url for entry in workspace.log()]


def test_copies_made_while_a_crawl_runs_are_whole_and_go_on_to_the_same_end(tmp_path: Path) -> None:
    go_on = threading.Event()
    with site(go_on) as server:
        workspace = mekik.open(tmp_path / "data")
        slow = OPTIONS | {"frontier.delay": 0.01, "fetch.first_byte_timeout": 120.0, "fetch.timeout": 240.0}
        running = threading.Thread(target=lambda: workspace.crawl(server.root + "/p/0", slow))
        running.start()
        copies: list[Path] = []
        deadline = time.monotonic() + 120
        while running.is_alive() and time.monotonic() < deadline and len(copies) < 6:
            if (tmp_path / "data" / "jobs" / "site" / "frontier.sqlite").exists():
                target = tmp_path / f"copy{len(copies)}"
                made = mekik.open(tmp_path / "data").backup(target)
                assert made.damage == [], made.damage
                copies.append(target)
            if len(copies) == 4:
                go_on.set()  # the last ones are made of a crawl that is not kept waiting
            time.sleep(0.1)
        go_on.set()
        running.join(120)
        assert known(workspace) == (PAGES, 0, 0)
        assert len(copies) >= 4
        copy = mekik.open(copies[3])
        assert known(copy)[0] < PAGES
        copy.resume("site")
        assert known(copy) == (PAGES, 0, 0)
    for number in range(PAGES):
        assert copy.search(f"word{number}x5").total == 1, number
    assert copy.check() == []


def test_a_copy_never_overwrites_and_never_holds_itself(tmp_path: Path) -> None:
    with site() as server:
        workspace = mekik.open(tmp_path / "data")
        workspace.crawl(server.root + "/p/0", OPTIONS | {"scope.max_pages": 5})
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    with pytest.raises(UsageError, match="there already"):
        workspace.backup(tmp_path / "full")
    with pytest.raises(UsageError, match="inside of the data directory"):
        workspace.backup(tmp_path / "data" / "copy")
    first = workspace.backup(tmp_path / "data" / "backups" / "one")
    second = workspace.backup(tmp_path / "data" / "backups" / "two")
    assert second.bytes < first.bytes * 1.5  # without the first


def test_no_room_is_said_before_anything_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with site() as server:
        workspace = mekik.open(tmp_path / "data")
        workspace.crawl(server.root + "/p/0", OPTIONS | {"scope.max_pages": 5})
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr("mekik.crawl.backup.shutil.disk_usage", lambda path: usage._replace(free=10))
    with pytest.raises(DiskFull):
        workspace.backup(tmp_path / "copy")
    assert list((tmp_path / "copy").iterdir()) == []


def test_a_job_that_never_ran_is_no_damage(tmp_path: Path) -> None:
    workspace = mekik.open(tmp_path / "data")
    workspace.create()
    catalogue = Catalogue(tmp_path / "data" / "jobs.sqlite")
    catalogue.save("later", build({"name": "later", "seeds": ["http://a.org/"]}))
    catalogue.close()
    assert workspace.check() == []
    assert workspace.backup(tmp_path / "copy").damage == []
    assert mekik.open(tmp_path / "copy").jobs() == ["later"]
