"""The system under /api/v1/system, for administrators."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, get, post, put
from litestar.params import JSONBody

from mekik.web import system
from mekik.web.pages.base import site_of
from mekik.web.people import administrator, person_of
from mekik.web.system import Health, System

_SYSTEM: dict[str, Any] = {"tags": ["system"], "guards": [administrator], "sync_to_thread": True}


class Switch(msgspec.Struct, forbid_unknown_fields=True):
    passive: bool


@get("/api/v1/system", operation_id="getSystem", **_SYSTEM)
def look(request: Request[Any, Any, Any]) -> System:
    """What runs, what is kept where, who there is."""
    return system.look(site_of(request))


@put("/api/v1/system", operation_id="setSystem", **_SYSTEM)
def switch(request: Request[Any, Any, Any], data: JSONBody[Switch]) -> System:
    """Active, or passive: searches only. A job that runs is set down whole and goes on when it is active again."""
    site_of(request).workspace.set_passive(data.passive)
    return system.look(site_of(request))


@post("/api/v1/system/check", operation_id="startCheck", status_code=202, **_SYSTEM)
def start_check(request: Request[Any, Any, Any]) -> Health:
    """Looks in the background whether archive, databases and index are whole."""
    system.ask_check(site_of(request), person_of(request).name)
    return system.health(site_of(request), system.CHECK)


@get("/api/v1/system/check", operation_id="getCheck", **_SYSTEM)
def get_check(request: Request[Any, Any, Any]) -> Health:
    """How far the check is, or what it found."""
    return system.health(site_of(request), system.CHECK)


@post("/api/v1/system/backup", operation_id="startBackup", status_code=202, **_SYSTEM)
def start_backup(request: Request[Any, Any, Any]) -> Health:
    """Copies everything in the background, into the folder `backups` of the data directory, and checks the copy."""
    system.ask_backup(site_of(request), person_of(request).name)
    return system.health(site_of(request), system.BACKUP)


@get("/api/v1/system/backup", operation_id="getBackup", **_SYSTEM)
def get_backup(request: Request[Any, Any, Any]) -> Health:
    """How far the backup is, or what came of it."""
    return system.health(site_of(request), system.BACKUP)


HANDLERS = [look, switch, start_check, get_check, start_backup, get_backup]
