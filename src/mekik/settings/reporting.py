"""Settings of the reports that `mekik report` makes of a job."""

from __future__ import annotations

from typing import Annotated

from mekik.settings.base import AtLeast1, Section, row


class ReportSettings(Section, frozen=True, kw_only=True):
    slow: Annotated[float, row("A page that took at least this long is slow.", unit="s", ge=0)] = 1.0
    tree_depth: Annotated[
        int, row("Levels of the tree of paths; what lies deeper is counted with its folder.", ge=1)
    ] = 5
    tree_width: Annotated[AtLeast1 | None, row("Entries shown of one folder; the rest is counted together.")] = 30
    countries: Annotated[
        str | None,
        row("An mmdb file that tells the country of a network address: for the report countries.", admin=True),
    ] = None
    dictionaries: Annotated[
        tuple[str, ...],
        row("Folders with spelling dictionaries (.dic and .aff), such as Debian's hunspell packages.", admin=True),
    ] = ("/usr/share/hunspell", "/usr/share/myspell/dicts")
    spelling_words: Annotated[tuple[str, ...], row("Words that are right though no dictionary has them.")] = ()
    max_mistakes: Annotated[int, row("Mistakes listed of one page; a page with more is hardly prose.", ge=1)] = 50
    max_spelled: Annotated[
        int, row("Distinct words looked up in the dictionaries for one report.", ge=1, admin=True)
    ] = 2_000_000
    suggestions: Annotated[
        int, row("For so many of the most frequent mistakes a right spelling is suggested.", ge=0)
    ] = 10
