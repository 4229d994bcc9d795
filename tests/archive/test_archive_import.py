from __future__ import annotations

import functools
import gzip
import io
import warnings
import zipfile
from pathlib import Path

import pytest
from archive_kit import HEAD, exchange, only_warc, page, write
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from mekik.archive import Archived, Rejected, import_warc
from mekik.archive.foreign import join_chunks
from mekik.errors import StorageError


@functools.cache
def foreign(count: int = 4, *, compressed: bool = True, headers: tuple[tuple[str, str], ...] = ()) -> bytes:
    """As another program writes it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # that program leaves a file open for every record
        return _foreign(count, compressed, headers)


def _foreign(count: int, compressed: bool, headers: tuple[tuple[str, str], ...]) -> bytes:
    out = io.BytesIO()
    maker = WARCWriter(out, gzip=compressed)
    maker.write_record(maker.create_warcinfo_record("x.warc.gz", {"software": "another"}))
    for number in range(count):
        http = StatusAndHeaders("200 OK", list(headers) or [("Content-Type", "text/html")], protocol="HTTP/1.1")
        url = exchange(number).url
        response = maker.create_warc_record(url, "response", payload=io.BytesIO(page(number)), http_headers=http)
        ask = StatusAndHeaders("GET / HTTP/1.1", [("Host", "mekik.example")], is_http_request=True)
        request = maker.create_warc_record(url, "request", http_headers=ask)
        maker.write_request_response_pair(request, response)
    return out.getvalue()


def taken(path: Path, **limits: int) -> tuple[list[Archived], list[Rejected]]:
    everything = list(import_warc(path, **limits))
    return (
        [each for each in everything if isinstance(each, Archived)],
        [each for each in everything if isinstance(each, Rejected)],
    )


def save(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def bodies(found: list[Archived]) -> list[bytes]:
    return [each.exchange.body for each in found]


@pytest.mark.parametrize("form", ["gzip", "plain", "one member"])
def test_other_writers_files(tmp_path: Path, form: str) -> None:
    data = foreign(compressed=form == "gzip")
    path = save(tmp_path / "x.warc", gzip.compress(data) if form == "one member" else data)
    found, rejected = taken(path)
    assert rejected == []
    assert bodies(found) == [page(number) for number in range(4)]
    assert [each.exchange.url for each in found] == [exchange(number).url for number in range(4)]
    assert all(each.exchange.request_head.startswith(b"GET /") for each in found)
    assert all(each.exchange.headers["content-type"] == "text/html" for each in found)
    assert [each.outcome for each in found] == ["ok"] * 4


def test_our_own_files(tmp_path: Path) -> None:
    captures = write(tmp_path, map(exchange, range(5)))
    found, rejected = taken(only_warc(tmp_path))
    assert rejected == []
    assert [each.capture for each in found] == captures
    assert [each.exchange for each in found] == [exchange(number) for number in range(5)]


def bundle(path: Path, entries: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", method) as file:
        for name, data in entries.items():
            file.writestr(name, data)
    return path


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_bundle_is_read_in_place(tmp_path: Path, method: int) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = bundle(
        folder / "x.wacz",
        {"datapackage.json": b"{}", "archive/a.warc.gz": foreign(3), "archive/b.warc": foreign(2, compressed=False)},
        method,
    )
    found, rejected = taken(path)
    assert rejected == []
    assert bodies(found) == [page(number) for number in (0, 1, 2, 0, 1)]
    assert found[0].capture.file == "x.wacz/archive/a.warc.gz"
    assert [each.name for each in folder.iterdir()] == ["x.wacz"]


def test_names_that_lead_out_of_the_bundle_are_ignored(tmp_path: Path) -> None:
    """faults: 59"""
    evil = ["../../evil.warc.gz", "/etc/evil.warc", "archive/../../e.warc", "archive\\..\\e.warc", "C:/e.warc"]
    path = bundle(tmp_path / "x.wacz", {**{name: foreign(1) for name in evil}, "archive/good.warc.gz": foreign(2)})
    found, rejected = taken(path)
    assert len(found) == 2
    assert len(rejected) == len(evil)
    assert [each.name for each in tmp_path.iterdir()] == ["x.wacz"]


def test_a_bundle_that_is_a_bomb(tmp_path: Path) -> None:
    """faults: 33, 59"""
    path = bundle(tmp_path / "x.wacz", {"archive/a.warc": bytes(30_000_000)}, zipfile.ZIP_DEFLATED)
    found, rejected = taken(path)
    assert found == []
    assert "far more" in rejected[0].reason


def test_a_damaged_bundle(tmp_path: Path) -> None:
    """faults: 59"""
    path = bundle(tmp_path / "x.wacz", {"archive/a.warc.gz": foreign(4)})
    data = path.read_bytes()
    save(path, data[:-30])
    assert [type(each) for each in import_warc(path)] == [Rejected]
    save(path, data[:1200] + bytes(20) + data[1220:])
    found, rejected = taken(path)
    assert rejected
    assert set(bodies(found)) < {page(number) for number in range(4)}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"sha1:", b"sha1:A", "digest"),
        (b"<title>1<", b"<title>9<", "digest"),
        (b"http://mekik.example/page/1", b"ftp://mekik.example/pages/1", "web server"),
        (b"http://mekik.example/page/1", b"http://mekik.exam ple/pag/1", "address"),
        (b"http://mekik.example/page/1", b"http://x/" + b"a" * 9000, "address"),
        (b"WARC-Date: 20", b"WARC-Date: XX", "date"),
        (b"HTTP/1.1 200", b"HTPP/1.1 200", "digest"),
        (b"Content-Length: ", b"Content-Length: 9", "Content-Length"),
        (b"Content-Length: ", b"Content-Length: -", "Content-Length"),
        (b"Content-Length: ", b"Content-Length: 99999999999999999999", "Content-Length"),
        (b"Content-Length: 6", b"Content-Length: 5", "Content-Length"),
    ],
)
@pytest.mark.parametrize("compressed", [True, False])
def test_a_record_that_lies_is_rejected_and_the_rest_is_taken(
    tmp_path: Path, old: bytes, new: bytes, reason: str, compressed: bool
) -> None:
    """faults: 59"""
    records = foreign(3, compressed=False).split(b"WARC/1.0\r\n")[1:]
    place = next(n for n, text in enumerate(records) if b"page/1" in text and b"Type: response" in text)
    assert old in records[place]
    records[place] = records[place].replace(old, new, 1)
    parts = [b"WARC/1.0\r\n" + text for text in records]
    data = b"".join(map(gzip.compress, parts) if compressed else parts)
    found, rejected = taken(save(tmp_path / "x.warc", data))
    assert bodies(found) == [page(0), page(2)]
    assert reason in rejected[0].reason


def test_records_may_be_too_large(tmp_path: Path) -> None:
    """faults: 59"""
    found, rejected = taken(save(tmp_path / "x.warc.gz", foreign(3)), max_record=620)
    assert found == []
    assert len([each for each in rejected if "more than 620" in each.reason]) == 3


def test_a_gzip_bomb_is_not_followed_to_its_end(tmp_path: Path) -> None:
    """faults: 59"""
    head = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 70000000\r\n\r\n"
    data = foreign(1) + gzip.compress(head + bytes(70_000_000), 9) + foreign(2)
    found, rejected = taken(save(tmp_path / "x.warc.gz", data))
    assert bodies(found) == [page(0), page(0), page(1)]
    assert [each.reason for each in rejected] == ["unpacks to far more than its size"]


def test_a_million_lying_lengths_take_no_square_time(tmp_path: Path) -> None:
    """faults: 59"""
    record = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 90000000\r\n\r\n"
    found, rejected = taken(save(tmp_path / "x.warc", record * 50_000))
    assert found == []
    assert len(rejected) == 50_000


def test_a_file_of_false_member_beginnings_takes_no_square_time(tmp_path: Path) -> None:
    """faults: 59"""
    data = foreign(1) + b"\x1f\x8b\x08" * 100_000 + foreign(1)
    found, rejected = taken(save(tmp_path / "x.warc.gz", data))
    assert len(found) == 2
    assert len(rejected) == 1


def test_what_is_no_archive(tmp_path: Path) -> None:
    """faults: 59"""
    for data in (b"", b"hello", bytes(1000), b"PK\x03\x04 no zip"):
        assert [type(each) for each in import_warc(save(tmp_path / "x", data))] == [Rejected]
    with pytest.raises(StorageError):
        list(import_warc(tmp_path / "nowhere.warc"))


def test_chunks_are_joined(tmp_path: Path) -> None:
    chunked = b"5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n"
    assert join_chunks(chunked) == b"hello world"
    assert join_chunks(b"not in chunks") == b"not in chunks"
    assert join_chunks(b"5\r\nhel") == b"hel"
    assert join_chunks(b"") == b""
    data = foreign(1, headers=(("Transfer-Encoding", "chunked"),))
    found, _ = taken(save(tmp_path / "x.warc.gz", data))
    assert bodies(found) == [page(0)]  # the header lied
    assert "transfer-encoding" not in found[0].exchange.headers


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.integers(0, 3000), st.sampled_from(["gzip", "plain", "zip"]))
def test_nothing_makes_it_raise(tmp_path_factory: pytest.TempPathFactory, harm: bytes, place: int, form: str) -> None:
    """faults: 59"""
    path = tmp_path_factory.mktemp("import") / "x"
    data = foreign(2, compressed=form != "plain")
    if form == "zip":
        data = bundle(path, {"archive/a.warc.gz": data}).read_bytes()
    place %= len(data)
    save(path, data[:place] + harm + data[place + len(harm) :])
    for each in import_warc(path):
        if isinstance(each, Archived):
            assert each.exchange.body in (page(0), page(1))
            assert each.exchange.response_head.startswith(HEAD[:8])
