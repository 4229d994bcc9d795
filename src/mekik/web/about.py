"""Everything about one address that a person may know, for the page and for programs."""

from __future__ import annotations

from litestar.exceptions import NotFoundException

from mekik.crawl.copies import NoCopy, OutLink, Withheld
from mekik.crawl.text_diff import Difference, difference
from mekik.crawl.why import Why
from mekik.web.kept import KeptTable
from mekik.web.people import Person
from mekik.web.site import Site
from mekik.web.tasks import Progress, Task

MOST_JOBS = 30
MOST_LINKS = 300
_READABLE = ("text/", "application/xhtml", "application/xml", "application/json", "application/rss", "application/atom")


def known_in(site: Site, person: Person, url: str) -> list[Why]:
    """What each job that knows the address says of it; where none does, what would become of it."""
    seen = site.jobs_of(person)
    jobs = [name for name in site.workspace.jobs() if name in seen]
    answers = [site.workspace.why(url, job, among=seen) for job in jobs[-MOST_JOBS:]]
    return [answer for answer in answers if answer.status != "unknown"] or [site.workspace.why(url, among=seen)]


def changed(site: Site, person: Person, url: str, old: str, new: str) -> Difference:
    """Between the copies nearest to two times."""
    try:
        texts = [site.text(person, url, at).text for at in (old, new)]
    except NoCopy as error:
        raise NotFoundException(str(error)) from None
    return difference(*texts)


def links_out(site: Site, person: Person, url: str, at: str = "") -> tuple[list[OutLink], int]:
    """Of the archived page; none where there is no page, or none that may be shown."""
    copies = site.copies(person)
    try:
        copy = copies.open(url, at)
    except (NoCopy, Withheld):
        return [], 0
    return copies.links(copy, MOST_LINKS) if copy.content_type.startswith(_READABLE) else ([], 0)


def ask_links_to(site: Site, person: Person, job: str, url: str) -> Task:
    """Its result is a KeptTable."""

    def work(progress: Progress) -> KeptTable:
        return KeptTable(site.workspace.links_to(url, job, progress), progress)

    return site.tasks.ask(("links-to", job, url), work, person.name)
