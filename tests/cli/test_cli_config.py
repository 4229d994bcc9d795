"""mekik config and the options that become settings."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from cli_runner import run

from mekik.cli.options import allow_named_files, as_address, read_seeds, settings_from
from mekik.cli.parser import verb_parser
from mekik.settings import Settings, build, load, rows


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")


def crawl_settings(*arguments: str) -> Settings:
    return settings_from(verb_parser("crawl").parse(arguments))


def test_show_is_a_job_file_that_changes_nothing(tmp_path: Path) -> None:
    job = tmp_path / "job.toml"
    job.write_text(run("config", "show").out, encoding="utf-8")
    assert load(job) == build({})
    assert run("config", "validate", job).code == 0


def test_show_tells_what_was_set_and_keeps_secrets(tmp_path: Path) -> None:
    """faults: 70"""
    job = tmp_path / "job.toml"
    job.write_text('name = "a\\"b"\n[fetch]\nproxy = "http://user:geheim@h:1"\n[scope]\nmax_pages = 5\n')
    shown = run("config", "show", "--job", job, "--set", "scope.exclude=x,y")
    assert tomllib.loads(shown.out)["scope"]["max_pages"] == 5
    assert tomllib.loads(shown.out)["scope"]["exclude"] == ["x", "y"]
    assert tomllib.loads(shown.out)["name"] == 'a"b'
    assert "geheim" not in shown.out
    as_json = run("config", "show", "--job", job, "--json")
    assert json.loads(as_json.out)["fetch"]["proxy"] == "(secret)"


def test_explain_names_every_setting() -> None:
    text = run("config", "explain").out
    for row in rows():
        assert f"{row.name}  (" in text
        assert row.help in text


def test_explain_one_setting_or_one_section() -> None:
    one = json.loads(run("config", "explain", "frontier.delay", "--json").out)["settings"]
    assert [(row["name"], row["default"], row["unit"]) for row in one] == [("frontier.delay", 1.0, "s")]
    section = json.loads(run("config", "explain", "robots", "--json").out)["settings"]
    assert {row["name"].partition(".")[0] for row in section} == {"robots"}


def test_validate_names_the_mistake(tmp_path: Path) -> None:
    job = tmp_path / "job.toml"
    job.write_text("[scope]\nmax_page = 5\n")
    ran = run("config", "validate", job)
    assert (ran.code, ran.out) == (2, "")
    assert "Did you mean 'scope.max_pages'?" in ran.err
    as_json = run("config", "validate", job, "--json")
    assert (as_json.code, as_json.err) == (2, "")
    answer = json.loads(as_json.out)
    assert (answer["valid"], answer["file"]) == (False, str(job))
    assert "Did you mean 'scope.max_pages'?" in answer["error"]


@pytest.mark.parametrize(
    "text", ["[scope]\nexclude = ['re:(']", "[fetch]\nallow_addresses = ['10.0.0.0/99']", "order = 'sideways'",
             "[analysis]\nanalyser = 'klingon'"],
)  # fmt: skip
def test_validate_looks_at_what_only_a_crawl_would_use(text: str, tmp_path: Path) -> None:
    job = tmp_path / "job.toml"
    job.write_text(text + "\n")
    ran = run("config", "validate", job, "--json")
    assert ran.code == 2
    assert json.loads(ran.out)["valid"] is False


def test_validate_takes_settings_too(tmp_path: Path) -> None:
    job = tmp_path / "job.toml"
    job.write_text("order = 'breadth'\n")
    assert json.loads(run("config", "validate", job, "--json").out) == {"valid": True, "files": [str(job)]}
    assert run("config", "validate", job, "--set", "order=sideways").code == 2


def test_every_flag_of_the_table_is_an_option_of_crawl() -> None:
    flags = {row.flag for row in rows() if row.flag}
    assert flags
    assert flags <= set(verb_parser("crawl")._option_string_actions)


def test_the_later_wins(tmp_path: Path) -> None:
    job = tmp_path / "job.toml"
    job.write_text("[frontier]\ndelay = 9\nretries = 9\n[scope]\nmax_pages = 9\nkind = 'any'\n")
    settings = crawl_settings("--job", str(job), "--delay", "8", "--max-pages", "8", "--set", "scope.max_pages=7")
    assert (settings.frontier.retries, settings.frontier.delay, settings.scope.max_pages) == (9, 8.0, 7)
    assert settings.scope.kind == "any"


def test_lists_may_be_repeated_or_joined() -> None:
    settings = crawl_settings("--words", "a,b", "--words", "c", "--allow-address", "10.0.0.0/8")
    assert settings.index.words == ("a", "b", "c")
    assert settings.fetch.allow_addresses == ("10.0.0.0/8",)


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("example.org", "https://example.org"),
        ("example.org:8080/a?b", "https://example.org:8080/a?b"),
        ("localhost:8700", "http://localhost:8700"),
        ("127.0.0.1/x", "http://127.0.0.1/x"),
        ("HTTP://Example.org/", "HTTP://Example.org/"),
        ("file:///etc/passwd", "file:///etc/passwd"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("just words", "just words"),
        ("", ""),
    ],
)
def test_addresses_as_people_type_them(typed: str, address: str) -> None:
    assert as_address(typed) == address


def test_paths_as_people_type_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "papers").mkdir()
    (tmp_path / "example.org").mkdir()
    root = f"file://{tmp_path}"
    assert as_address("papers") == as_address("./papers/") == as_address(str(tmp_path / "papers")) == f"{root}/papers/"
    assert as_address("example.org") == "https://example.org"
    assert as_address("./example.org") == f"{root}/example.org/"
    assert as_address("./a b.txt") == f"{root}/a%20b.txt"
    settings = allow_named_files(build({}), ["papers", "http://a.test/", "file:///x%FF/"])
    assert settings.fetch.allow_files == (str(tmp_path / "papers"), "file:///x%FF/")


def test_seeds_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "seeds.txt"
    file.write_text("\ufeffhttp://a.example/\n\n# a comment\n  b.example  \r\n", encoding="utf-8")
    assert read_seeds(file) == ["http://a.example/", "b.example"]


def test_a_seed_file_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    ran = run("crawl", "--seeds", tmp_path / "none.txt", "--data", tmp_path / "d")
    assert ran.code == 2
    assert "none.txt" in ran.err
    assert not (tmp_path / "d").exists()
