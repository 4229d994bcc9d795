"""Local files and folders as exchanges, on the loop and off it."""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mekik.errors import SettingError
from mekik.fetch import Egress, FileFetcher, Folders, Poller, Request
from mekik.fetch.local import read_local
from mekik.media import MEDIA_TYPES
from mekik.outcome import Outcome
from mekik.page import Exchange
from mekik.settings import FetchSettings
from mekik.urls import file_address


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "outside.txt").write_text("secret")
    return inside


def read(path: Path | bytes, folder: Path, etag: str | None = None, **more: int) -> Exchange:
    raw = path if isinstance(path, bytes) else os.fsencode(path)
    if not isinstance(path, bytes) and path.is_dir() and not path.is_symlink():
        raw += b"/"
    return read_local(file_address(raw), etag, Folders([str(folder)]), more.get("max_size", 1000), None)


def test_a_file_tells_type_size_and_time(folder: Path) -> None:
    file = folder / "a.txt"
    file.write_text("words")
    got = read(file, folder)
    assert (got.outcome, got.status, got.body) == (Outcome.OK, 200, b"words")
    assert got.headers["content-type"] == "text/plain"
    assert got.response_head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert got.response_head.endswith(b"\r\n\r\n")
    again = read(file, folder, got.headers["etag"])
    assert (again.outcome, again.status, again.body) == (Outcome.NOT_MODIFIED, 304, b"")
    os.utime(file, (1, 1))
    assert read(file, folder, got.headers["etag"]).outcome is Outcome.OK
    file.write_text("other words")
    assert read(file, folder, got.headers["etag"]).body == b"other words"


@pytest.mark.parametrize(
    ("name", "content", "media"),
    [
        ("a.PDF", b"x", "application/pdf"),
        ("a.docx", b"x", MEDIA_TYPES["docx"][0]),
        ("README", b"text", "text/plain"),
        ("a.py", b"import x", "text/plain"),
        ("a.bin", b"\0\1", "application/octet-stream"),
        ("a.html", b"", "text/html"),
        ("b.jpeg", b"", "image/jpeg"),
    ],
)
def test_types_by_name_or_first_bytes(folder: Path, name: str, content: bytes, media: str) -> None:
    (folder / name).write_bytes(content)
    assert read(folder / name, folder).headers["content-type"] == media


def test_an_unwanted_type_is_not_read(folder: Path) -> None:
    (folder / "a.bin").write_bytes(b"\0" * 100)
    url = file_address(os.fsencode(folder / "a.bin"))
    got = read_local(url, None, Folders([str(folder)]), 1000, lambda media: media == "text/plain")
    assert (got.outcome, got.body) == (Outcome.UNWANTED_TYPE, b"")


def test_a_large_file_is_cut(folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"x" * 5000)
    got = read(folder / "a.txt", folder, max_size=1500)
    assert (got.outcome, got.truncated, len(got.body)) == (Outcome.TRUNCATED, "length", 1500)
    (folder / "b.txt").write_bytes(b"x" * 1500)
    assert read(folder / "b.txt", folder, max_size=1500).outcome is Outcome.OK


def test_a_folder_is_a_page_of_links_that_changes_with_its_names(folder: Path) -> None:
    (folder / "b<i>.txt").write_text("x")
    (folder / "sub").mkdir()
    (folder / ".hidden").write_text("x")
    os.close(os.open(os.fsencode(folder) + b"/\xff?.txt", os.O_CREAT))
    got = read(folder, folder)
    page = got.body.decode()
    assert 'href="./b%3Ci%3E.txt">b&lt;i&gt;.txt<' in page
    assert 'href="./sub/"' in page
    assert 'href="./%FF%3F.txt"' in page
    assert ".hidden" not in page
    assert "noindex" in page
    assert read(folder, folder, got.headers["etag"]).outcome is Outcome.NOT_MODIFIED
    (folder / "new").write_text("x")
    assert read(folder, folder, got.headers["etag"]).outcome is Outcome.OK


def test_a_long_folder_goes_on_on_other_pages(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mekik.fetch.listing._AT_ONCE", 3)
    for number in range(8):
        (folder / f"{number}.txt").write_text("x")
    folders = Folders([str(folder)])
    raw = os.fsencode(folder) + b"/"
    pages = [read_local(file_address(raw, page), None, folders, 1000, None).body.decode() for page in (1, 2, 3)]
    assert [page.count(".txt") // 2 for page in pages] == [3, 3, 2]
    assert "?page=3" in pages[0]
    assert "?page=" not in pages[1]


def test_a_folder_without_its_slash_and_a_file_with_one(folder: Path) -> None:
    (folder / "a.txt").write_text("x")
    got = read(os.fsencode(folder), folder)
    assert (got.outcome, got.headers["location"]) == (Outcome.REDIRECT, file_address(os.fsencode(folder) + b"/"))
    got = read(os.fsencode(folder / "a.txt") + b"/", folder)
    assert got.headers["location"] == file_address(os.fsencode(folder / "a.txt"))


def test_links_lead_to_what_they_mean_and_never_out(folder: Path) -> None:
    (folder / "a.txt").write_text("x")
    (folder / "sub").mkdir()
    for name, target in (
        ("in", "a.txt"),
        ("up", "."),
        ("out", "../outside.txt"),
        ("etc", "/etc"),
        ("gone", "nowhere"),
        ("self", "self"),
    ):
        (folder / name).symlink_to(target)
    assert read(folder / "in", folder).headers["location"] == file_address(os.fsencode(folder / "a.txt"))
    assert read(folder / "up", folder).headers["location"] == file_address(os.fsencode(folder) + b"/")
    for name in ("out", "etc"):
        got = read(folder / name, folder)
        assert (got.outcome, got.status, got.body) == (Outcome.BLOCKED_FILE, 0, b"")
        assert "symbolic link" in got.reason
    assert read(folder / "etc" / "passwd", folder).outcome is Outcome.BLOCKED_FILE
    assert read(folder / "gone", folder).outcome is Outcome.NOT_FOUND
    assert read(folder / "self", folder).outcome is Outcome.BLOCKED_FILE


def test_the_allowed_folder_may_itself_be_a_link(folder: Path) -> None:
    (folder / "a.txt").write_text("x")
    (folder.parent / "link").symlink_to(folder)
    by_link = Folders([str(folder.parent / "link")])
    got = read_local(file_address(os.fsencode(folder.parent / "link" / "a.txt")), None, by_link, 1000, None)
    assert got.headers["location"] == file_address(os.fsencode(folder / "a.txt"))
    assert read_local(got.headers["location"], None, by_link, 1000, None).body == b"x"


def test_what_is_no_plain_file_is_never_opened(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(folder / "pipe")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(folder / "socket"))
    listener.close()
    opened: list[object] = []
    monkeypatch.setattr("mekik.fetch.local.os.open", lambda *arguments: opened.append(arguments))
    for name in ("pipe", "socket"):
        got = read(folder / name, folder)
        assert (got.outcome, name in got.reason) == (Outcome.BLOCKED_FILE, True)
    got = read_local("file:///dev/null", None, Folders(["/dev"]), 1000, None)
    assert (got.outcome, got.reason) == (Outcome.BLOCKED_FILE, "It is a device.")
    assert opened == []


def test_a_link_that_takes_the_place_of_a_file_is_noticed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sub = folder / "sub"
    sub.mkdir()
    (sub / "outside.txt").write_text("mine")
    real_open = os.open

    def swap(path: bytes, flags: int) -> int:
        (sub / "outside.txt").unlink()
        sub.rmdir()
        sub.symlink_to(folder.parent)
        return real_open(path, flags)

    monkeypatch.setattr("mekik.fetch.local.os.open", swap)
    got = read(sub / "outside.txt", folder)
    assert b"secret" not in got.body
    assert got.outcome is Outcome.NOT_FOUND


@pytest.mark.parametrize(
    ("number", "outcome"),
    [(errno.EACCES, Outcome.FORBIDDEN), (errno.EIO, Outcome.DATA_LOSS), (errno.ENOENT, Outcome.NOT_FOUND),
     (errno.ENAMETOOLONG, Outcome.INVALID_ADDRESS), (errno.ESTALE, Outcome.DATA_LOSS)],
)  # fmt: skip
def test_errors_of_the_disk_are_outcomes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, outcome: Outcome
) -> None:
    (folder / "a.txt").write_text("x")

    def fail(*_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("mekik.fetch.local.os.open", fail)
    got = read(folder / "a.txt", folder)
    assert got.outcome is outcome
    assert got.reason


def test_only_named_folders_are_open() -> None:
    folders = Folders(["/home/ada/papers", "~/more", "file:///odd%FF/"], ["/home/ada/papers/data"])

    def verdict(path: str) -> str:
        refusal = folders.check_url("file://" + path)
        return refusal.outcome.label if refusal else "open"

    assert verdict("/home/ada/papers/") == verdict("/home/ada/papers/a/b.pdf") == verdict("/odd%FF/x") == "open"
    for path in (
        "/",
        "/home/ada",
        "/home/ada/papers2/a",
        "/etc/passwd",
        "/home/ada/papers/data/x",
        "/home/ada/papers/.git/x",
    ):
        assert verdict(path) == "blocked_file", path
    assert Folders(["/a"], hidden=True).check(b"/a/.git/x") is None
    assert Folders(["/a/.config", "/a"]).check(b"/a/.config/x") is None
    assert Egress().check_url("file:///etc/passwd").outcome is Outcome.BLOCKED_SCHEME  # type: ignore[union-attr]  # refused
    with pytest.raises(SettingError, match="whole paths"):
        Folders(["papers"])


# on the loop


@pytest.fixture
def poller() -> Iterator[Poller]:
    poller = Poller()
    yield poller
    poller.close()


def gather(poller: Poller, count: int, got: list[Exchange]) -> None:
    ends = time.monotonic() + 60
    while len(got) < count:
        assert time.monotonic() < ends
        poller.run_once(0.05)


def test_many_files_at_once(poller: Poller, folder: Path) -> None:
    for number in range(50):
        (folder / f"{number}.txt").write_text(str(number))
    fetcher = FileFetcher(FetchSettings(), poller, Folders([str(folder)]))
    got: list[Exchange] = []
    for number in range(50):
        url = file_address(os.fsencode(folder / f"{number}.txt"))
        fetcher.start(
            Request(url=url, purpose="page", types=("text/plain",)), lambda request, exchange: got.append(exchange)
        )
        assert not got
    gather(poller, 50, got)
    assert sorted(int(exchange.body) for exchange in got) == list(range(50))
    assert fetcher.active == 0
    fetcher.close()
    fetcher.close()


def test_a_file_that_hangs_is_given_up_and_the_others_are_read(
    poller: Poller, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """faults: 51"""
    (folder / "a.txt").write_text("x")
    waiting = True

    def slow(url: str, *more: object) -> Exchange:
        while waiting and url.endswith("hang"):
            time.sleep(0.01)
        return Exchange(url=url, outcome=Outcome.OK)

    monkeypatch.setattr("mekik.fetch.files.read_local", slow)
    fetcher = FileFetcher(FetchSettings(timeout=1.5), poller, Folders([str(folder)]))
    got: list[Exchange] = []
    for name in ("hang", "a/hang", "a.txt", "b.txt"):
        fetcher.start(Request(url=f"file:///{name}", purpose="page"), lambda request, exchange: got.append(exchange))
    gather(poller, 4, got)
    late = [exchange for exchange in got if exchange.outcome is Outcome.TIMEOUT]
    assert {"file:///hang", "file:///a/hang"} <= {exchange.url for exchange in late}
    fetcher.start(Request(url="file:///c.txt", purpose="page"), lambda request, exchange: got.append(exchange))
    gather(poller, 5, got)
    assert got[-1].outcome is Outcome.OK
    waiting = False
    fetcher.close()
