"""Where a list goes on: a place, signed for one question of one person, so that no other can be made of it."""

from __future__ import annotations

from mekik.errors import UsageError
from mekik.web.people import Person
from mekik.web.site import Site


def cursor_for(site: Site, person: Person, question: str, offset: int) -> str:
    return f"{offset}.{site.signer.mark('cursor', person.name, question, str(offset))}"


def offset_of(site: Site, person: Person, question: str, cursor: str) -> int:
    """Raises UsageError for a cursor of another question, person or start of the server."""
    text = cursor.partition(".")[0]
    if not cursor:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 16) or cursor != cursor_for(
        site, person, question, int(text)
    ):
        raise UsageError("This cursor is not good here, or not any more. Ask without one.")
    return int(text)
