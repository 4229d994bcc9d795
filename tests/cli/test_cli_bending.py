"""mekik config explain URL, and profiles."""

from __future__ import annotations

import json
from pathlib import Path

from cli_runner import run

JOB = """
[[overrides]]
domain = "example.org"
set = { "frontier.delay" = 9 }

[[overrides]]
pattern = "/news/"
set.fetch.max_size = 5000
"""


def test_explains_which_setting_holds_at_an_address_and_why(tmp_path: Path) -> None:
    job = tmp_path / "job.toml"
    job.write_text(JOB)
    ran = run("config", "explain", "https://www.example.org/news/1", "--job", job, "--json")
    assert ran.code == 0
    rows = {row["name"]: row for row in json.loads(ran.out)["addresses"][0]["settings"]}
    assert rows["frontier.delay"] == {"name": "frontier.delay", "value": 9.0, "rule": "domain example.org"}
    assert rows["fetch.max_size"]["rule"] == "pattern /news/"
    assert rows["fetch.timeout"]["rule"] == "job"
    shown = run("config", "explain", "https://www.example.org/", "--job", job).out
    assert "domain example.org" in shown
    assert "fetch.timeout = 120.0   the default" in shown


def test_the_only_job_explains_without_being_named(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "one.txt").write_text("one page")
    options = ("--name", "mine", "--set", "frontier.retries=7", "--data", tmp_path / "data", "--quiet")
    assert run("crawl", pages, "--robot", "local", *options).code == 0
    shown = run("config", "explain", "https://www.example.org/", "--data", tmp_path / "data").out
    assert "by the settings of the job mine" in shown
    assert "frontier.retries = 7   the job's own" in shown
    others = run("config", "explain", "https://www.example.org/", "--set", "frontier.retries=5", "--data", tmp_path)
    assert "frontier.retries = 5" in others.out


def test_a_job_begins_from_a_profile_and_what_is_nearer_wins(tmp_path: Path) -> None:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "slow.toml").write_text("[frontier]\ndelay = 30\nretries = 1\n")
    job = tmp_path / "job.toml"
    job.write_text("[frontier]\ndelay = 20\n")
    ran = run("config", "show", "--profile", "slow", "--job", job, "--data", tmp_path, "--json")
    frontier = json.loads(ran.out)["frontier"]
    assert (frontier["delay"], frontier["retries"]) == (20.0, 1)


def test_an_unknown_profile_names_those_that_exist(tmp_path: Path) -> None:
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "slow.toml").write_text("")
    ran = run("config", "show", "--profile", "fast", "--data", tmp_path)
    assert ran.code == 2
    assert "slow" in ran.err
