"""Completion scripts, tried in the shells that are there."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from cli_runner import run

from mekik.cli.parser import VERBS
from mekik.cli.shells import all_options


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_knows_every_verb_and_option(shell: str) -> None:
    script = run("completion", shell).out
    for verb, options in all_options().items():
        assert verb in script
        for option in options:
            assert (f"-l {option[2:]} " if shell == "fish" else option) in script


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_right_for_its_shell(shell: str, tmp_path: Path) -> None:
    program = shutil.which(shell)
    if program is None:
        assert not os.environ.get("CI"), f"{shell} must be there: apt-get install {shell}"
        pytest.skip(f"{shell} is not installed: apt-get install {shell}")
    file = tmp_path / "script"
    file.write_text(run("completion", shell).out)
    done = subprocess.run([program, "-n", str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["cr"], ["crawl"]),
        (["crawl", "--strict"], ["--strict-limits"]),
        (["crawl", "--scope", ""], ["domain", "host", "path", "any"]),
        (["crawl", "--name", "--d"], []),
        (["search", "--sort", "d"], ["date"]),
        (["config", "ex"], ["explain"]),
        (["import", "one"], ["one.warc.gz"]),
        (["crawl", "x", "--job", "o"], ["one.warc.gz"]),
        (["crawl", "one"], []),
        (["completion", "z"], ["zsh"]),
    ],
)
def test_bash_completes(typed: list[str], offered: list[str], tmp_path: Path) -> None:
    (tmp_path / "one.warc.gz").touch()
    (tmp_path / "script").write_text(run("completion", "bash").out)
    program = 'source ./script; COMP_WORDS=(mekik "$@"); COMP_CWORD=$#; _mekik; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "--norc", "-c", program, "bash", *typed], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == offered


def test_all_verbs_are_there() -> None:
    assert set(all_options()) == set(VERBS)
