"""Crawling, and going on with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mekik.crawl.browser import require_browser
from mekik.crawl.catalogue import Catalogue, Job
from mekik.crawl.finished import Finished, finished
from mekik.crawl.folder import EngineLock, job_name
from mekik.crawl.publishing import Progress
from mekik.crawl.robots import robot_settings
from mekik.crawl.rules import validate
from mekik.crawl.run import Run
from mekik.crawl.seeding import SeedSet, first_settings, make_seeds, seeds_for_query
from mekik.errors import UsageError
from mekik.settings import Settings, build
from mekik.urls import Normaliser, authority
from mekik.workspace.searching import Searching


class Crawling(Searching):
    def crawl(
        self,
        seeds: str | Sequence[str] = (),
        settings: Settings | Mapping[str, Any] | None = None,
        progress: Progress | None = None,
        strict_limits: bool = False,
        robot: str | None = None,
        **more: Any,
    ) -> Finished:
        """Crawls from the seeds until nothing is left or a limit is reached.

        `settings` and keyword arguments use the names of the settings table, with `__` for the dot:
        `crawl("https://example.org", scope__max_pages=100)`. A job of the same name that was interrupted goes on;
        one that had finished is crawled anew, with conditional requests. `robot` names a preset that the settings go
        on top of: `crawl("https://blog.example", robot="blog")`; see `mekik.crawl.robots`.
        """
        if robot is not None and isinstance(settings, Settings):
            raise UsageError("A robot goes below other settings: give those as a mapping, or build them on its.")
        base = robot_settings(robot) if robot is not None else None
        wanted = settings if isinstance(settings, Settings) else build(settings or {}, base)
        if more:
            wanted = build({name.replace("__", "."): value for name, value in more.items()}, wanted)
        named = (seeds,) if isinstance(seeds, str) else tuple(seeds)
        wanted = build({"seeds": [*wanted.seeds, *named]}, wanted)
        if not wanted.seeds:
            raise UsageError("There is nothing to crawl. Name a site: mekik crawl https://example.org")
        validate(wanted)
        require_browser(wanted)
        name = job_name(wanted.name or _host(wanted.seeds[0]))
        self._folder.create()
        with EngineLock(self._folder.lock), self._catalogue() as catalogue:
            before = catalogue.get(name)
            if before is not None:
                wanted = build({"seeds": list(dict.fromkeys([*before.settings.seeds, *wanted.seeds]))}, wanted)
            job = catalogue.save(name, wanted)
            return self._run(catalogue, job, progress, strict_limits, new_pass=job.is_done)

    def resume(self, job: str | None = None, progress: Progress | None = None, strict_limits: bool = False) -> Finished:
        """Goes on with an interrupted job, by default the last one."""
        self._folder.require()
        with EngineLock(self._folder.lock), self._catalogue() as catalogue:
            return self._run(catalogue, catalogue.require(job), progress, strict_limits, new_pass=False)

    def seeds(
        self, listing: str | Path | None = None, *, query: str | None = None, pages: int = 500,
        limit: int | None = None, settings: Settings | None = None, **choice: Any,
    ) -> SeedSet:  # fmt: skip
        """Where a crawl should start: from a list of sites, or from a query to the index. `choice` is as in
        `mekik.crawl.seeding.make_seeds`: way, per_country, apart, job. `pages`: of the first small crawl."""
        if listing is None:
            return seeds_for_query(query or "", lambda text, most: self.search(text, limit=most).hits, limit)
        first = first_settings(pages, settings)
        return make_seeds(self._folder, Path(listing), lambda urls: self.crawl(urls, first).job, limit=limit, **choice)

    def _run(
        self, catalogue: Catalogue, job: Job, progress: Progress | None, strict_limits: bool, *, new_pass: bool
    ) -> Finished:
        ended = Run(self._folder, catalogue, job, progress).run(new_pass=new_pass)
        return finished(ended.snapshot, ended.state, ended.reason, limit=bool(ended.limit), strict_limits=strict_limits)


def _host(seed: str) -> str:
    if seed[:5].lower() == "file:":  # the end of a path says more than its beginning
        return f"files {seed[5:].rstrip('/')[-50:]}"
    url = Normaliser().normalise(seed)
    return authority(url) if url else seed
