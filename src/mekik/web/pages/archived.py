"""An archived copy: a banner of ours, and a frame whose content comes from the archive's origin."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Request, get
from litestar.params import QueryParameter
from litestar.response import Redirect, Template

from mekik.crawl.copies import NoCopy, Version, Withheld
from mekik.crawl.copy_reading import Unreadable
from mekik.web.door import host_name
from mekik.web.pages.base import page, site_of
from mekik.web.people import person_of, reader
from mekik.web.replay import policy
from mekik.web.replay.readers import Busy
from mekik.web.replay.signing import LONGEST, Mode

Url = Annotated[str, QueryParameter(name="url", description="The address.", max_length=LONGEST)]
At = Annotated[str, QueryParameter(name="at", description="Nearest to this time, 4 to 14 digits.",
                                   pattern=r"^(\d{4,14})?$")]  # fmt: skip


@get("/archived", sync_to_thread=True, guards=[reader], include_in_schema=False)
def archived(request: Request[Any, Any, Any], url: Url, at: At = "") -> Template | Redirect:
    site, person = site_of(request), person_of(request)
    copies = site.copies(person)
    versions = copies.versions(url)
    try:
        copy = copies.open(url, at)
    except NoCopy:
        return page(request, "archived.html", status=404, url=url, trouble="archived.none", versions=[])
    except Unreadable as error:
        status, word = (503, "archived.busy") if isinstance(error, Busy) else (422, "archived.heavy")
        return page(request, "archived.html", status=status, url=url, trouble=word, versions=versions)
    except Withheld:
        return page(request, "archived.html", status=410, url=url, trouble="archived.withheld", versions=versions)
    target = copies.target(copy)
    if target is not None and target != copy.exchange.url:
        try:
            copies.find(target, copy.version.time)
        except NoCopy:
            return page(request, "archived.html", url=url, trouble="archived.moved", target=target,
                        shown=copy.version, versions=versions)  # fmt: skip
        return Redirect("/archived?" + urlencode({"url": target, "at": at or copy.version.time}), status_code=302)
    origin = site.archive_origin(host_name(request.headers.get("host", "").lower()))
    mode = Mode.PAGE if policy.type_for(Mode.PAGE, copy.content_type, copy.exchange.body) else Mode.FILE
    shown = page(
        request, "archived.html", url=copy.exchange.url, trouble="", shown=copy.version, versions=versions,
        frame=origin + site.signer.link(mode, copy.exchange.url, copy.version.time, person.name), mode=mode.value,
        keep=origin + site.signer.link(Mode.FILE, copy.exchange.url, copy.version.time, person.name),
        complete=copy.complete, content_type=copy.content_type, neighbours=_neighbours(versions, copy.version),
    )  # fmt: skip
    shown.headers["content-security-policy"] = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        f" form-action 'self'; base-uri 'none'; frame-ancestors 'none'; frame-src {origin}"
    )
    return shown


def _neighbours(versions: list[Version], shown: Version) -> tuple[Version | None, Version | None]:
    """The one before and the one after."""
    place = versions.index(shown)
    before = versions[place - 1] if place else None
    return before, versions[place + 1] if place + 1 < len(versions) else None


HANDLERS = [archived]
