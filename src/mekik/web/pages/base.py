"""What every page has: the language, the person, the menu."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Any
from urllib.parse import urlencode

from litestar import Request, Response
from litestar.exceptions import NotFoundException
from litestar.response import Template

from mekik.reasons import in_language
from mekik.version import __version__
from mekik.web.door import LOCALE
from mekik.web.people import person_of
from mekik.web.problems import Problem
from mekik.web.site import Site
from mekik.web.texts import LOCALES, catalogue, choose, namer, sayer


def site_of(request: Request[Any, Any, Any]) -> Site:
    site = request.app.state.site
    assert isinstance(site, Site)
    return site


def root_of(request: Request[Any, Any, Any]) -> str:
    """Where this person reaches the application, for what leaves it: feeds, mails."""
    return site_of(request).application_at.rstrip("/") or str(request.base_url).rstrip("/")


def locale_of(request: Request[Any, Any, Any]) -> str:
    cookies: dict[str, str] = request.scope.get("cookies", {})  # type: ignore[assignment]  # the door put it there
    wanted = cookies.get(LOCALE, "") or person_of(request).locale
    return choose(wanted, request.headers.get("accept-language", ""))


def context(request: Request[Any, Any, Any], **more: object) -> dict[str, object]:
    locale = locale_of(request)
    return {
        "say": sayer(locale),
        "reason_text": partial(in_language, locale=locale),
        "locale": locale,
        "locales": LOCALES,
        "person": person_of(request),
        "here": request.url.path,
        "here_whole": f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path,
        "named": namer(locale),
        "version": __version__,
        "query_string": urlencode,
        **more,
    }


def page(request: Request[Any, Any, Any], template: str, *, status: int = 200, **more: object) -> Template:
    return Template(
        template_name=template, context=context(request, **more), status_code=status,
        headers={"cache-control": "private, no-cache", "vary": "cookie, accept-language"},
    )  # fmt: skip


def error_page(request: Request[Any, Any, Any], problem: Problem) -> Response[Any]:
    engine = request.app.template_engine
    assert engine is not None
    known = catalogue(locale_of(request)).get(f"error.of_{problem.status}", "")
    html = engine.get_template("error.html").render(**context(request, problem=problem, known=known))
    return Response(html, status_code=problem.status, media_type="text/html; charset=utf-8")


def watcher(request: Request[Any, Any, Any]) -> str:
    """Whom a live view is counted for."""
    return person_of(request).name or (request.client.host if request.client else "")


def require_job(request: Request[Any, Any, Any], name: str) -> str:
    """A job that this person may see. Others' are as if they were not there."""
    site = site_of(request)
    if name not in site.jobs_of(person_of(request)):
        raise NotFoundException("There is no such job.")
    return name


def title_of(request: Request[Any, Any, Any], job: str) -> str:
    """What its owner calls it."""
    return site_of(request).workspace.settings(job).name or job


def day(seconds: float | None) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d") if seconds else ""


def moment(seconds: float | None) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S") if seconds else ""


def stamp(digits: str) -> str:
    """The 14 digits of the archive for people."""
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:8]} {digits[8:10]}:{digits[10:12]}:{digits[12:14]}"


def stamp_iso(digits: str) -> str:
    return stamp(digits).replace(" ", "T") + "Z"


def duration(seconds: float | None) -> str:
    """1:02:03, or 2 d 3:04:05."""
    whole = int(seconds or 0)
    days, rest = divmod(whole, 86_400)
    clock = f"{rest // 3600}:{rest % 3600 // 60:02}:{rest % 60:02}"
    return f"{days} d {clock}" if days else clock


def size(count: float | None) -> str:
    """Bytes for people."""
    value = float(count or 0)
    for unit in ("B", "KB", "MB", "GB"):
        if value < 1000 or unit == "GB":
            return f"{value:.0f} {unit}" if unit == "B" or value >= 100 else f"{value:.1f} {unit}"
        value /= 1000
    return ""
