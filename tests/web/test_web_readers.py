"""Archived pages that would keep or break whoever reads them: a process dies of it, the server goes on."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from litestar.testing import TestClient

from hostile.copies import fill_archive
from mekik.crawl.copy_reading import Unreadable
from mekik.errors import MekikError
from mekik.page import Source
from mekik.settings import build
from mekik.web.replay import readers as readers_module
from mekik.web.replay.readers import Readers
from mekik.web.replay.reading import RewritePage
from mekik.web.replay.rewriting import MOST_HTML
from mekik.web.replay.server import Archive
from mekik.web.replay.signing import Mode
from web_kit import HTML, open_site

ATTRIBUTES = b"<p " + b" ".join(b"on%x" % number for number in range(250_000)) + b">x"
"""Each is dropped, which takes as long as there are others: minutes."""
HARMLESS = {
    "one attribute over and over": b"<p " + b"a " * 5_000_000 + b">x",
    "a million deep": b"<div>" * 1_000_000,
}


@pytest.fixture(scope="module")
def readers() -> Iterator[Readers]:
    made = Readers(patience=60.0)
    yield made
    made.close()


def page(body: bytes, url: str = "http://a.org/") -> RewritePage:
    return RewritePage(body=body[:MOST_HTML], content_type="text/html", style=False, application="http://x:1", url=url,
                       at="2024", person="", key=b"k" * 32)  # fmt: skip


def test_a_page_is_rewritten_and_read(readers: Readers) -> None:
    assert b"/part?" in readers.rewritten(page(b"<img src=/a.png>"))
    source = Source(0, "http://a.org/", "text/html", "", b"<title>T</title><p>words <a href=/b>b</a>")
    document = readers.document(source, build({}), True)
    assert document
    assert (document.title, document.links.urls) == ("T", ["http://a.org/b"])
    assert len(readers.pids) == 1  # the same one, again


@pytest.mark.parametrize("name", HARMLESS)
def test_many_hostile_pages_are_read_all_the_same(readers: Readers, name: str) -> None:
    """faults: 26, 27"""
    assert readers.rewritten(page(HARMLESS[name])).startswith(b"<!DOCTYPE html>")


def test_a_page_that_takes_too_long_costs_its_reader_its_life_once(
    readers: Readers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """faults: 27, 51"""
    hasty = Readers(patience=1.0)
    try:
        with pytest.raises(Unreadable, match="more time or memory"):
            hasty.rewritten(page(ATTRIBUTES))
        assert hasty.pids == []
        monkeypatch.setattr(sys, "executable", "/no/such/program")
        with pytest.raises(Unreadable, match="more time or memory"):
            hasty.rewritten(page(ATTRIBUTES))  # nobody tried again
        with pytest.raises(MekikError, match="/no/such/program"):
            hasty.rewritten(page(b"another"))
        monkeypatch.undo()
    finally:
        hasty.close()
    assert b"fine" in readers.rewritten(page(b"fine"))


def test_a_reader_that_was_killed_between_two_pages_is_replaced(readers: Readers) -> None:
    readers.rewritten(page(b"x"))
    killed = readers.pids
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    assert b"still" in readers.rewritten(page(b"still"))
    assert not set(killed) & set(readers.pids)


def test_who_would_wait_too_long_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers_module, "TURN", 0.05)
    busy = Readers(at_once=1, patience=3.0)
    errors: list[str] = []

    def ask(body: bytes) -> None:
        try:
            busy.rewritten(page(body))
        except Unreadable as error:
            errors.append(str(error))

    try:
        busy.warm()
        first = threading.Thread(target=ask, args=(ATTRIBUTES,))
        first.start()
        deadline = time.monotonic() + 30
        while busy.pids and time.monotonic() < deadline:
            time.sleep(0.01)
        ask(b"fine")
        first.join(60)
    finally:
        busy.close()
    assert ["busy" in error for error in errors] == [True, False]  # the one that waited, the one it waited for


def test_the_page_and_the_frame_say_that_a_copy_is_too_heavy(tmp_path: Path) -> None:
    class Never(Readers):
        """As if every page were one of the bad ones."""

        def _ask(self, question: Any, url: str, body: bytes) -> Any:
            raise Unreadable("too much")

    with open_site(tmp_path) as (site, client):
        fill_archive(tmp_path)
        site.readers = Never()
        shown = client.get("/archived", params={"url": "http://a.org/"}, headers=HTML)
        assert shown.status_code == 422
        assert "more time or memory" in shown.text
        assert client.get("/address", params={"url": "http://a.org/"}, headers=HTML).status_code == 200
        answer = client.get("/api/v1/archived", params={"url": "http://a.org/"})
        assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
        with TestClient(cast(Any, Archive(site)), base_url="http://127.0.0.1:8643") as archive:
            link = site.signer.link(Mode.PAGE, "http://a.org/", "", "")
            assert archive.get(link).status_code == 422
