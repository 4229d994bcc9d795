"""What a browser made of an archived page, kept beside it."""

from __future__ import annotations

from pathlib import Path

from archive_kit import HEAD, exchange, only_warc, warcs, writer
from warcio.archiveiterator import ArchiveIterator

from judges import warcio_check
from mekik.archive import captures, check, import_warc, read_from
from mekik.page import Exchange

RENDERED = "<!DOCTYPE html><html><p>Gül, İstanbul".encode()


def archive_one(folder: Path) -> Exchange:
    head = HEAD.replace(b"Server: loom", b"X-Robots-Tag: nosnippet")
    archive = writer(folder)
    answer = exchange(1, response_head=head)
    capture = archive.write(answer, via="http://mekik.example/", path="SL")
    document = exchange(
        1, body=RENDERED, response_head=b"", request_head=b"",
        headers={"x-robots-tag": "nosnippet", "content-location": "http://mekik.example/moved"},
    )  # fmt: skip
    archive.write_rendered(document, capture, via="http://mekik.example/", path="SL")
    archive.write(exchange(2))
    archive.close()
    return answer


def test_a_rendering_is_read_behind_its_answer(tmp_path: Path) -> None:
    answer = archive_one(tmp_path)
    first, rendered, last = read_from(tmp_path, "job")
    assert [one.rendered for one in (first, rendered, last)] == [False, True, False]
    assert rendered.exchange.url == first.exchange.url == answer.url
    assert (rendered.exchange.body, rendered.exchange.status, rendered.outcome) == (RENDERED, 200, "ok")
    assert (rendered.via, rendered.path) == ("http://mekik.example/", "SL")
    headers = rendered.exchange.headers
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert (headers["x-robots-tag"], headers["content-location"]) == ("nosnippet", "http://mekik.example/moved")
    assert rendered.end > first.end


def test_the_record_is_a_proper_conversion_that_names_its_answer(tmp_path: Path) -> None:
    archive_one(tmp_path)
    assert warcio_check(only_warc(tmp_path)) == ""
    assert list(check(tmp_path)) == []
    with only_warc(tmp_path).open("rb") as file:
        records = [(record.rec_type, record.rec_headers) for record in ArchiveIterator(file)]
    (response, *_) = [headers for kind, headers in records if kind == "response"]
    (conversion,) = [headers for kind, headers in records if kind == "conversion"]
    assert conversion.get_header("WARC-Refers-To") == response.get_header("WARC-Record-ID")
    assert conversion.get_header("Content-Type") == "text/html; charset=utf-8"


def test_captures_and_imports_are_of_answers_alone(tmp_path: Path) -> None:
    archive_one(tmp_path)
    assert len(captures(tmp_path, "http://mekik.example/page/1")) == 1
    (path,) = warcs(tmp_path)
    assert len(list(import_warc(path))) == 2
