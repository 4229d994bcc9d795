"""A job as a file: its archive, texts, addresses, finds, links or sitemap."""

from __future__ import annotations

import threading
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from litestar import Request, get
from litestar.background_tasks import BackgroundTask
from litestar.exceptions import TooManyRequestsException
from litestar.params import FromPath, FromQuery
from litestar.response import File

from mekik.web.api.document import sends
from mekik.web.api.looking import visible
from mekik.web.pages.base import site_of
from mekik.web.people import member

Kind = Literal["warc", "jsonl", "csv", "parquet", "finds", "links", "sitemap"]
_ENDINGS = {"warc": "warc.gz", "sitemap": "xml"}
_TYPES = {
    "warc.gz": "application/warc", "jsonl": "application/jsonl", "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet", "xml": "application/xml",
}  # fmt: skip
_one_at_a_time = threading.Lock()
"""An export reads a whole job and fills a disk for a while."""


@get(
    "/api/v1/jobs/{name:str}/export/{kind:str}", tags=["jobs"], guards=[member], sync_to_thread=True,
    operation_id="exportPages", opt=sends(*(kind.partition(";")[0] for kind in _TYPES.values())),
)  # fmt: skip
def export(
    request: Request[Any, Any, Any], name: FromPath[str], kind: FromPath[Kind],
    format: FromQuery[Literal["csv", "jsonl", "parquet"]] = "csv",
) -> File:  # fmt: skip
    """The whole job as a file. `format` counts for finds and links. Pages that ask robots not to keep or show them are
    left out; cells that a spreadsheet would take for a formula are made harmless."""
    job = visible(request, name)
    ending = format if kind in ("finds", "links") else _ENDINGS.get(kind, kind)
    if not _one_at_a_time.acquire(blocking=False):
        raise TooManyRequestsException(
            "Another export is being made. Ask again in a moment.", headers={"retry-after": "5"}
        )
    folder = TemporaryDirectory(prefix="mekik-export-")
    try:
        file = Path(folder.name) / f"export.{ending}"
        site_of(request).workspace.export(kind, file, job, format)
    except BaseException:
        folder.cleanup()
        raise
    finally:
        _one_at_a_time.release()
    shown = f"{job.replace('~', '-')}-{kind}.{ending}"
    return File(file, filename=shown, media_type=_TYPES[ending], background=BackgroundTask(_clean, folder))


async def _clean(folder: TemporaryDirectory[str]) -> None:
    folder.cleanup()


HANDLERS = [export]
