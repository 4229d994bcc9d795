"""Arguments, mistakes and exit codes that every verb shares."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import run, run_process

from mekik import errors
from mekik.cli import parser as parser_module
from mekik.cli.parser import VERBS


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")
    monkeypatch.delenv("MEKIK_DEBUG", raising=False)


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",), ("help",)])
def test_help_names_every_verb(arguments: tuple[str, ...]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.err) == (0, "")
    for verb in VERBS:
        assert f"  {verb} " in ran.out


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb: str) -> None:
    ran = run(verb, "--help")
    assert ran.code == 0
    assert f"mekik {verb}" in ran.out.partition("Examples:")[2]
    assert run("help", verb).out == ran.out


def test_version() -> None:
    assert run("--version").out.startswith("mekik 0.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("serch", "x"), "mekik: There is no command serch. Did you mean search?\n"),
        (("crawl", "--max-page", "5", "x"), "no option or argument --max-page. Did you mean --max-pages?"),
        (("search",), "Missing: QUERY. See: mekik search --help"),
        (("search", "x", "--limit"), "--limit wants a value. See: mekik search --help"),
        (("search", "x", "--sort", "age"), "--sort cannot be age; it is one of relevance, date. See"),
        (("search", "x", "--limit", "many"), "a whole number from 0 on is wanted"),
        (("crawl", "http://a.example/", "--scope", "planet"), "planet"),
        (("crawl", "http://a.example/", "--set", "frontier.dely=1"), "Did you mean 'frontier.delay'?"),
        (("crawl", "http://a.example/", "--set", "frontier.delay=-1"), "frontier.delay"),
        (("crawl", "http://a.example/", "--max-pages", "few"), "scope.max_pages"),
        (("crawl",), "Nothing to start from."),
        (("config", "explain", "fronteir.delay"), "Did you mean 'frontier.delay'?"),
        (("config", "validate"), "Which job file?"),
        (("completion", "tcsh"), "tcsh"),
        (("search", "x", "--limit", "-1"), "--limit: -1: a whole number from 0 on is wanted"),
        (("search", "x", "--offset", "-3"), "--offset: -3: a whole number from 0 on is wanted"),
        (("log", "--limit", "-1"), "--limit: -1: a whole number from 0 on is wanted"),
        (("log", "--limit", "9" * 30), "a whole number from 0 on is wanted"),
        (("search", "-kettle"), "After -- it is a word: mekik search -- -kettle"),
        (("analyze", "loom", "-kettle"), "mekik analyze -- loom -kettle\n"),
        (("analyze", "-dashed"), "mekik analyze -- -dashed"),
    ],
)
def test_a_mistake_is_one_line_that_helps(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    """faults: 73"""
    ran = run(*arguments, *(["--data", tmp_path / "d"] if arguments[0] in ("crawl", "search") else []))
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("mekik: ")
    assert ran.err.count("\n") == 1
    assert message in ran.err


@pytest.mark.parametrize(
    "arguments", [("search", "x"), ("status",), ("why", "http://a.example/"), ("check",), ("export", "jsonl")]
)
def test_reading_verbs_make_no_folder(arguments: tuple[str, ...], tmp_path: Path) -> None:
    folder = tmp_path / "none"
    ran = run(*arguments, "--data", folder)
    assert ran.code == 5
    assert "mekik crawl URL" in ran.err
    assert not folder.exists()


class Raising:
    """A verb that ends as it is told."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def arguments(self, parser: parser_module.Parser) -> None: ...

    def run(self, options: object) -> int:
        raise self.error


class Needing(Raising):
    """One that works on data."""

    def arguments(self, parser: parser_module.Parser) -> None:
        parser.data_option()


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (errors.MekikError("broken"), 1, "broken"),
        (errors.UsageError("so not"), 2, "so not"),
        (errors.StorageError("disk"), 5, "disk"),
        (errors.DiskFull("full"), 5, "full"),
        (errors.Corruption(Path("a.warc.gz"), 7, "cut"), 5, "a.warc.gz is damaged at byte 7"),
        (errors.NotPermitted("no"), 6, "no"),
        (PermissionError(13, "Permission denied", "/x"), 5, "/x: Permission denied"),
        (KeyboardInterrupt(), 10, "interrupted"),
        (RuntimeError("odd\x1b[2J\nthing"), 1, "MEKIK_DEBUG=1"),
    ],
)
def test_exit_codes_of_errors(error: BaseException, code: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """faults: 71, 73"""
    monkeypatch.setattr("mekik.cli.entry.load_verb", lambda name: Raising(error))
    ran = run("status")
    assert ran.code == code
    assert ran.out == ""
    assert ran.err.startswith("mekik: ")
    assert ran.err.count("\n") == 1
    assert words in ran.err
    assert "\x1b" not in ran.err


def test_the_trace_is_shown_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_DEBUG", "1")
    monkeypatch.setattr("mekik.cli.entry.load_verb", lambda name: Raising(RuntimeError("odd")))
    assert "Traceback (most recent call last)" in run("status").err


def test_a_reader_that_has_enough_ends_it_quietly() -> None:
    writer = subprocess.Popen(
        [sys.executable, "-m", "mekik.cli", "url", "--json", *["http://example.org/" + "a" * 900] * 400],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert writer.stdout is not None
    assert writer.stderr is not None
    assert writer.stdout.read(10)
    writer.stdout.close()
    assert writer.stderr.read() == b""
    writer.stderr.close()
    assert writer.wait(timeout=30) == 0


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_fault(closed: str) -> None:
    command = f'"$0" -m mekik url http://a.example/ {closed}'
    done = subprocess.run(["bash", "-c", command, sys.executable], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("http://a.example/" in done.stdout) is (" >&-" not in f" {closed}")


def test_the_package_is_the_command_too() -> None:
    command = [sys.executable, "-m", "mekik", "--version"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == run("--version").out


def test_a_command_to_type_next_finds_the_same_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    locked, damaged = errors.Locked(Path("d"), 7), errors.Corruption(Path("a.warc.gz"), 7, "cut")
    for error, command in ((locked, "mekik stop"), (damaged, "mekik repair")):
        monkeypatch.setattr("mekik.cli.entry.load_verb", lambda name, error=error: Needing(error))
        assert run("status", "--data", tmp_path / "my data").err.endswith(f"{command} --data '{tmp_path}/my data'\n")
        assert error.exit_code == 5


def test_options_may_stand_anywhere_and_dashes_end_them() -> None:
    ran = run("url", "--base", "http://a.example/", "b", "--json", "c")
    assert ran.out.count("\n") == 2
    assert run("search", "--data", "nowhere", "--", "-word").err.startswith("mekik: There is no data in nowhere")


def test_a_terminal_without_the_letters_still_gets_an_answer() -> None:
    ran = run_process("--help", env={"MEKIK_LANG": "tr", "PYTHONIOENCODING": "ascii"})
    assert ran.code == 0
    assert "mekik crawl" in ran.out


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from mekik.cli import main; main(['--help']); main(['url', 'http://a.example/'])\n"
        "heavy = {'rich', 'pycurl', 'tantivy', 'numpy', 'fasttext', 'simplemma', 'selectolax'}\n"
        "sys.exit(f'loaded: {heavy & set(sys.modules)}' if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=False)
    assert (done.returncode, done.stderr) == (0, "")
