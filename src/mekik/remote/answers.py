"""Answers of the API that have no name in the local workspace: as much of them as is needed."""

from __future__ import annotations

from typing import Any

import msgspec

from mekik.crawl.gone import GonePage
from mekik.crawl.progress import Snapshot
from mekik.frontier import FoundThing


class JobView(msgspec.Struct):
    name: str
    title: str
    owner: str
    state: str
    reason: str
    created_at: float
    started_at: float | None
    elapsed: float
    may_change: bool
    status: Snapshot


class JobDetail(msgspec.Struct):
    job: JobView
    settings: dict[str, Any]


class Me(msgspec.Struct):
    name: str


class GonePages(msgspec.Struct):
    pages: list[GonePage]
    total: int


class Accepted(msgspec.Struct):
    job: str
    held: int


class Finds(msgspec.Struct):
    finds: list[FoundThing]
    next: str | None


class ArchivedAnswer(msgspec.Struct):
    url: str
    outcome: str
    reason: str
    started_at: float
    elapsed: float
    status: int
    protocol: str
    headers: dict[str, str]
    truncated: str | None
    body: bytes
