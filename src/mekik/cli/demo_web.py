"""The demo web beside `mekik serve`: begins when somebody asks for it, ends with the server."""

from __future__ import annotations

import re
import threading

from mekik.cli.verbs.demo import DEMO_MONTHS
from mekik.lab.demo import DemoWeb
from mekik.workspace import Workspace

_PORT = 8700
_SEED = re.compile(r"http://[a-z-]+\.localhost:(\d+)/")


class Demo:
    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._web: DemoWeb | None = None
        self._lock = threading.Lock()

    def seeds(self) -> list[str]:
        """Where a crawl of it starts; serves it from now on."""
        return self._serve(_PORT).seeds

    def start_again(self) -> None:
        """Where an earlier crawl knows it by its port, it stands there again, so that the job can be run again."""
        for job in self._workspace.desk.jobs():
            port = _SEED.fullmatch(job.settings.seeds[0]) if job.settings.seeds else None
            if port and job.settings.name == "Demo":
                self._serve(int(port[1]))

    def stop(self) -> None:
        if self._web is not None:
            self._web.stop()

    def _serve(self, port: int) -> DemoWeb:
        with self._lock:
            if self._web is None:
                try:
                    self._web = DemoWeb(port, calendar_months=DEMO_MONTHS)
                except (OSError, OverflowError):
                    self._web = DemoWeb(0, calendar_months=DEMO_MONTHS)
                self._web.start()
            return self._web
