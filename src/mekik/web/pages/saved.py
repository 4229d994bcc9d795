"""Saved searches, and for administrators how alerts go out."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.params import Body, FromPath, QueryParameter
from litestar.response import Redirect, Template

from mekik.errors import Conflict, UsageError
from mekik.fetch import Egress
from mekik.web.alerts import mail
from mekik.web.asking import ASKED, Asked
from mekik.web.pages.base import page, root_of, site_of
from mekik.web.people import administrator, myself, person_of
from mekik.web.saved import ALERTS, Saved
from mekik.web.site import Site

_Form = Body(media_type=RequestEncodingType.URL_ENCODED)
LONGEST_TARGET = 500
MOST_MATCHES = 10_000


class Keep(msgspec.Struct):
    title: str = ""
    alert: str = ""
    target: str = ""


class MailForm(msgspec.Struct):
    server: str = ""
    port: str = "587"
    security: str = "starttls"
    user: str = ""
    password: str = ""
    sender: str = ""
    allow: str = ""
    test: str = ""


def checked(site: Site, person_name: str, root: str, asked: Asked, keep: Keep) -> Saved:
    """Saves it, or raises UsageError: nothing to look for, too broad for alerts, or nowhere to send them."""
    if not asked.anything:
        raise UsageError("There is nothing to look for.")
    target = keep.target.strip()
    if keep.alert not in ALERTS or len(target) > LONGEST_TARGET:
        raise UsageError("Alerts go by mail or to a webhook.")
    if keep.alert == "mail" and not mail.is_address(target):
        raise UsageError(f"{target!r} is not a mail address.")
    settings = site.saved.mail()
    if keep.alert == "mail" and not settings.server:
        raise UsageError("No mail server is set. An administrator can do that on the page of saved searches.")
    if keep.alert == "webhook":
        refused = Egress(settings.allow_addresses).check_url(target)
        if refused is not None or not target.startswith(("http://", "https://")):
            raise UsageError(f"This webhook cannot be used: {refused.reason if refused else 'it is no web address'}")
    person = site.accounts.person(person_name)
    if keep.alert and person is not None:
        options = {**asked.options(), "cursor": ""}
        total = site.workspace.search(asked.q, viewer=site.viewer(person), limit=0, **options).total
        if total > MOST_MATCHES:
            raise UsageError(f"{total:,} pages match already. Alerts need a search of at most {MOST_MATCHES:,}.")
    if keep.alert == "mail":
        site.saved.addresses.ask(person_name, target, root, settings, person.locale if person else "")
    title = " ".join(keep.title.split()) or asked.q or "–"
    target = target if keep.alert else ""
    return site.saved.add(person_name, title, asked.parameters(), keep.alert, target, root)


@get("/saved", guards=[myself], dependencies=ASKED, sync_to_thread=True)
def saved_page(
    request: Request[Any, Any, Any], asked: NamedDependency[Asked],
    done: Annotated[str, QueryParameter(max_length=20)] = "",
) -> Template:  # fmt: skip
    """The list; with a query, also the form that saves it."""
    return _page(request, asked, done=done if done == "asked" else "")


def _page(
    request: Request[Any, Any, Any], asked: Asked, error: str = "", done: str = "", status: int = 200
) -> Template:
    site, person = site_of(request), person_of(request)
    kept = [
        (one, msgspec.convert(one.asked, Asked, strict=False),
         one.alert != "mail" or site.saved.addresses.is_confirmed(person.name, one.target))
        for one in site.saved.of(person.name)
    ]  # fmt: skip
    return page(
        request, "saved.html", status=status, asked=asked, kept=kept, error=error, done=done, mail=site.saved.mail(),
        fresh=asked.anything, root=root_of(request),
    )  # fmt: skip


@post("/saved", guards=[myself], dependencies=ASKED, sync_to_thread=True)
def save(
    request: Request[Any, Any, Any], asked: NamedDependency[Asked], data: Annotated[Keep, _Form]
) -> Template | Redirect:
    try:
        checked(site_of(request), person_of(request).name, root_of(request), asked, data)
    except UsageError as error:
        return _page(request, asked, str(error), status=400)
    return Redirect("/saved?done=asked" if data.alert == "mail" else "/saved", status_code=303)


@post("/saved/{id:int}/remove", guards=[myself], sync_to_thread=True)
def remove(request: Request[Any, Any, Any], id: FromPath[int]) -> Redirect:
    if not site_of(request).saved.remove(id, person_of(request).name):
        raise NotFoundException("There is no such search.")
    return Redirect("/saved", status_code=303)


class Feed(msgspec.Struct):
    wanted: str = ""


@post("/saved/{id:int}/feed", guards=[myself], sync_to_thread=True)
def change_feed(request: Request[Any, Any, Any], id: FromPath[int], data: Annotated[Feed, _Form]) -> Redirect:
    """A new address of its feed, or none."""
    if site_of(request).saved.set_feed(id, person_of(request).name, data.wanted == "yes") is None:
        raise NotFoundException("There is no such search.")
    return Redirect("/saved", status_code=303)


@post("/saved/{id:int}/confirmation", guards=[myself], sync_to_thread=True)
def confirm_again(request: Request[Any, Any, Any], id: FromPath[int]) -> Template | Redirect:
    try:
        ask_again(request, id)
    except UsageError as error:
        return _page(request, Asked(), str(error), status=400)
    return Redirect("/saved?done=asked", status_code=303)


def ask_again(request: Request[Any, Any, Any], id: int) -> None:
    """Sends the link to confirm the address of this search once more."""
    site, person = site_of(request), person_of(request)
    found = site.saved.one(id)
    if found is None or found.user != person.name or found.alert != "mail":
        raise NotFoundException("There is no such search.")
    if site.saved.addresses.is_confirmed(person.name, found.target):
        raise Conflict("This address is confirmed.")
    if not site.saved.addresses.ask(person.name, found.target, root_of(request), site.saved.mail(), person.locale):
        raise Conflict("A mail went to this address a moment ago. Look for it, or try again in ten minutes.")


Id = Annotated[int, QueryParameter(name="id", ge=0, lt=1 << 62)]
Key = Annotated[str, QueryParameter(name="key", max_length=100)]


@get("/saved/off", sync_to_thread=True)
def off_form(request: Request[Any, Any, Any], id: Id = 0, key: Key = "") -> Template:
    """Where a mail leads to: asks first, because programs follow links in mails too."""
    _by_key(request, id, key)
    return page(request, "saved-off.html", id=id, key=key, done=False)


@post("/saved/off", sync_to_thread=True, status_code=200)
def turn_off(request: Request[Any, Any, Any], id: Id = 0, key: Key = "") -> Template:
    _by_key(request, id, key)
    site_of(request).saved.silence(id)
    return page(request, "saved-off.html", id=id, key=key, done=True)


@get("/saved/confirm", sync_to_thread=True)
def confirm_form(request: Request[Any, Any, Any], key: Key = "") -> Template:
    """Where the first mail leads to: asks, because programs follow links in mails too."""
    found = site_of(request).saved.addresses.asked(key)
    return page(request, "saved-confirm.html", status=200 if found else 404, asked=found, key=key, done=False)


@post("/saved/confirm", sync_to_thread=True, status_code=200)
def confirm(request: Request[Any, Any, Any], key: Key = "") -> Template:
    addresses = site_of(request).saved.addresses
    found = addresses.asked(key)
    done = addresses.confirm(key)
    return page(request, "saved-confirm.html", status=200 if done else 404, asked=found, key=key, done=done)


def _by_key(request: Request[Any, Any, Any], id: int, key: str) -> None:
    found = site_of(request).saved.one(id)
    if found is None or not secrets.compare_digest(found.secret.encode(), key.encode()):
        raise NotFoundException("There is no such search.")


@post("/saved/mail", guards=[administrator], sync_to_thread=True)
def set_mail(request: Request[Any, Any, Any], data: Annotated[MailForm, _Form]) -> Template | Redirect:
    """An empty password keeps the one that is there."""
    site = site_of(request)
    before = site.saved.mail()
    try:
        settings = mail.MailSettings(
            server=data.server.strip(), port=int(data.port) if data.port.isdecimal() else 0,
            security=data.security if data.security in ("tls", "none") else "starttls",  # type: ignore[arg-type]  # checked
            user=data.user.strip(), password=data.password or (before.password if data.user else ""),
            sender=data.sender.strip(), allow_addresses=data.allow.replace(",", " ").split(),
        )  # fmt: skip
        settings.check()
        Egress(settings.allow_addresses)
        if data.test.strip():
            if not mail.is_address(data.test.strip()):
                raise UsageError(f"{data.test.strip()!r} is not a mail address.")
            mail.send(settings, mail.message(settings.sender, data.test.strip(), "Mekik", "It works. Çalışıyor."))
    except (UsageError, mail.NotSent) as error:
        return _page(request, Asked(), str(error), status=400)
    site.saved.set_mail(settings)
    return Redirect("/saved", status_code=303)


HANDLERS = [saved_page, save, remove, change_feed, confirm_again, off_form, turn_off, confirm_form, confirm, set_mail]
