"""A running crawl as people see it: a calm live display on a terminal, plain lines elsewhere. To stderr.

The engine hands over a `Snapshot` whenever it likes; a thread of ours draws the last one, so that the display
moves every second even when the engine has nothing to tell.
"""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from mekik.cli.catalogue import find, reason_text, say
from mekik.cli.terminal import Count, duration_text, harmless, print_note, size_text

if TYPE_CHECKING:
    from rich.text import Text

    from mekik.crawl.fresh_copies import FreshCopies
    from mekik.crawl.progress import Counts, Snapshot
    from mekik.frontier import VisitBudget

TERMINAL_INTERVAL = 0.5
PLAIN_INTERVAL = 5.0


class Display(Protocol):
    interval: float

    def draw(self, snapshot: Snapshot | None, elapsed: float) -> None: ...
    def close(self) -> None: ...


class Progress:
    """Call it with snapshots inside its `with` block. Without a display it says nothing."""

    def __init__(self, display: Display | None) -> None:
        self._display = display
        self._snapshot: Snapshot | None = None
        self._received = self._started = time.monotonic()
        self._wake = threading.Event()
        self._ended = False
        if display is not None:
            self._thread = threading.Thread(target=self._run, args=(display,), name="progress", daemon=True)

    def __call__(self, snapshot: Snapshot) -> None:
        changed = self._snapshot is None or self._snapshot.state != snapshot.state
        self._received, self._snapshot = time.monotonic(), snapshot
        if changed:
            self._wake.set()

    def __enter__(self) -> Progress:
        if self._display is not None:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended = True
        self._wake.set()
        if self._display is not None:
            self._thread.join(timeout=5)

    def _run(self, display: Display) -> None:
        try:
            self._wake.wait(0.3)  # a quick crawl begins at once
            while not self._ended:
                self._wake.clear()
                snapshot, now = self._snapshot, time.monotonic()
                elapsed = snapshot.elapsed + now - self._received if snapshot else now - self._started
                display.draw(snapshot, elapsed)
                self._wake.wait(display.interval)
        finally:
            display.close()


class PlainDisplay:
    """A line every few seconds: for log files and pipes."""

    interval = PLAIN_INTERVAL

    def draw(self, snapshot: Snapshot | None, elapsed: float) -> None:
        print_note(plain_line(snapshot, elapsed))

    def close(self) -> None:
        return


class TerminalDisplay:
    """Four lines that stay where they are."""

    interval = TERMINAL_INTERVAL

    def __init__(self) -> None:
        from rich.console import Console
        from rich.live import Live

        self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
        self._begun = False

    def draw(self, snapshot: Snapshot | None, elapsed: float) -> None:
        if not self._begun:
            self._begun = True
            self._live.start()
        self._live.update(live_text(snapshot, elapsed, self._live.console.width), refresh=True)

    def close(self) -> None:
        if self._begun:
            self._live.stop()


class CountLines:
    """A line every few seconds for work that only counts: import, reindex, reports."""

    def __init__(self, key: str = "progress.pages", interval: float = PLAIN_INTERVAL) -> None:
        self._key, self._interval = key, interval
        self._started = self._told = time.monotonic()

    def __call__(self, count: int) -> None:
        now = time.monotonic()
        if now - self._told >= self._interval:
            self._told = now
            print_note(say(self._key, n=Count(count), elapsed=duration_text(now - self._started)))


def choose_display(quiet: bool) -> Display | None:
    if quiet:
        return None
    return TerminalDisplay() if sys.stderr.isatty() else PlainDisplay()


def plain_line(snapshot: Snapshot | None, elapsed: float) -> str:
    if snapshot is None:
        return say("progress.starting", elapsed=duration_text(elapsed))
    line = say("progress.line", **_words(snapshot, elapsed)) + _finds_text(snapshot, ", ")
    line += harvest_text(snapshot.harvest, ", ") + freshness_text(snapshot.freshness, ", ")
    line += visits_text(snapshot.visits, ", ")
    return "; ".join(text for text in (line, traps_text(snapshot), waiting_text(snapshot)) if text)


def live_text(snapshot: Snapshot | None, elapsed: float, width: int) -> Text:
    from rich.text import Text

    if snapshot is None:
        return Text(say("progress.starting", elapsed=duration_text(elapsed)))
    words = _words(snapshot, elapsed)
    last = waiting_text(snapshot) or harmless(snapshot.current)
    lines = [
        Text(say("progress.head", **words), style="bold"),
        Text(
            "  "
            + say("progress.counts", **words)
            + _finds_text(snapshot, "   ")
            + harvest_text(snapshot.harvest)
            + freshness_text(snapshot.freshness)
            + visits_text(snapshot.visits)
        ),
        Text("  " + say("progress.rates", **words), style="cyan"),
        Text("  " + last, style="dim"),
    ]
    if traps := traps_text(snapshot):
        lines.append(Text("  " + traps, style="yellow"))
    for line in lines:  # a line that wraps would make the display jump
        line.truncate(max(10, width - 1), overflow="ellipsis")
    return Text("\n").join(lines)


def waiting_text(snapshot: Snapshot) -> str:
    """What a crawl waits for; one that has ended waits for nothing."""
    if not snapshot.waiting_for or snapshot.state not in ("running", "paused"):
        return ""
    return say("progress.waiting_for", what=harmless(reason_text(snapshot.waiting_for)))


def _finds_text(snapshot: Snapshot, gap: str) -> str:
    """Only a job that picks something out of its pages speaks of it."""
    return gap + say("progress.finds", n=Count(snapshot.finds)) if snapshot.finds else ""


def harvest_text(harvest: float | None, gap: str = "   ") -> str:
    """Only an order that looks for something speaks of its harvest."""
    return "" if harvest is None else gap + say("progress.harvest", share=f"{harvest:.1%}")


def freshness_text(freshness: FreshCopies | None, gap: str = "   ") -> str:
    """Only a job that comes back to pages speaks of it."""
    if freshness is None:
        return ""
    text = say("progress.freshness", share=f"{freshness.expected:.1%}", age=duration_text(freshness.expected_age))
    if freshness.measured is not None:
        age = duration_text(freshness.measured_age or 0.0)
        text += " " + say("progress.measured", share=f"{freshness.measured:.1%}", age=age)
    return gap + text


def visits_text(visits: VisitBudget | None, gap: str = "   ") -> str:
    """Only a job with a budget for coming back speaks of it."""
    if visits is None:
        return ""
    left, burst, budget = (Count(int(number)) for number in (visits.left, visits.burst, visits.per_day))
    return gap + say("progress.visits", left=left, burst=burst, budget=budget)


def traps_text(snapshot: Snapshot) -> str:
    """The largest of the suspected traps, and how many more there are."""
    if not snapshot.traps:
        return ""
    from mekik.cli.verbs.traps import headline

    more = len(snapshot.traps) - 1
    text = headline(snapshot.traps[0])
    return text + (" " + say("progress.more_traps", n=Count(more)) if more else "")


def state_text(state: str) -> str:
    return find(f"state.{state}") or state


def counts_text(counts: Counts) -> str:
    return say(
        "summary.counts", known=Count(counts.known), done=Count(counts.completed), errors=Count(counts.error),
        refused=Count(counts.refused), waiting=Count(counts.waiting),
    )  # fmt: skip


def _words(snapshot: Snapshot, elapsed: float) -> dict[str, object]:
    counts = snapshot.counts
    return {
        "job": harmless(snapshot.job), "state": state_text(snapshot.state), "elapsed": duration_text(elapsed),
        "done": Count(counts.completed), "waiting": Count(counts.waiting),
        "running": Count(counts.running), "errors": Count(counts.error),
        "refused": Count(counts.refused), "known": Count(counts.known),
        "indexed": Count(snapshot.indexed), "pages_per_s": f"{snapshot.pages_per_s:.1f}",
        "found_per_s": f"{snapshot.found_per_s:.0f}", "rate": f"{snapshot.bytes_per_s / 1e6:.2f}",
        "bytes": size_text(snapshot.bytes), "memory": size_text(snapshot.memory),
    }  # fmt: skip
