from __future__ import annotations

from pathlib import Path

from archive_kit import HEAD, START, exchange, judge, only_warc, page, writer
from warcio.archiveiterator import ArchiveIterator

from mekik.archive import ArchiveWriter, captures, check, read, read_from
from mekik.outcome import Outcome
from mekik.page import Capture, Exchange

UNCHANGED = b"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n"


class Memory:
    """Remembers payloads as the frontier does."""

    def __init__(self, archive: ArchiveWriter) -> None:
        self.archive = archive
        self.payloads: dict[bytes, tuple[str, str]] = {}

    def write(self, given: Exchange) -> Capture:
        capture = self.archive.write(given, known=self.payloads.get)
        if not capture.revisit:
            self.payloads[capture.digest] = (given.url, "2023-11-14T22:13:20Z")
        return capture


def test_identical_content_becomes_a_revisit(tmp_path: Path) -> None:
    """faults: 39"""
    archive = writer(tmp_path)
    memory = Memory(archive)
    head = HEAD.replace(b"loom", b"other loom")
    first = memory.write(exchange(0, body=page(1, 5000)))
    second = memory.write(exchange(1, body=page(1, 5000), response_head=head))
    archive.close()
    assert (first.revisit, second.revisit) == (False, True)
    assert second.length < first.length / 3
    assert second.digest == first.digest
    assert [kind for kind, _ in judge(tmp_path)].count("revisit") == 1
    assert list(check(tmp_path)) == []
    with only_warc(tmp_path).open("rb") as file:
        (record,) = (record for record in ArchiveIterator(file) if record.rec_type == "revisit")
        fields = record.rec_headers
    assert fields.get_header("WARC-Profile").endswith("/identical-payload-digest")
    assert fields.get_header("WARC-Refers-To-Target-URI") == exchange(0).url
    assert fields.get_header("WARC-Refers-To-Date") == "2023-11-14T22:13:20Z"
    found = read(tmp_path, second)
    assert found.body == page(1, 5000)
    assert found.url == exchange(1).url
    assert found.response_head == head
    assert found.truncated is None
    assert [entry.mime for entry in captures(tmp_path, exchange(1).url)] == ["warc/revisit"]
    later = list(read_from(tmp_path, "job"))[1]
    assert later.capture == second
    assert (later.exchange.body, later.original_url) == (b"", exchange(0).url)


def test_empty_payloads_are_never_identical(tmp_path: Path) -> None:
    archive = writer(tmp_path)
    memory = Memory(archive)
    assert not any(memory.write(exchange(number, body=b"")).revisit for number in range(3))
    archive.close()
    judge(tmp_path)


def test_revisits_can_be_turned_off(tmp_path: Path) -> None:
    archive = writer(tmp_path, revisit=False)
    memory = Memory(archive)
    assert not any(memory.write(exchange(number, body=b"same")).revisit for number in range(3))
    archive.close()


def test_not_modified_becomes_a_revisit_of_the_last_visit(tmp_path: Path) -> None:
    archive = writer(tmp_path)
    for visit in range(3):
        archive.write(exchange(0, body=b"visit %d" % visit, started_at=START + visit * 100))
    unchanged = exchange(
        0, status=304, outcome=Outcome.NOT_MODIFIED, response_head=UNCHANGED, body=b"", started_at=START + 150
    )
    capture = archive.write(unchanged)
    archive.flush()
    assert capture.revisit
    found = read(tmp_path, capture)
    assert (found.status, found.outcome) == (304, Outcome.NOT_MODIFIED)
    assert found.body == b"visit 1"
    assert found.headers["content-type"].startswith("text/html")
    assert found.headers["etag"] == "x"
    archive.close()
    assert read(tmp_path, capture) == found
    assert list(check(tmp_path)) == []
    judge(tmp_path)


def test_not_modified_since_it_was_a_copy_of_another(tmp_path: Path) -> None:
    archive = writer(tmp_path)
    memory = Memory(archive)
    memory.write(exchange(0, body=b"shared"))
    memory.write(exchange(1, body=b"shared"))
    capture = memory.write(exchange(1, status=304, response_head=UNCHANGED, body=b"", started_at=START + 500))
    archive.close()
    assert read(tmp_path, capture).body == b"shared"


def test_a_revisit_without_its_original_says_so(tmp_path: Path) -> None:
    archive = writer(tmp_path)
    capture = archive.write(exchange(1), known=lambda _: ("http://gone.example/", "2020-01-01T00:00:00Z"))
    archive.close()
    found = read(tmp_path, capture)
    assert found.body == b""
    assert "original" in found.reason
    judge(tmp_path)
