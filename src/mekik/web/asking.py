"""What a search page, a feed or a program asks: the query and its filters, all of them in the address."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import msgspec
from litestar.di import Provide
from litestar.params import QueryParameter

LONGEST_QUERY = 10_000
"""Longer ones are refused; the search itself reads fewer and says so."""
_LONGEST_VALUE = 400
_Value = Annotated[str | None, QueryParameter(max_length=_LONGEST_VALUE)]
DEFAULTS = {"sort": "relevance", "similar": "one", "mine": False, "translate": False, "q": ""}


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The same names as in `mekik.search.Wish`."""

    q: str = ""
    host: str | None = None
    language: str | None = None
    type: str | None = None
    topic: str | None = None
    keyword: str | None = None
    job: str | None = None
    since: str | None = None
    until: str | None = None
    sort: Literal["relevance", "date"] = "relevance"
    mine: bool = False
    similar: Literal["one", "all"] = "one"
    translate: bool = False
    cursor: str = ""

    @property
    def anything(self) -> bool:
        """Whether there is something to look for."""
        return bool(self.q.strip()) or any(getattr(self, name) for name in FILTERS)

    def options(self) -> dict[str, Any]:
        """For `Workspace.search`."""
        return {name: getattr(self, name) for name in self.__struct_fields__ if name != "q"}

    def parameters(self, **changes: Any) -> dict[str, str]:
        """What has to stand in an address; a change begins at the first hit again."""
        values = {**msgspec.structs.asdict(self), "cursor": "", **changes}
        return {
            name: "true" if value is True else str(value)
            for name, value in values.items()
            if value and value != DEFAULTS.get(name)
        }

    def address(self, path: str = "/", **changes: Any) -> str:
        parameters = self.parameters(**changes)
        return f"{path}?{urlencode(parameters)}" if parameters else path


FILTERS = ("host", "type", "language", "topic", "keyword", "job", "since", "until", "mine")


def asked(
    q: Annotated[str, QueryParameter(description="The query; any text is one.", max_length=LONGEST_QUERY)] = "",
    host: Annotated[
        str | None, QueryParameter(description="A host or a registrable domain.", max_length=_LONGEST_VALUE)
    ] = None,
    language: _Value = None,
    type: Annotated[
        str | None, QueryParameter(description="html, pdf, office, image, …", max_length=_LONGEST_VALUE)
    ] = None,
    topic: _Value = None,
    keyword: _Value = None,
    job: _Value = None,
    since: Annotated[
        str | None, QueryParameter(description="2024-05-17, or 7d for a week back.", max_length=_LONGEST_VALUE)
    ] = None,
    until: Annotated[str | None, QueryParameter(description="Before that day.", max_length=_LONGEST_VALUE)] = None,
    sort: Annotated[Literal["relevance", "date"], QueryParameter()] = "relevance",
    mine: Annotated[bool, QueryParameter(description="Only one's own collection.")] = False,
    similar: Annotated[
        Literal["one", "all"], QueryParameter(description="Pages that are alike: one hit, or each its own.")
    ] = "one",
    translate: Annotated[bool, QueryParameter(description="Also pages in other languages than the query's.")] = False,
    cursor: Annotated[
        str, QueryParameter(description="`next` or `previous` of an answer to the same question.", max_length=200)
    ] = "",
) -> Asked:
    return Asked(
        q=q, host=host, language=language, type=type, topic=topic, keyword=keyword, job=job, since=since, until=until,
        sort=sort, mine=mine, similar=similar, translate=translate, cursor=cursor,
    )  # fmt: skip


ASKED = {"asked": Provide(asked, sync_to_thread=False)}
