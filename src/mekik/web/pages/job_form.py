"""Making a job, and changing its settings: a form that starts simple and unfolds into everything."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath, FromQuery
from litestar.response import Redirect, Template

from mekik.crawl.robots import names, robot, robot_settings
from mekik.crawl.seeding import seeds_for_query
from mekik.errors import MekikError, UsageError
from mekik.settings import Settings, build
from mekik.web.job_form import SIMPLE, read, sections
from mekik.web.pages.base import locale_of, page, site_of
from mekik.web.people import Person, crawler, person_of
from mekik.web.site import Site
from mekik.web.texts import catalogue

_Form = Body(media_type=RequestEncodingType.MULTI_PART)
_MOST_FILE = 1_900_000
_FROM_QUERY = 20

Typed = dict[str, str]
Look = dict[str, object]


@get("/new-job", sync_to_thread=True, guards=[crawler], include_in_schema=False)
def new_form(request: Request[Any, Any, Any], robot: FromQuery[str] = "") -> Template:
    contact = _last_contact(site_of(request), person_of(request))
    settings = build({"fetch.contact": contact}, _base(robot))
    return _form(request, settings, robot=robot if robot in names() else "")


@post("/new-job", sync_to_thread=True, guards=[crawler], include_in_schema=False)
def new_job(request: Request[Any, Any, Any], data: Annotated[dict[str, Any], _Form]) -> Template | Redirect:
    """Makes the job, or shows the form again: with another robot, with more seeds, or with what is wrong."""
    site, person = site_of(request), person_of(request)
    typed = _typed(data)
    chosen, do = typed.get("robot", ""), typed.get("do", "save")
    shown = _base(chosen)
    if do.startswith("robot:"):
        chosen, before = do.removeprefix("robot:"), chosen
        try:
            values = read(typed, _base(before), admin=person.is_administrator)
            return _form(request, build(values, _base(chosen)), robot=chosen)
        except UsageError as error:
            return _form(request, shown, robot=before, typed=typed, error=str(error))
    try:
        if do == "seeds":
            typed["seeds"] = _with_seeds(request, site, typed)
            return _form(request, shown, robot=chosen, typed=typed)
        values = read(typed, shown, admin=person.is_administrator)
        if do in ("check", "try"):
            draft = site.workspace.desk.draft(
                person.name, values, robot=chosen or None, trusted=person.is_administrator
            )
            return _form(request, shown, robot=chosen, typed=typed, look=_look(site, person, do, draft))
        job = site.workspace.desk.create(person.name, values, robot=chosen or None, trusted=person.is_administrator)
    except MekikError as error:
        return _form(request, shown, robot=chosen, typed=typed, error=str(error))
    if do == "run":
        site.workspace.desk.run(job.name)
    return Redirect(f"/jobs/{job.name}", status_code=303)


@get("/jobs/{name:str}/settings", sync_to_thread=True, guards=[crawler], include_in_schema=False)
def settings_form(request: Request[Any, Any, Any], name: FromPath[str]) -> Template:
    job = site_of(request).job(person_of(request), name, change=True)
    return _form(request, job.settings, job=name)


@post("/jobs/{name:str}/settings", sync_to_thread=True, guards=[crawler], include_in_schema=False)
def change_settings(
    request: Request[Any, Any, Any], name: FromPath[str], data: Annotated[dict[str, Any], _Form]
) -> Template | Redirect:
    site, person = site_of(request), person_of(request)
    job = site.job(person, name, change=True)
    typed = _typed(data)
    try:
        if typed.get("do") == "seeds":
            typed["seeds"] = _with_seeds(request, site, typed)
            return _form(request, job.settings, job=name, typed=typed)
        values = read(typed, job.settings, admin=person.is_administrator)
        if typed.get("do") in ("check", "try"):
            draft = site.workspace.desk.draft(job.owner, values, trusted=person.is_administrator, base=job.settings)
            return _form(request, job.settings, job=name, typed=typed, look=_look(site, person, typed["do"], draft))
        site.workspace.desk.edit(name, values, trusted=person.is_administrator)
    except MekikError as error:
        return _form(request, job.settings, job=name, typed=typed, error=str(error))
    if typed.get("do") == "run":
        site.workspace.desk.run(name)
    return Redirect(f"/jobs/{name}", status_code=303)


def _look(site: Site, person: Person, do: str, draft: Settings) -> Look:
    desk = site.workspace.desk
    if do == "check":
        return {"checked": site.trials.run(person.name, lambda: desk.check(draft))}
    return {"tried": site.trials.run(person.name, lambda: desk.try_out(draft))}


def _form(
    request: Request[Any, Any, Any], settings: Settings, *, robot: str = "", job: str = "", typed: Typed | None = None,
    error: str = "", look: Look | None = None,
) -> Template:  # fmt: skip
    person, locale = person_of(request), locale_of(request)
    found = sections(settings, locale, admin=person.is_administrator, typed=typed)
    fields = {field.name: field for part in found.values() for field in part}
    sentences = catalogue(locale)
    status = 400 if error and not request.headers.get("hx-request") else 200  # htmx shows no answer with an error
    rest = [
        (sentences.get(f"form.part.{part}", part), [field for field in some if field.name not in SIMPLE])
        for part, some in found.items()
    ]
    return page(
        request, "job-form.html", status=status, job=job, tab="settings", robot=robot, error=error,
        robots=_cards(locale), fields=fields, rest=[part for part in rest if part[1]],
        seed_query=(typed or {}).get("seed_query", ""), looked=(typed or {}).get("do") in ("check", "try"),
        **(look or {}),
    )  # fmt: skip


def _last_contact(site: Site, person: Person) -> str | None:
    """What the person said the last time: nobody wants to type it for every job."""
    mine = [job for job in site.workspace.desk.jobs() if job.owner == person.name and job.settings.fetch.contact]
    return mine[-1].settings.fetch.contact if mine else None


def _cards(locale: str) -> list[tuple[str, str, str]]:
    """Name, heading and sentence of each robot."""
    cards = []
    for name in names():
        about = robot(name).about
        heading, _, sentence = about.get(locale, about["en"]).partition(":")
        cards.append((name, heading, sentence.strip()))
    return cards


def _base(name: str) -> Settings:
    return robot_settings(name) if name in names() else build({})


def _typed(data: dict[str, Any]) -> Typed:
    """Texts of the form; a file of seeds is added to those that were pasted."""
    typed = {name: str(value) for name, value in data.items() if isinstance(value, str)}
    file = data.get("seed_file")
    if isinstance(file, UploadFile) and file.filename:
        text = file.file.read(_MOST_FILE).decode("utf-8", "replace")
        typed["seeds"] = "\n".join(filter(None, (typed.get("seeds", "").strip(), text.strip())))
    return typed


def _with_seeds(request: Request[Any, Any, Any], site: Site, typed: Typed) -> str:
    """The addresses typed so far and those that a query finds among what this person may see."""
    viewer = site.viewer(person_of(request))
    found = seeds_for_query(
        typed.get("seed_query", ""), lambda text, most: site.workspace.search(text, viewer=viewer, limit=most).hits,
        _FROM_QUERY,
    )  # fmt: skip
    return "\n".join(dict.fromkeys([*typed.get("seeds", "").split(), *(seed.url for seed in found.seeds)]))


HANDLERS = [new_form, new_job, settings_form, change_settings]
