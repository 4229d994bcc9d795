"""What a deleted job brought is gone: from search, spelling, archive and state, and after `reindex` from every byte."""

from __future__ import annotations

import contextlib
import gzip
import zlib
from pathlib import Path
from typing import Any

import mekik
from hostile.server import HostileServer, answer

OPTIONS: dict[str, Any] = {
    "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0, "parse.workers": 0, "discovery.places": [],
    "scope.kind": "path",
}  # fmt: skip
SECRET = "quokkaland"


def _holding(folder: Path, word: str) -> set[str]:
    """The parts of a data directory in which a word can be read, packed or not."""
    found = set()
    for path in folder.rglob("*"):
        content = path.read_bytes() if path.is_file() else b""
        with contextlib.suppress(OSError, EOFError, zlib.error):
            content += gzip.decompress(content)
        if word.encode() in content:
            found.add(path.relative_to(folder).parts[0])
    return found


def test_nothing_of_a_deleted_job_is_left(tmp_path: Path) -> None:
    """faults: 72"""
    workspace = mekik.open(tmp_path)
    with HostileServer() as server:
        for number in range(10):  # so many commits that the index joins its parts
            word = SECRET if number == 1 else f"kept{number}"
            page = f"<title>Page {number}</title><p>Some words about {word}, and {word} again.".encode()
            server.on(f"/{number}/", answer(200, page))
            name = "secret" if number == 1 else f"job{number}"
            workspace.crawl(f"{server.root}/{number}/", OPTIONS | {"name": name})
        secret = f"{server.root}/1/"
    assert workspace.search(SECRET).total == 1
    assert {"archive", "index"} <= _holding(tmp_path, SECRET)
    assert workspace.desk.delete("secret", with_pages=True)
    result = workspace.search(SECRET[:-1] + "x")
    assert (workspace.search(SECRET).total, workspace.search(f"{SECRET[:5]}*").total) == (0, 0)
    assert SECRET not in str(result.did_you_mean)
    assert workspace.suggest(SECRET[:5]) == []
    assert workspace.why(secret).captures == []
    assert "secret" not in workspace.jobs()
    # The index marks what leaves, and rewrites its parts when it joins them; made anew, it holds nothing of it.
    assert _holding(tmp_path, SECRET) <= {"index"}
    workspace.reindex()
    assert _holding(tmp_path, SECRET) == set()
    assert workspace.search("kept2").total == 1
    assert workspace.check() == []
