"""What is left of a member's quota when a job of theirs is about to run."""

from __future__ import annotations

import msgspec

from mekik.archive import warc_files
from mekik.crawl.catalogue import Catalogue, Job
from mekik.crawl.folder import Folder
from mekik.crawl.jobs.quotas import Usage
from mekik.frontier import SqliteStore
from mekik.settings import Settings


def usage(folder: Folder, catalogue: Catalogue, owner: str) -> Usage:
    """What all jobs of an owner took so far."""
    jobs = [job for job in catalogue.jobs(deleted=True) if job.owner == owner]
    used = Usage(jobs=sum(1 for job in jobs if job.state.value != "deleted"))
    for job in jobs:
        used.pages += fetched(folder, job.name)[0]
        used.bytes += archived(folder, job.name)
    return used


def fetched(folder: Folder, name: str) -> tuple[int, int]:
    """Pages and bytes of the job's last pass."""
    path = folder.frontier(name)
    if not path.exists():
        return 0, 0
    store = SqliteStore(path, read_only=True)
    try:
        meta = store.meta()
    finally:
        store.close()
    return int(meta.get("pages", 0)), int(meta.get("bytes", 0))


def archived(folder: Folder, name: str) -> int:
    """Bytes of the job's WARC files."""
    return sum((folder.archive / file).stat().st_size for file in warc_files(folder.archive, name))


def within_quota(folder: Folder, catalogue: Catalogue, job: Job) -> Settings | str:
    """The job's settings with no more pages and bytes than its owner may still have, or why it may not run at all."""
    if not job.limited:
        return job.settings
    quota, used = catalogue.quotas.of(job.owner), usage(folder, catalogue, job.owner)
    pages, received = (0, 0) if job.is_done else fetched(folder, job.name)
    scope = job.settings.scope
    if quota.pages is not None:
        others = used.pages - fetched(folder, job.name)[0]
        left = quota.pages - others
        if left <= pages:
            return f"quota: {used.pages} pages are fetched, {quota.pages} are allowed"
        scope = msgspec.structs.replace(scope, max_pages=min(left, scope.max_pages or left))
    if quota.bytes is not None:
        left = quota.bytes - used.bytes
        if left <= 0:
            return f"quota: {used.bytes} bytes are kept, {quota.bytes} are allowed"
        scope = msgspec.structs.replace(scope, max_bytes=min(received + left, scope.max_bytes or received + left))
    return msgspec.structs.replace(job.settings, scope=scope)
