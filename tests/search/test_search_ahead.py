"""Work that begins on another core gives what it would have given here."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from mekik.search import ahead as module
from mekik.search.ahead import ahead


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    module._threads.cache_clear()
    yield
    module._threads().shutdown()
    module._threads.cache_clear()


def test_it_is_done_elsewhere_meanwhile() -> None:
    begun = threading.Event()

    def work() -> str:
        begun.set()
        return threading.current_thread().name

    result = ahead(work)
    assert begun.wait(60)
    assert result() != threading.current_thread().name


def test_with_all_cores_busy_it_is_done_here() -> None:
    go_on = threading.Event()
    busy = [ahead(lambda: go_on.wait(60)) for _ in range(2)]
    assert ahead(threading.current_thread)() is threading.current_thread()
    go_on.set()
    assert all(result() for result in busy)


def test_with_one_core_it_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert ahead(threading.current_thread)() is threading.current_thread()


def test_what_goes_wrong_there_is_told_here() -> None:
    def work() -> None:
        raise ValueError("no such field")

    with pytest.raises(ValueError, match="no such field"):
        ahead(work)()
