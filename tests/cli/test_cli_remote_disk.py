"""A disk of another machine is known as one, and databases there are kept in the way that is safe there."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from cli_runner import run

from hostile.server import HostileServer, answer
from mekik.frontier import medium
from mekik.frontier.medium import remote_kind


def _mounts(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{n} 1 0:{n} / {line}\n" for n, line in enumerate(lines)), encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "fuse.rclone", "ceph", "afs"])
def test_the_disks_of_others(tmp_path: Path, kind: str) -> None:
    """faults: 46"""
    mounts = _mounts(
        tmp_path / "mounts", "/ rw - ext4 /dev/a rw", f"/far rw shared:1 - {kind} server:/x rw",
        "/far/near rw - xfs /dev/b rw", "/far-away rw - ext4 /dev/c rw", "broken line",
        r"/with\040blank rw - tmpfs none rw",
    )  # fmt: skip
    assert remote_kind(Path("/far/data"), mounts) == kind
    assert remote_kind(Path("/far"), mounts) == kind
    for near in ("/", "/home", "/far/near/data", "/with blank/x", "/far-away/data"):
        assert remote_kind(Path(near), mounts) == ""
    assert remote_kind(Path("/far"), tmp_path / "nothing") == ""


def test_a_crawl_onto_such_a_disk_says_so_and_keeps_no_write_ahead_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """faults: 46"""
    monkeypatch.setenv("MEKIK_LANG", "en")
    monkeypatch.setattr(medium, "MOUNTS", _mounts(tmp_path / "mounts", f"{tmp_path.resolve()} rw - nfs4 server:/x rw"))
    data = tmp_path / "data"
    with HostileServer() as server:
        server.on("/", answer(200, b"<title>One</title><p>Some words of a page."))
        flags = ["--allow-address", "127.0.0.0/8", "--delay", "0", "--set", "discovery.places=[]"]
        done = run("crawl", server.root, *flags, "--name", "far", "--data", data)
    assert done.code == 0
    assert "lies on a disk of another machine (nfs4)" in done.err
    databases = [data / "jobs.sqlite", data / "hosts.sqlite", data / "jobs" / "far" / "frontier.sqlite"]
    for path in databases:
        with sqlite3.connect(path) as database:
            assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert list(data.rglob("*-wal")) == []
    assert run("search", "words", "--data", data).code == 0
    assert run("check", "--data", data).code == 0
