"""One address: what became of it and why, its archived versions and what changed between two, its links."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Request, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, QueryParameter
from litestar.response import Redirect, Template

from mekik.crawl.copies import OutLink
from mekik.crawl.copy_reading import Unreadable
from mekik.errors import UsageError
from mekik.web.about import ask_links_to, changed, known_in, links_out
from mekik.web.kept import KeptTable
from mekik.web.making import PATIENCE, task_facts
from mekik.web.pages.base import page, require_job, site_of
from mekik.web.people import crawler, person_of, reader
from mekik.web.tasks import wait_for

Url = Annotated[str, QueryParameter(name="url", max_length=8192)]
Stamp = r"^(\d{4,14})?$"
_MOST_SHOWN = 200
_PAGE: dict[str, Any] = {"guards": [reader], "include_in_schema": False}


class Ask(msgspec.Struct):
    url: Annotated[str, msgspec.Meta(max_length=8192)]
    job: Annotated[str, msgspec.Meta(max_length=100)]


@get("/address", sync_to_thread=True, **_PAGE)
def address(
    request: Request[Any, Any, Any], url: Url = "",
    old: Annotated[str, QueryParameter(name="from", pattern=Stamp)] = "",
    new: Annotated[str, QueryParameter(name="to", pattern=Stamp)] = "",
) -> Template:  # fmt: skip
    site, person = site_of(request), person_of(request)
    if not url.strip():
        return page(request, "address.html", url="", answers=[])
    answers = known_in(site, person, url)
    versions = site.copies(person).versions(answers[0].url)
    links: list[OutLink] = []
    total, difference, heavy = 0, None, False
    try:
        links, total = links_out(site, person, answers[0].url)
        difference = changed(site, person, answers[0].url, old, new) if old and new else None
    except Unreadable:
        heavy = True
    jobs = [answer.job for answer in answers if answer.job]
    tasks = {job: site.tasks.get(("links-to", job, answers[0].url)) for job in jobs}
    found = {
        job: (task_facts(task), list(task.result.rows(0, _MOST_SHOWN)) if isinstance(task.result, KeptTable) else [],
              task.result.total if isinstance(task.result, KeptTable) else 0)
        for job, task in tasks.items() if task is not None
    }  # fmt: skip
    owners = site.workspace.owners()
    return page(
        request, "address.html", url=answers[0].url, answers=answers, versions=versions, out=links, total=total,
        changeable={job for job in jobs if site.may_change(person, owners[job])},
        linked=found, difference=difference, heavy=heavy,
        old=old or (versions[-2].time if len(versions) > 1 else ""), new=new or (versions[-1].time if versions else ""),
        making=any(facts["state"] in ("waiting", "running") for facts, _, _ in found.values()),
    )  # fmt: skip


@post("/address/links", sync_to_thread=True, **_PAGE)
def look_for_links(
    request: Request[Any, Any, Any], data: Annotated[Ask, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Redirect:
    job = require_job(request, data.job)
    wait_for(ask_links_to(site_of(request), person_of(request), job, data.url), PATIENCE)
    return Redirect("/address?" + urlencode({"url": data.url}) + "#links-in", status_code=303)


@post("/address/restore", sync_to_thread=True, **{**_PAGE, "guards": [crawler]})
def restore(
    request: Request[Any, Any, Any], data: Annotated[Ask, Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Redirect:
    """Makes a page that left the index searchable again."""
    site = site_of(request)
    site.job(person_of(request), data.job, change=True)
    if site.workspace.restore([data.url], data.job).failed:
        raise UsageError(f"The archive has no page of {data.url} that may be searched.")
    return Redirect("/address?" + urlencode({"url": data.url}), status_code=303)


HANDLERS = [address, look_for_links, restore]
