"""/healthz, /readyz and /metrics: for the programs that keep this one running."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get

from mekik.web.meters import exposition
from mekik.web.pages.base import site_of
from mekik.web.people import gauge
from mekik.web.probe import Readiness


class Health(msgspec.Struct):
    status: str


@get("/healthz", sync_to_thread=False, include_in_schema=False)
def healthz() -> Health:
    """The process answers."""
    return Health("ok")


@get("/readyz", sync_to_thread=True, include_in_schema=False)
def readyz(request: Request[Any, Any, Any]) -> Response[Readiness]:
    """It can also write; else 503."""
    answer = site_of(request).probe.look(site_of(request))
    return Response(answer, status_code=200 if answer.ready else 503, headers={"cache-control": "no-store"})


@get("/metrics", sync_to_thread=True, guards=[gauge], include_in_schema=False)
def metrics(request: Request[Any, Any, Any]) -> Response[str]:
    return Response(exposition(site_of(request)), media_type="text/plain; version=0.0.4; charset=utf-8")


HANDLERS = [healthz, readyz, metrics]
