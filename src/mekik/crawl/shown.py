"""One page out of the archive, for people and programs: its last answer, unless it asks not to be shown."""

from __future__ import annotations

from mekik import bytestream
from mekik.archive import captures, read, warc_files
from mekik.crawl.catalogue import Job
from mekik.crawl.facts import source_of
from mekik.crawl.folder import Folder
from mekik.crawl.rules import Rules
from mekik.errors import UsageError
from mekik.page import Exchange
from mekik.parse import parse
from mekik.settings import Settings


def last_answer(folder: Folder, jobs: list[Job], asked: str) -> Exchange:
    """The newest one with a document, its body unpacked. Raises UsageError when there is none to be shown."""
    for job in jobs:
        url = Rules(job.settings).normaliser.normalise(asked)
        files = set(warc_files(folder.archive, job.name))
        for entry in reversed(captures(folder.archive, url) if url else []):
            if entry.filename in files and (200 <= entry.status < 300 or entry.status == 304):
                return _opened(read(folder.archive, entry.capture), job.settings)
    raise UsageError(f"The archive has no page {asked}. What is known about it: mekik why {asked}")


def _opened(exchange: Exchange, settings: Settings) -> Exchange:
    if settings.robots.obey:
        normaliser = Rules(settings).normaliser
        source = source_of(exchange, 0, obey=True)
        agent, size = settings.robots.agent, settings.fetch.max_size
        document = parse(source, settings.parse, normaliser, size, agent, with_text=False)[2]
        if document is not None and document.noarchive:
            raise UsageError(f"{exchange.url} asks not to be shown from an archive (noarchive).")
    encoding = exchange.headers.get("content-encoding", "")
    if encoding:
        exchange.body = bytestream.decode(exchange.body, encoding, settings.fetch.max_size).data
    return exchange
