"""A crawl of the demo web, quick and bounded."""

from __future__ import annotations

from typing import Any

from mekik.lab.demo import DemoWeb
from mekik.workspace import Workspace

OPTIONS: dict[str, Any] = {
    "fetch.allow_addresses": ["127.0.0.0/8"],
    "frontier.delay": 0.0,
    "frontier.max_delay": 0.05,
    "frontier.retry_delay": 0.2,
    "scope.max_depth": 8,
    "name": "demo",
    "parse.workers": 0,  # a process for each of hundreds of crawls is most of their time; `WORKERS` where it matters
    "capture.emails": True,
    "capture.phones": True,
}

WORKERS = {"parse.workers": 1}

FORMS = {"forms.enabled": True, "forms.words": ["deniz", "tarih"]}
"""With these two words, and those of what they bring, the whole catalogue is found."""


class Crawled:
    """A finished crawl of the demo web."""

    def __init__(self, web: DemoWeb, workspace: Workspace) -> None:
        self.web, self.workspace = web, workspace
        topics = {truth.topic: f"about {truth.topic}" for truth in web.truth() if truth.topic}
        self.finished = workspace.crawl(web.seeds, {**OPTIONS, **FORMS, **WORKERS, "discovery.categories": topics})
