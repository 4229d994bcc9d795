"""The administrator's page of the system."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Template

from mekik.web import system
from mekik.web.pages.base import page, site_of
from mekik.web.people import administrator, person_of
from mekik.web.tasks import wait_for

_PAGE: dict[str, Any] = {"guards": [administrator], "include_in_schema": False}


class Act(msgspec.Struct):
    act: Literal["check", "backup", "passive", "active"]


@get("/system", sync_to_thread=True, **_PAGE)
def system_page(request: Request[Any, Any, Any]) -> Template:
    site = site_of(request)
    check, backup = system.health(site, system.CHECK), system.health(site, system.BACKUP)
    busy = {check.state, backup.state} & {"waiting", "running"}
    return page(request, "system.html", system=system.look(site), check=check, backup=backup, busy=bool(busy))


@post("/system", sync_to_thread=True, **_PAGE)
def act(
    request: Request[Any, Any, Any], data: Annotated[Act, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Redirect:
    site, name = site_of(request), person_of(request).name
    if data.act == "check":
        wait_for(system.ask_check(site, name), 1.0)
    elif data.act == "backup":
        wait_for(system.ask_backup(site, name), 1.0)
    else:
        site.workspace.set_passive(data.act == "passive")
    return Redirect("/system", status_code=303)


HANDLERS = [system_page, act]
