"""What only reads works where nothing can be written: a mounted backup, a directory of somebody else's."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crawled_site import crawled
from mekik.crawl.catalogue import Catalogue, State

_DROP_FROM_BOUNDS, _OVERRIDE = 24, 1
_ANSWERS = """
import contextlib, io, json, sys
from mekik.cli import main
for arguments in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    with open(sys.argv[2], "a") as answers:  # an export goes past sys.stdout
        print(json.dumps([code, out.getvalue(), err.getvalue()]), file=answers)
"""


def _as_others() -> None:
    """Permissions hold for an administrator, too."""
    if os.geteuid() == 0 and ctypes.CDLL(None, use_errno=True).prctl(_DROP_FROM_BOUNDS, _OVERRIDE, 0, 0, 0):
        raise PermissionError


def _answers(path: Path, *commands: list[str]) -> list[tuple[int, str, str]]:
    """Each command's exit code and output, run in one process that may not write what it may not write."""
    try:
        subprocess.run(
            [sys.executable, "-c", _ANSWERS, json.dumps(commands), str(path)], preexec_fn=_as_others,
            capture_output=True, text=True, timeout=300, check=True, env={**os.environ, "MEKIK_LANG": "en"},
        )  # fmt: skip
    except subprocess.SubprocessError as error:
        if "preexec_fn" in str(error):
            pytest.skip("this administrator cannot give up writing everywhere")
        raise
    return [(code, out, err) for code, out, err in map(json.loads, path.read_text().splitlines())]


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """A data directory without a right to write, whose last change stands in a write-ahead log only."""
    found, _ = crawled()
    catalogue = Catalogue(found / "jobs.sqlite")
    try:
        before = catalogue.get("site")
        assert before is not None
        catalogue.set_state("site", State.INTERRUPTED)
        shutil.copytree(found, tmp_path / "data", ignore=shutil.ignore_patterns("*-shm"))
        catalogue.set_state("site", before.state)
    finally:
        catalogue.close()
    everything = [tmp_path / "data", *(tmp_path / "data").rglob("*")]
    for path in everything:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield tmp_path / "data"
    for path in everything:
        path.chmod(0o755)


def test_verbs_that_read_need_no_right_to_write(closed: Path) -> None:
    _, root = crawled()
    data = ["--data", str(closed)]
    before = {path: path.stat().st_mtime_ns for path in closed.rglob("*")}
    reading = [
        ["search", "alpha", "--json", *data], ["status", "site", "--json", *data],
        ["why", f"{root}/a", "--json", *data], ["report", *data],
        ["report", "site", "broken", "--json", *data], ["log", "site", *data],
        ["log", "site", "--finds", *data], ["traps", *data], ["forms", *data], ["gone", *data], ["check", *data],
        ["export", "sitemap", "--job", "site", *data], ["export", "jsonl", "--job", "site", *data],
        ["backup", str(closed.with_name("copy")), *data], ["check", "--data", str(closed.with_name("copy"))],
    ]  # fmt: skip
    answers = _answers(closed.with_name("answers"), *reading, ["reindex", *data], ["crawl", root, *data])
    assert [(command[0], code, err) for command, (code, _, err) in zip(reading, answers, strict=False) if code] == []
    found, status, why = (json.loads(out) for _, out, _ in answers[:3])
    assert {hit["title"] for hit in found["hits"]} == {"alpha"}
    assert status["state"] == "interrupted"
    assert why["indexed"] is True
    # What has to write says so.
    for code, _, err in answers[-2:]:
        assert code in (5, 6)
        assert err.startswith("mekik: ")
        assert "Traceback" not in err
    assert {path: path.stat().st_mtime_ns for path in closed.rglob("*")} == before
