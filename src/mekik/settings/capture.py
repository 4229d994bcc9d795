"""Settings of what is picked out of pages: part of step 6."""

from __future__ import annotations

from typing import Annotated

import msgspec

from mekik.settings.base import Section, row


def _table() -> dict[str, str]:
    return {}


class CaptureSettings(Section, frozen=True, kw_only=True):
    emails: Annotated[bool, row("Pick out e-mail addresses, also in spellings that hide them.")] = False
    phones: Annotated[bool, row("Pick out phone numbers.")] = False
    country: Annotated[
        str,
        row("Country of phone numbers without a +, such as TR; auto: by the page's address and language."),
    ] = "auto"
    patterns: Annotated[
        dict[str, str],
        row("Name and regular expression (RE2) each, looked for in the text; a group is what is kept."),
    ] = msgspec.field(default_factory=_table)
    source: Annotated[dict[str, str], row("The same, looked for in the source of HTML pages.")] = msgspec.field(
        default_factory=_table
    )
    css: Annotated[
        dict[str, str],
        row("Name and CSS selector each; its text is kept, or an attribute with ::attr(name) at the end."),
    ] = msgspec.field(default_factory=_table)
    xpath: Annotated[dict[str, str], row("Name and XPath expression each; needs mekik[xpath].")] = msgspec.field(
        default_factory=_table
    )
    pages: Annotated[
        tuple[str, ...], row("Only from pages whose address matches one of these regular expressions (RE2).")
    ] = ()
    max_finds: Annotated[int, row("Finds kept of one page.", ge=1)] = 1000
    max_length: Annotated[int, row("A longer find is cut.", unit="characters", ge=20)] = 500
    context: Annotated[int, row("Text kept on either side of a find.", unit="characters", ge=0, le=500)] = 40
    max_tree: Annotated[int, row("Selectors are not tried on pages with more tags than this.", unit="tags", ge=100)] = (
        100_000
    )
