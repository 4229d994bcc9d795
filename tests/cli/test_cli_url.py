"""mekik url: JSON as others rely on."""

from __future__ import annotations

import json
import re

import pytest
from cli_runner import run, run_process


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")


def test_one_object_per_line() -> None:
    ran = run("url", "--json", "HTTP://Www.Example.CO.UK:80/a/../b?y=2&x=1#top", "mailto:x@y.example", "\x00")
    first, second, third = [json.loads(line) for line in ran.out.splitlines()]
    assert list(first) == ["input", "url", "root", "path", "query", "host", "domain", "key"]
    assert first["input"] == "HTTP://Www.Example.CO.UK:80/a/../b?y=2&x=1#top"
    assert first["url"] == "http://www.example.co.uk/b?x=1&y=2"
    assert (first["root"], first["path"], first["query"]) == ("http://www.example.co.uk", "/b?", "x=1&y=2")
    assert (first["host"], first["domain"]) == ("www.example.co.uk", "example.co.uk")
    assert re.fullmatch("[0-9a-f]{16}", first["key"])
    assert set(second) == set(third) == {"input", "error"}
    assert second["error"]
    assert ran.code == 0


def test_relative_to_a_page() -> None:
    ran = run("url", "--json", "../c.html", "--base", "http://a.example/x/y/z.html")
    assert json.loads(ran.out)["url"] == "http://a.example/x/c.html"


def test_from_standard_input() -> None:
    ran = run_process("url", "--json", "-", input="http://a.example/\nhttp://b.example/\n")
    assert [json.loads(line)["host"] for line in ran.out.splitlines()] == ["a.example", "b.example"]


def test_for_people() -> None:
    """faults: 71"""
    lines = run("url", "http://a.example/x", "gopher://\x1b[2J/").out.splitlines()
    assert lines[0] == "http://a.example/x"
    assert "  host    a.example" in lines
    key = json.loads(run("url", "http://a.example/x", "--json").out)["key"]
    assert f"  key     {key}" in lines
    assert "\x1b" not in lines[-1]
    assert lines[-1].startswith("gopher://\ufffd[2J/: ")
