"""A running crawl as people see it."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from mekik.cli.progress import CountLines, Progress, choose_display, live_text, plain_line
from mekik.crawl.progress import Counts, Snapshot


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")


def snapshot(state: str = "running", **more: object) -> Snapshot:
    counts = Counts(known=1300, waiting=7, running=2, completed=1234, error=5, refused=52)
    values: dict[str, object] = {
        "pages": 1234, "bytes": 25_000_000, "pages_per_s": 12.34, "found_per_s": 56.7, "bytes_per_s": 2_500_000.0,
        "elapsed": 70.0, **more,
    }  # fmt: skip
    return Snapshot("demo", state, counts, **values)  # type: ignore[arg-type]  # a mixed bag of fields


class Recorder:
    """Writes down what it has to draw."""

    def __init__(self, interval: float) -> None:
        self.interval = interval
        self.drawn: list[tuple[str | None, float]] = []
        self.closed = False

    def draw(self, snapshot: Snapshot | None, elapsed: float) -> None:
        self.drawn.append((snapshot.state if snapshot else None, elapsed))

    def close(self) -> None:
        self.closed = True


def wait_for(recorder: Recorder, count: int) -> None:
    for _ in range(6000):
        if len(recorder.drawn) >= count:
            return
        time.sleep(0.01)
    raise AssertionError(f"only {len(recorder.drawn)} drawn")


def test_a_line_tells_all() -> None:
    """faults: 75"""
    line = plain_line(snapshot(waiting_for="politeness of a.example"), 70)
    for part in ("demo: running", "1 min 10 s", "1\u202f234 done", "7 waiting", "5 errors", "52 refused"):
        assert part in line
    for part in ("12.3 pages/s", "57 found/s", "2.50 MB/s", "waiting for politeness of a.example"):
        assert part in line


def test_one_is_said_as_one_and_the_end_waits_for_nothing() -> None:
    ended = Snapshot("demo", "finished", Counts(error=1), waiting_for="politeness (0 s)")
    line = plain_line(ended, 1)
    assert "1 error," in line
    assert "waiting for" not in line
    assert "waiting for" not in live_text(ended, 1, 100).plain


def test_the_live_display_tells_all_on_four_lines() -> None:
    """faults: 36, 75"""
    console = Console(file=io.StringIO(), width=100)
    console.print(live_text(snapshot(current="http://a.example/[bold]\x1b[2J\u202e"), 71.4, 100))
    output = console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    assert output.count("\n") == 4
    assert "done 1\u202f234   waiting 7   running 2   errors 5   refused 52" in output
    assert "12.3 pages/s   57 found/s   2.50 MB/s" in output
    assert "http://a.example/[bold]\ufffd[2J" in output
    assert "\x1b" not in output


def test_a_long_address_does_not_break_the_display() -> None:
    console = Console(file=io.StringIO(), width=60)
    console.print(live_text(snapshot(current="http://a.example/" + "x" * 500), 1, 60))
    assert console.file.getvalue().count("\n") == 4  # type: ignore[attr-defined]  # a StringIO


def test_it_moves_while_the_engine_is_silent() -> None:
    """faults: 75"""
    recorder = Recorder(interval=0.01)
    with Progress(recorder) as progress:
        progress(snapshot())
        wait_for(recorder, 5)
    times = [elapsed for state, elapsed in recorder.drawn if state == "running"]
    assert times == sorted(times)
    assert times[-1] > times[0] >= 70
    assert recorder.closed


def test_a_change_of_state_is_shown_at_once() -> None:
    recorder = Recorder(interval=60)
    with Progress(recorder) as progress:
        progress(snapshot())
        wait_for(recorder, 1)
        progress(snapshot())
        progress(snapshot("paused"))
        wait_for(recorder, 2)
    assert [state for state, _ in recorder.drawn] == ["running", "paused"]


def test_it_says_something_before_the_engine_does() -> None:
    """faults: 75"""
    recorder = Recorder(interval=60)
    with Progress(recorder):
        wait_for(recorder, 1)
    assert recorder.drawn[0][0] is None
    assert plain_line(None, 2.0) == "starting … 2.0 s"


def test_quiet_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    assert choose_display(quiet=True) is None
    with Progress(None) as progress:
        progress(snapshot())
    captured = capsys.readouterr()
    assert captured.out + captured.err == ""


def test_plain_lines_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    display = choose_display(quiet=False)
    assert display is not None
    display.draw(snapshot(), 70)
    display.close()
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("demo: running")


def test_work_that_counts_tells_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    """faults: 75"""
    often, seldom = CountLines(interval=0), CountLines(interval=60)
    for count in (7, 8):
        often(count)
        seldom(count)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "7 pages, 0.0 s\n8 pages, 0.0 s\n"
