"""What the archive's files are called, and in which order they come."""

from __future__ import annotations

import hashlib
import re
import time
from pathlib import Path

import msgspec

ENDING = ".warc.gz"
MAX_NAME = 100
_NAME = re.compile(r"(?P<job>.+)-(?P<stamp>\d{14})-(?P<serial>\d{5,9})\.warc\.gz\Z")
_DEVICES = {"con", "prn", "aux", "nul", *(f"{kind}{digit}" for kind in ("com", "lpt") for digit in range(1, 10))}


class Position(msgspec.Struct, frozen=True, order=True):
    """A place between two records. Positions of one job compare in the order of writing."""

    file: str = ""
    offset: int = 0


def safe_job_name(job: str) -> str:
    """A job's name as part of a file name: no folders, no devices, no two jobs alike."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", job).strip("._-")
    device = plain.partition(".")[0].lower() in _DEVICES
    if plain == job and job and len(job) <= MAX_NAME and not device:
        return job
    mark = hashlib.sha1(job.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:10]
    return f"{plain[: MAX_NAME - 20] if plain and not device else 'job'}-{mark}"


def warc_files(directory: Path, job: str | None = None) -> list[str]:
    """Names of the WARC files, of one job or of all, each job's in the order of writing."""
    if not directory.is_dir():
        return []
    wanted = None if job is None else safe_job_name(job)
    found = []
    for path in directory.iterdir():
        match = _NAME.match(path.name)
        if match and (wanted is None or match["job"] == wanted):
            found.append((match["job"], match["stamp"], int(match["serial"]), path.name))
    return [name for *_, name in sorted(found)]


def next_file(job: str, last: str | None, now: float | None = None) -> str:
    """The name after `last`. Names keep their order also when the clock is put back."""
    stamp = time.strftime("%Y%m%d%H%M%S", time.gmtime(time.time() if now is None else now))
    serial = 1
    match = _NAME.match(last) if last else None
    if match:
        stamp, serial = max(stamp, match["stamp"]), int(match["serial"]) + 1
    return f"{safe_job_name(job)}-{stamp}-{serial:05d}{ENDING}"


def sidecar_name(warc: str) -> str:
    """Of the CDXJ file that belongs to a WARC file."""
    return warc.removesuffix(ENDING) + ".cdxj"


def inside(directory: Path, name: str) -> Path:
    """The path of an archive file; a name that is no plain file name is no file of ours."""
    if not name or "/" in name or "\\" in name or "\0" in name or name in {".", ".."}:
        raise ValueError(f"{name!r} is not the name of an archive file")
    return directory / name
