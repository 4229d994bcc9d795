"""The crawls that are measured: Scrapy's, and Mekik's three jobs and long crawl, all by their command lines."""

from __future__ import annotations

import compileall
import json
import shutil
import statistics
import subprocess
import sys
import venv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import measure
import mekik as package
from web import WORK, Web

HERE = Path(__file__).resolve().parent
SCRAPY = WORK / "scrapy-venv"
CONCURRENCY = (16, 32, 64)
TRIAL_PAGES = 2000
JOBS = {
    "archive": ("crawl + WARC + durable frontier", ("index.enabled=false",)),
    "one_field": ("+ index of one text field", ("analysis.analyser=none",)),
    "full": ("everything", ()),
}
SETTINGS = (
    "frontier.response_factor=0",
    "frontier.connections_per_host=2",
    "fetch.connections=64",
)


@dataclass
class Done:
    """One finished crawl."""

    what: str
    pages: int
    measured: measure.Measured
    answer: dict[str, Any]

    @property
    def pages_per_s(self) -> float:
        return self.pages / self.measured.wall

    @property
    def cpu(self) -> float:
        """Seconds per 1,000 pages."""
        return 1000 * self.measured.cpu / self.pages

    def as_dict(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "pages": self.pages,
            "wall": round(self.measured.wall, 2),
            "pages_per_s": round(self.pages_per_s, 1),
            "cpu_per_1000_pages": round(self.cpu, 3),
            "peak_memory": self.measured.peak_memory,
            "others": round(self.measured.others, 3),
            "yardstick": round(measure.yardstick(), 4),
        }


def seeds_file(web: Web) -> Path:
    path = Path(web.folder) / "seeds.txt"
    path.write_text("\n".join(web.seeds) + "\n")
    return path


def mean(runs: Sequence[Done]) -> Done:
    """Of several runs of one job; memory and other programs at their worst."""
    one, measured = runs[0], [run.measured for run in runs]
    return replace(
        one,
        measured=replace(
            one.measured,
            wall=statistics.fmean(run.wall for run in measured),
            cpu=statistics.fmean(run.cpu for run in measured),
            memory=max((run.memory for run in measured), key=lambda memory: max(size for _, size in memory)),
            others=max(run.others for run in measured),
        ),
    )


def best_concurrency(web: Web, server: int) -> int:
    """With which Scrapy is quickest."""
    trials = {count: scrapy(web, server, count, TRIAL_PAGES) for count in CONCURRENCY}
    return max(trials, key=lambda count: trials[count].pages_per_s)


def scrapy_environment() -> Path:
    python = SCRAPY / "bin" / "python"
    if not (SCRAPY / "ready").exists():
        print("Making an environment for Scrapy …", file=sys.stderr)
        venv.create(SCRAPY, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "scrapy", "warcio", "tantivy"], check=True)
        (SCRAPY / "ready").touch()
    return python


def scrapy(web: Web, server: int, concurrency: int, pages: int = 0) -> Done:
    """So many pages, or all of them."""
    folder = WORK / "scrapy-out"
    command = [
        str(scrapy_environment()), str(HERE / "scrapy_job.py"), "--seeds", str(seeds_file(web)), "--folder",
        str(folder), "--concurrency", str(concurrency), "--max-pages", str(pages),
    ]  # fmt: skip
    measured = measure.run(command, server)
    answer = _answer(measured)
    shutil.rmtree(folder, ignore_errors=True)
    done = Done(f"Scrapy + WARC + tantivy, {concurrency} requests at a time", answer["pages"], measured, answer)
    if not pages:
        _whole(done, web)
    return done


def mekik(web: Web, server: int, job: str, *, keep: Path | None = None) -> Done:
    """One of Mekik's three jobs on the whole web; its data are left in `keep`."""
    what, settings = JOBS[job]
    data = keep or WORK / f"data-{job}"
    shutil.rmtree(data, ignore_errors=True)
    command = [
        sys.executable, "-m", "mekik.cli", "crawl", "--seeds", str(seeds_file(web)), "--data", str(data),
        "--name", job, "--scope", "host", "--delay", "0", "--allow-address", "127.0.0.0/8", "--quiet", "--json",
    ]  # fmt: skip
    for setting in (*SETTINGS, *settings):
        command += ["--set", setting]
    # An installation compiles a package once, for all its runs; Scrapy's was.
    compileall.compile_dir(Path(package.__file__).parent, quiet=1)
    measured = measure.run(command, server)
    answer = _answer(measured)
    done = Done(what, answer["pages"], measured, answer)
    _whole(done, web)
    if keep is None:
        shutil.rmtree(data, ignore_errors=True)
    return done


def pace_by_tenth(log: Path) -> list[float]:
    """Pages/s in each tenth of a crawl, from its log."""
    entries = (json.loads(line) for line in log.open("rb"))
    times = sorted(entry["time"] for entry in entries if entry["outcome"] == "ok")
    edges = [times[len(times) * tenth // 10] for tenth in range(10)] + [times[-1]]
    return [len(times) / 10 / max(end - start, 1e-6) for start, end in pairwise(edges)]


def _answer(measured: measure.Measured) -> dict[str, Any]:
    if measured.code != 0:
        raise SystemExit(f"A crawl ended with {measured.code}:\n{measured.errors[-3000:]}\n{measured.output[-1000:]}")
    answer: dict[str, Any] = json.loads(measured.output)
    return answer


def _whole(done: Done, web: Web) -> None:
    """A crawl that leaves pages out is not the job."""
    if done.pages != web.pages:
        raise SystemExit(f"{done.what}: fetched {done.pages} pages of {web.pages}. {json.dumps(done.answer)[:2000]}")
