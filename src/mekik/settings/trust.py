"""Settings of what is not to fool us: repeated content and spam."""

from __future__ import annotations

from typing import Annotated, Literal

from mekik.settings.base import Section, row


class DuplicatesSettings(Section, frozen=True, kw_only=True):
    near: Annotated[bool, row("Find pages that say nearly the same, not only the same.")] = True
    threshold: Annotated[
        float, row("Share of word pairs that two texts have in common from which on they are alike.", ge=0.3, le=1)
    ] = 0.55
    min_words: Annotated[int, row("Shorter texts are never counted as alike.", unit="words", ge=1)] = 20
    memory: Annotated[
        int, row("For comparing texts, 136 bytes each; beyond it the oldest are no longer compared.", unit="bytes",
                 ge=1_000_000, admin=True)
    ] = 512_000_000  # fmt: skip


class SpamSettings(Section, frozen=True, kw_only=True):
    action: Annotated[
        Literal["drop", "lower", "mark"],
        row("What becomes of spam: not indexed, ranked lower, or only marked."),
    ] = "lower"
    threshold: Annotated[float, row("Spam score from which on a page counts as spam.", gt=0, le=1)] = 0.5
    farm_hosts: Annotated[
        int, row("Sites that link to each other and hardly anywhere else: a link farm has at least so many.", ge=3)
    ] = 4  # fmt: skip
