"""What is told of a page that was read: to the store, and to an ordering that learns."""

from __future__ import annotations

from mekik.crawl.departures import Fate
from mekik.crawl.facts import content_type_of, short_digest
from mekik.frontier import Frontier, PageFinds, Visit
from mekik.frontier.finds import GONE, READ
from mekik.ordering import Lesson
from mekik.outcome import Outcome, Status
from mekik.page import Links, Page

_TELLING = READ | GONE


def finds_of(page: Page, frontier: Frontier, *, stays: bool) -> PageFinds | None:
    """What was picked out of the page; None when that leaves the store as it is. `stays`: it was not seen, and is
    not given up yet."""
    if stays:
        return None
    finds = page.document.finds if page.document and page.outcome in READ else []
    if not finds and not (frontier.has_finds and page.outcome in _TELLING):
        return None
    return PageFinds(page.address.id, int(page.exchange.started_at), finds)


def visit_of(
    page: Page, digest: bytes | None, duplicate_of: int | None, indexed: bool, frontier: Frontier, fate: Fate
) -> Visit:  # fmt: skip
    exchange, capture = page.exchange, page.capture
    done = page.outcome.status is Status.COMPLETED
    visit = Visit(
        address=page.address.id,
        at=int(exchange.started_at),
        code=exchange.status,
        type=frontier.numbers.type(content_type_of(exchange)),
        bytes=len(exchange.body),
        ms=int(exchange.elapsed * 1000),
        digest=short_digest(digest) if done and digest and exchange.body else None,
        file=frontier.numbers.file(capture.file) if capture else None,
        offset=capture.offset if capture else None,
        length=capture.length if capture else None,
        etag=exchange.headers.get("etag") if done else None,
        last_modified=exchange.headers.get("last-modified") if done else None,
        language=page.analysis.language if page.analysis else None,
        duplicate_of=duplicate_of,
        indexed=int(indexed),
    )
    if fate is Fate.LEFT:  # the index may still have it: should it come back, it replaces that
        return visit._replace(digest=visit.digest or 0)
    same = page.outcome is Outcome.NOT_MODIFIED
    before = frontier.visit(page.address.id) if same or fate in (Fate.KEPT, Fate.HELD) else None
    if before is None:
        return visit
    # What did not change, or could not be seen, is still as the visit that brought it found it.
    visit = visit._replace(
        type=before.type, bytes=before.bytes, digest=before.digest, language=before.language,
        duplicate_of=before.duplicate_of, indexed=before.indexed, etag=visit.etag or before.etag,
        last_modified=visit.last_modified or before.last_modified,
    )  # fmt: skip
    # What was held back is to be sent in full the next time.
    return visit._replace(etag=None, last_modified=None) if fate is Fate.HELD else visit


def lesson_of(page: Page, links: Links, frontier: Frontier) -> Lesson:
    address, analysis = page.address, page.analysis
    return Lesson(
        id=address.id,
        host=frontier.numbers.host(address.authority),
        key=address.key,
        url=address.url,
        depth=address.depth,
        links=links,
        title=page.document.title if page.document else "",
        language=analysis.language if analysis else "",
        words=analysis.content_exact if analysis else "",
        roots=analysis.content_root if analysis else "",
        anchor=address.anchor,
        found_on=address.found_on,
        around=address.around,
    )
