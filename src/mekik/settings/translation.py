"""Finding pages across languages."""

from __future__ import annotations

from typing import Annotated, Literal

from mekik.settings.base import Section, row


class TranslationSettings(Section, frozen=True, kw_only=True):
    documents: Annotated[
        bool, row("Pages are translated while they are indexed, so that they are found in that language too.")
    ] = False
    pivot: Annotated[
        str, row("The language into which they are translated, by its two letters.", pattern="^[a-z]{2,3}$")
    ] = "en"
    queries: Annotated[
        bool, row("Who searches in all languages has the query translated; else only translated pages are looked into.")
    ] = True
    translator: Annotated[
        Literal["auto", "freedict", "libretranslate", "argos"],
        row(
            "Who translates. auto: the server where one is named, Argos Translate where it is installed, else "
            "FreeDict's dictionaries."
        ),
    ] = "auto"
    folders: Annotated[
        tuple[str, ...], row("Where FreeDict's dictionaries lie (freedict-*.index with its text).", admin=True)
    ] = ("/usr/share/dictd",)
    server: Annotated[
        str | None, row("Address of a server that speaks LibreTranslate's language: https://host/.", admin=True)
    ] = None
    key: Annotated[str | None, row("The server's API key.", secret=True, admin=True)] = None
    allow_addresses: Annotated[
        tuple[str, ...], row("Private networks (CIDR) in which the server may stand.", admin=True)
    ] = ()
    timeout: Annotated[float, row("The server must answer within this time.", unit="s", gt=0, le=300)] = 10.0
