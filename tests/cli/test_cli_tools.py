"""The verbs that need no data: robotstxt, analyze, demo."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from cli_runner import run, run_process

ROBOTS = "User-agent: *\nDisallow: /private/\nAllow: /private/open\nCrawl-delay: 2\n\nUser-agent: Other\nDisallow:\n"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")


@pytest.fixture
def robots(tmp_path: Path) -> Path:
    file = tmp_path / "robots.txt"
    file.write_text(ROBOTS)
    return file


def test_robotstxt_answers_a_line_per_address(robots: Path) -> None:
    base = "https://a.example"
    ran = run("robotstxt", robots, f"{base}/private/x", f"{base}/private/open", f"{base}/", "--json")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [(one["allowed"], one["line"], one["crawl_delay"]) for one in answers] == [
        (False, 2, 2.0),
        (True, 3, 2.0),
        (True, None, 2.0),
    ]
    assert [one["url"] for one in answers] == [f"{base}/private/x", f"{base}/private/open", f"{base}/"]
    assert ran.code == 0


def test_robotstxt_for_another_agent_and_for_people(robots: Path) -> None:
    ran = run("robotstxt", robots, "--agent", "Other/2.0", "https://a.example/private/")
    assert ran.out == "https://a.example/private/: allowed, no rule matches\n"
    ran = run("robotstxt", robots, "https://a.example/private/")
    assert ran.out == "https://a.example/private/: not allowed, by line 2 (Disallow: /private/); Crawl-delay 2 s\n"


def test_robotstxt_from_standard_input_and_from_nowhere() -> None:
    ran = run_process("robotstxt", "-", "https://a.example/private/", "--json", input=ROBOTS)
    assert json.loads(ran.out)["allowed"] is False
    missing = run("robotstxt", "no-such-file", "https://a.example/")
    assert (missing.code, missing.out) == (2, "")
    assert "no-such-file" in missing.err


def test_analyze_tells_language_words_and_stems() -> None:
    answer = json.loads(run("analyze", "Kitapları", "okudum", "--language", "tr", "--json").out)
    assert (answer["language"], answer["confidence"]) == ("tr", 1.0)
    first = answer["tokens"][0]
    assert (first["text"], first["stem"], first["start"], first["end"]) == ("kitapları", "kitap", 0, 9)


def test_analyze_finds_the_language() -> None:
    text = "Bu sabah erkenden kalktım ve kütüphaneye gidip eski gazeteleri okudum."
    answer = json.loads(run("analyze", text, "--json").out)
    assert answer["language"] == "tr"
    assert 0.5 < answer["confidence"] <= 1
    assert "  kütüphane" in run("analyze", text).out


def test_analyze_reads_standard_input_whatever_it_is() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mekik.cli", "analyze", "-", "--json"], input=b"\xff\x00 eins zwei \xc3", check=True,
        capture_output=True,
    )  # fmt: skip
    assert [token["text"] for token in json.loads(done.stdout)["tokens"]] == ["eins", "zwei"]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_demo_serves_until_it_is_told_to_end(sign: signal.Signals) -> None:
    """faults: 50"""
    command = [sys.executable, "-m", "mekik.cli", "demo", "--port", "0", "--json"]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            told = json.loads(server.stdout.readline())
            assert len(told["seeds"]) > 3
            robots = urllib.request.Request(f"http://127.0.0.1:{told['port']}/robots.txt")
            robots.add_header("Host", "museum.localhost")
            with urllib.request.urlopen(robots, timeout=60) as answer:
                assert answer.status == 200
            taken = run("demo", "--port", told["port"])
            assert taken.code == 2
            assert "mekik demo --port 0" in taken.err
            server.send_signal(sign)
            out, err = server.communicate(timeout=60)
            assert (server.returncode, out) == (0, "")
            assert err == "The demo web is closed.\n"
        finally:
            server.kill()


def test_analyze_shows_what_happened_to_each_word(tmp_path: Path) -> None:
    table = tmp_path / "words.txt"
    table.write_text("araba: otomobil\n", encoding="utf-8")
    shown = run("analyze", "--language", "tr", "--own-words", str(table), "Otomobiller cozum TBMM'nin mi").out
    for row in ("Otomobiller", "araba", "own words", "çözüm", "spelling", "TBMM'nin", "tbmm", "stop word"):
        assert row in shown, row
    answer = json.loads(run("analyze", "--language", "tr", "--analyser", "prefix", "--json", "Ağaçören").out)
    assert answer["tokens"] == [
        {"text": "ağaçören", "stem": "ağaçören", "start": 0, "end": 8, "short": "", "original": "Ağaçören",
         "by": "place", "stop": False},
    ]  # fmt: skip


def test_analyze_takes_any_text_and_reads_it_as_a_page() -> None:
    combining = "I\u0307stanbul'da c\u0327o\u0308zu\u0308m 1990'larda"
    rows = [row.split() for row in run("analyze", "--language", "tr", combining).out.splitlines()[2:]]
    assert [row[1] for row in rows] == ["istanbul", "çözüm", "1990"], "nobody tells the root of a number"
    for text in (
        "東京都は日本の首都です",
        "مرحبا بالعالم",
        "👍🏽🎉",
        "a" * 5000,
        "\u202e\x1b[31m",
        "ı" * 300 + "İ" * 300,
    ):
        done = run("analyze", text)
        assert done.code == 0, done.err
        assert "\x1b" not in done.out
    answer = json.loads(run("analyze", "--json", "çözümler").out)
    assert (answer["language"], answer["tokens"][0]["stem"]) == ("tr", "çözüm"), "a word alone is read as a title is"


def test_analyze_with_an_analyser_that_there_is_not() -> None:
    answer = run("analyze", "--analyser", "best", "ev")
    assert (answer.code, "no analyser 'best'" in answer.err) == (2, True)
