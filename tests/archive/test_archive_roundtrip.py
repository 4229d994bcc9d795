from __future__ import annotations

import base64
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from archive_kit import HEAD, REQUEST, START, exchange, judge, only_warc, page, write, writer
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from mekik.archive import Position, read, read_from
from mekik.archive.digest import base32, in_steps
from mekik.archive.record import safe_url
from mekik.outcome import Outcome
from mekik.page import Exchange


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    archive = writer(tmp_path)
    given_exchange = exchange(3, truncated="length", outcome=Outcome.TRUNCATED, reason="cut at 600 bytes")
    capture = archive.write(given_exchange, via="http://mekik.example/", path="SLL")
    end = archive.position
    archive.close()
    (found,) = read_from(tmp_path, "job")
    assert found.exchange == given_exchange
    assert found.capture == capture
    assert (found.via, found.path, found.outcome) == ("http://mekik.example/", "SLL", "truncated")
    assert found.end == end
    assert read(tmp_path, capture) == given_exchange


@given(st.binary(min_size=20, max_size=20))
def test_digests_are_spelled_as_the_library_spells_them(digest: bytes) -> None:
    assert base32(digest) == in_steps(digest) == base64.b32encode(digest)


def test_every_record_is_a_gzip_member_that_warcio_accepts(tmp_path: Path) -> None:
    write(tmp_path, map(exchange, range(3)))
    kinds = [kind for kind, _ in judge(tmp_path)]
    assert kinds == ["warcinfo", *(["response", "request", "metadata"] * 3)]
    assert only_warc(tmp_path).read_bytes().count(b"\x1f\x8b\x08") >= 10
    done = subprocess.run(
        [Path(sys.executable).parent / "warcio", "check", "-v", only_warc(tmp_path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "digest pass" in done.stdout


def test_the_records_say_what_the_standard_wants(tmp_path: Path) -> None:
    write(tmp_path, [exchange(truncated="time", protocol="h2")])
    with only_warc(tmp_path).open("rb") as file:
        info, response, request, metadata = (
            (record.rec_headers, record.content_stream().read()) for record in ArchiveIterator(file)
        )
    assert b"software: Mekik/" in info[1]
    assert b"isPartOf: job\r\n" in info[1]
    assert b"robots: obey\r\n" in info[1]
    assert info[0].get_header("WARC-Filename") == only_warc(tmp_path).name
    assert response[0].get_header("WARC-Date") == "2023-11-14T22:13:20.250000Z"
    assert response[0].get_header("WARC-IP-Address") == "192.0.2.7"
    assert response[0].get_header("WARC-Protocol") == "h2"
    assert response[0].get_header("WARC-Truncated") == "time"
    assert re.fullmatch(r"sha1:[A-Z2-7]{32}", response[0].get_header("WARC-Payload-Digest"))
    identity = response[0].get_header("WARC-Record-ID")
    assert re.fullmatch(r"<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}>", identity)
    assert request[0].get_header("WARC-Concurrent-To") == identity
    assert metadata[0].get_header("WARC-Concurrent-To") == identity
    assert b"fetchTimeMs: 120\r\n" in metadata[1]
    assert b"outcome: ok\r\n" in metadata[1]


def test_record_ids_differ(tmp_path: Path) -> None:
    write(tmp_path / "a", map(exchange, range(20)))
    write(tmp_path / "b", map(exchange, range(20)))
    ids = []
    for folder in ("a", "b"):
        with only_warc(tmp_path / folder).open("rb") as file:
            ids += [record.rec_headers.get_header("WARC-Record-ID") for record in ArchiveIterator(file)]
    assert len(ids) == 2 * 61
    assert len(set(ids)) == len(ids)


def test_an_http2_head_is_written_as_http1(tmp_path: Path) -> None:
    head = b"HTTP/2 200 \r\ncontent-type: text/html\r\n\r\n"
    (capture,) = write(tmp_path, [exchange(response_head=head, protocol="h2")])
    assert read(tmp_path, capture).response_head == head.replace(b"HTTP/2", b"HTTP/1.1")
    judge(tmp_path)


def test_the_chunks_that_are_gone_are_not_announced(tmp_path: Path) -> None:
    head = b"HTTP/1.1 200 OK\r\nA: chunked\r\ntransfer-Encoding : Chunked\r\nContent-Encoding: gzip\r\n\r\n"
    (capture,) = write(tmp_path, [exchange(response_head=head)])
    assert read(tmp_path, capture).response_head == head.replace(b"transfer-", b"X-Crawler-transfer-")


def test_an_exchange_without_an_answer_is_kept(tmp_path: Path) -> None:
    failed = exchange(1, outcome=Outcome.TIMEOUT, status=0, response_head=b"", body=b"", reason="no answer in 30 s")
    nameless = exchange(2, outcome=Outcome.DNS_NOT_FOUND, status=0, response_head=b"", body=b"", request_head=b"")
    captures = write(tmp_path, [failed, nameless, exchange(3)])
    assert [found.exchange.outcome for found in read_from(tmp_path, "job")] == [
        Outcome.TIMEOUT, Outcome.DNS_NOT_FOUND, Outcome.OK,
    ]  # fmt: skip
    assert [found.capture for found in read_from(tmp_path, "job")] == captures
    assert read(tmp_path, captures[0]).reason == "no answer in 30 s"
    assert len(judge(tmp_path)) == 1 + 2 + 1 + 3


def test_reading_goes_on_from_a_position(tmp_path: Path) -> None:
    write(tmp_path, map(exchange, range(12)), max_file_size=5000)
    everything = list(read_from(tmp_path, "job"))
    assert [found.exchange.url for found in everything] == [exchange(number).url for number in range(12)]
    assert len({found.end.file for found in everything}) > 1
    assert [found.end for found in everything] == sorted(found.end for found in everything)
    for number, found in enumerate(everything):
        rest = list(read_from(tmp_path, "job", found.end))
        assert [each.exchange.url for each in rest] == [exchange(n).url for n in range(number + 1, 12)]
    assert len(list(read_from(tmp_path, "job", Position()))) == 12
    assert list(read_from(tmp_path, "another")) == []


def test_a_huge_body(tmp_path: Path) -> None:
    body = page(1, 1_000_000) * 10
    captures = write(tmp_path, [exchange(0), exchange(1, body=body), exchange(2, body=bytes(20_000_000))])
    assert read(tmp_path, captures[1]).body == body
    assert [len(found.exchange.body) for found in read_from(tmp_path, "job")] == [600, 10_000_000, 20_000_000]
    assert len(judge(tmp_path)) == 10


ODD_HEADS = [
    b"HTTP/1.1 200\r\n\r\n",
    b"HTTP/1.1 200 OK\nA: b\n\n",
    b"HTTP/1.1 200 OK\r\nA: b\r\n \r\nC: d\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nA: b\r\n\xc2\xa0\r\nC: d\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nA: b\r\n\r\nC: d\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nA: b\r\n",
    b"HTTP/1.1 200 OK",
    b"\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\tmore\r\n\r\n",
    b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 20_000 + b"\r\n",
    b"HTTP/1.1 200 \xff\xfe\x00\r\n\x01: \x7f\r\n\r\n",
    b"ICY 200 OK\r\n\r\n",
]


@pytest.mark.parametrize("head", ODD_HEADS)
def test_odd_heads_do_not_confuse_readers(tmp_path: Path, head: bytes) -> None:
    """faults: 21"""
    body = b"\r\n\r\n  body \r\n\r\nWARC/1.1\r\n"
    (capture,) = write(tmp_path, [exchange(response_head=head, body=body)])
    found = read(tmp_path, capture)
    assert found.body == body
    kept = b"".join(line for line in found.response_head.splitlines(keepends=True) if line.strip())
    for line in kept.splitlines():
        assert line in head
    if head.startswith(b"HTTP/"):
        judge(tmp_path)


LINE = st.one_of(
    st.binary(max_size=30),
    st.tuples(st.sampled_from(["Content-Type", "Transfer-Encoding", "X"]), st.text(max_size=20)).map(
        lambda pair: f"{pair[0]}: {pair[1]}".encode("utf-8", "replace")
    ),
)


@settings(max_examples=80, deadline=None)
@given(
    lines=st.lists(LINE, max_size=6),
    body=st.binary(max_size=400),
    url=st.one_of(st.just("http://mekik.example/"), st.text(max_size=40).map("http://x/{}".format)),
    words=st.text(max_size=30),
    moment=st.floats(0, 4e9),
    status=st.sampled_from([200, 301, 304, 404, 500]),
)
def test_any_answer_survives_and_warcio_agrees(
    lines: list[bytes], body: bytes, url: str, words: str, moment: float, status: int
) -> None:
    """faults: 13, 21"""
    head = b"\r\n".join([b"HTTP/1.1 %d X" % status, *lines, b"", b""])
    given_exchange = exchange(
        url=url, response_head=head, body=body, reason=words, address=words, protocol=words, started_at=moment,
        status=status, truncated=words, headers={},
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        (capture,) = write(Path(folder), [given_exchange])
        assert len(judge(Path(folder))) == 4
        (found,) = read_from(Path(folder), "job")
        assert found.capture == capture
        assert found.exchange.body == (b"" if status == 304 else body)
        assert found.exchange.url == safe_url(url).strip()
        assert found.exchange.status == status
        assert abs(found.exchange.started_at - moment) < 1e-5
        assert found.exchange.request_head == REQUEST


def test_an_imported_moment_out_of_range_is_no_error(tmp_path: Path) -> None:
    strange = [exchange(n, started_at=moment) for n, moment in enumerate([-1.0, float("nan"), float("inf"), 1e300])]
    write(tmp_path, strange)
    assert [found.exchange.started_at for found in read_from(tmp_path, "job")] == [0.0] * 4


def test_the_compression_level_is_a_setting(tmp_path: Path) -> None:
    sizes = []
    for level in (0, 1):
        folder = tmp_path / str(level)
        write(folder, [exchange(body=page(1, 50_000))], compression=level)
        judge(folder)
        sizes.append(only_warc(folder).stat().st_size)
    assert sizes[0] > sizes[1]


def test_the_date_is_the_exchanges_own(tmp_path: Path) -> None:
    write(tmp_path, [exchange(0, started_at=START), exchange(1, started_at=START + 86_400.5)])
    first, second = (found.exchange for found in read_from(tmp_path, "job"))
    assert (first.started_at, second.started_at) == (START, START + 86_400.5)
    assert isinstance(first, Exchange)
    assert first.response_head == HEAD


def test_reading_is_quicker_than_the_judge(tmp_path: Path) -> None:
    write(tmp_path, [exchange(number, body=page(number, 15_000)) for number in range(150)])

    def ours() -> int:
        return sum(len(found.exchange.body) for found in read_from(tmp_path, "job"))

    def theirs() -> int:
        with only_warc(tmp_path).open("rb") as file:
            return sum(len(record.content_stream().read()) for record in ArchiveIterator(file))

    def best(action: Callable[[], int]) -> float:
        times = []
        for _ in range(3):
            started = time.process_time()
            assert action() >= 150 * 15_000
            times.append(time.process_time() - started)
        return min(times)

    assert any(best(ours) < best(theirs) for _ in range(3))
