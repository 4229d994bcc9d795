from __future__ import annotations

import json
from pathlib import Path

import pytest
from archive_kit import START, exchange, only_warc, write, writer
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.archive import captures, read, surt


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://www.Example.org/A?b=2&a=1", "org,example)/a?a=1&b=2"),
        ("http://example.org/", "org,example)/"),
        ("http://example.org", "org,example)/"),
        ("http://www2.example.org:80/x/", "org,example)/x"),
        ("https://example.org:443/", "org,example)/"),
        ("http://example.org:8080/", "org,example:8080)/"),
        ("http://192.0.2.7/a", "192.0.2.7)/a"),
        ("http://[2001:db8::1]:81/a", "[2001:db8::1]:81)/a"),
        ("http://user:pass@example.org/", "org,example)/"),
        ("http://example.org/?", "org,example)/"),
        ("http://example.org/a b\n", "org,example)/a%20b%0a"),
    ],
)
def test_sort_keys(url: str, key: str) -> None:
    assert surt(url).lower() == key


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_a_sort_key_never_breaks_its_line(text: str) -> None:
    key = surt(text)
    assert key.isascii()
    assert key.isprintable()
    assert " " not in key


def test_lines_are_those_that_replay_tools_read(tmp_path: Path) -> None:
    (capture,) = write(tmp_path, [exchange(5)])
    meta, line = next(tmp_path.glob("*.cdxj")).read_text().splitlines()
    assert meta.startswith("!meta ")
    json.loads(meta[6:])
    key, stamp, fields = line.split(" ", 2)
    assert (key, stamp) == ("example,mekik)/page/5", "20231114221325")
    values = json.loads(fields)
    assert values["url"] == "http://mekik.example/page/5"
    assert (values["mime"], values["status"]) == ("text/html", "200")
    assert values["digest"].startswith("sha1:")
    assert (int(values["offset"]), int(values["length"])) == (capture.offset, capture.length)
    assert values["filename"] == capture.file == only_warc(tmp_path).name


def test_a_look_up_finds_every_capture_in_closed_and_open_files(tmp_path: Path) -> None:
    for visit in range(3):
        write(
            tmp_path,
            [exchange(n, body=b"%d %d" % (visit, n), started_at=START + 1000 * visit) for n in range(200)],
            max_file_size=20_000,
        )
    archive = writer(tmp_path)
    archive.write(exchange(7, body=b"newest", started_at=START + 9000))
    archive.flush()
    assert len(list(tmp_path.glob("*.cdxj"))) > 5
    for number in (0, 7, 99, 199):
        found = captures(tmp_path, exchange(number).url)
        bodies = [read(tmp_path, entry.capture).body for entry in found]
        expected = [b"%d %d" % (visit, number) for visit in range(3)]
        assert bodies == expected + ([b"newest"] if number == 7 else [])
        assert [entry.timestamp for entry in found] == sorted(entry.timestamp for entry in found)
    archive.close()
    assert len(captures(tmp_path, exchange(7).url)) == 4
    for absent in ("http://mekik.example/page/", "http://mekik.example/page/2000", "http://a.example/", "", "zz"):
        assert captures(tmp_path, absent) == []
    assert captures(tmp_path / "nowhere", "http://mekik.example/") == []


def test_addresses_that_share_a_key_are_told_apart(tmp_path: Path) -> None:
    write(tmp_path, [exchange(url="http://www.a.example/X"), exchange(url="http://a.example/x")])
    assert [entry.url for entry in captures(tmp_path, "http://a.example/x")] == ["http://a.example/x"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text("ab/?&=._-%", max_size=8), max_size=40))
def test_any_set_of_addresses_can_be_looked_up(tmp_path_factory: pytest.TempPathFactory, paths: list[str]) -> None:
    folder = tmp_path_factory.mktemp("cdxj")
    urls = [f"http://h.example/{path}" for path in paths]
    write(folder, [exchange(url=url) for url in urls])
    for url in {*urls, "http://h.example/c"}:
        assert len(captures(folder, url)) == urls.count(url)
