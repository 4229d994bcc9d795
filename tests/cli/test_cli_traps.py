"""mekik traps: what was set aside, and lifting it, also while a crawl runs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runner import run

import mekik
from mekik.crawl.traps import Trap
from mekik.errors import MekikError
from mekik.lab.maze import MazeWeb
from mekik.reasons import is_known
from mekik.workspace import Workspace

OPTIONS = {
    "name": "maze", "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0, "frontier.response_factor": 0,
    "analysis.analyser": "none", "scope.max_depth": 40, "parse.workers": 0,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")


@pytest.fixture
def web() -> Iterator[MazeWeb]:
    with MazeWeb(0.01) as web:
        yield web


def test_traps_are_listed_reported_and_lifted(web: MazeWeb, tmp_path: Path) -> None:
    """faults: 38"""
    mekik.open(tmp_path).crawl(web.seed, OPTIONS)
    shown = run("traps", "--data", tmp_path).out
    assert re.search(r"trap suspected: labirent\.localhost:\d+/takvim\?ay=\*, 1 waiting set aside", shown)
    assert "changes nothing: gorunum in labirent.localhost" in shown
    whys = {trap["why"] for trap in json.loads(run("traps", "--json", "--data", tmp_path).out)["jobs"][0]["traps"]}
    assert [why for why in whys if not is_known(why, "tr")] == []
    assert "trap suspected: " in run("report", "--data", tmp_path).out
    assert "trap suspected: " in run("status", "--data", tmp_path).out
    document = json.loads(run("traps", "maze", "--json", "--data", tmp_path).out)
    assert document["jobs"][0]["job"] == "maze"
    assert {"pattern", "kind", "state", "visits", "new", "set_aside", "since", "why"} == set(
        document["jobs"][0]["traps"][0]
    )
    assert run("traps", "--lift", "/no/such/*", "--data", tmp_path).code == 2
    lifted = run("traps", "maze", "--lift", "/takvim?ay=*", "--data", tmp_path)
    assert lifted.code == 0
    assert lifted.out.splitlines()[0].endswith("/takvim?ay=* is lifted: 1 address waits again.")
    assert "lifted: labirent.localhost" in run("traps", "--data", tmp_path).out
    assert json.loads(run("status", "--json", "--data", tmp_path).out)["counts"]["waiting"] == 1


_CRAWL = """
import json, sys, mekik
mekik.open(sys.argv[1]).crawl(sys.argv[2], json.loads(sys.argv[3]))
"""


def test_a_running_crawl_goes_on_with_what_is_lifted(web: MazeWeb, tmp_path: Path) -> None:
    options = json.dumps({**OPTIONS, "frontier.delay": 0.02, "frontier.commit_interval": 0.1})
    process = subprocess.Popen([sys.executable, "-c", _CRAWL, str(tmp_path), web.seed, options])
    try:
        workspace = mekik.open(tmp_path)
        end = time.monotonic() + 60
        while not ((tmp_path / "jobs.sqlite").exists() and any("takvim" in trap.pattern for trap in _traps(workspace))):
            assert time.monotonic() < end
            assert process.poll() is None
            time.sleep(0.05)
        before = web.trapped()["calendar"]
        assert list(workspace.lift_trap("/takvim?ay=*").values()) == [1]
        while web.trapped()["calendar"] < before + 5:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert process.wait(60) == 0
        assert workspace.status("maze")[0].counts.waiting == 0
    finally:
        process.kill()
        process.wait()


def _traps(workspace: Workspace) -> list[Trap]:
    try:
        return workspace.traps().get("maze", [])
    except MekikError:  # it has just begun
        return []
