"""What scope and budget answer."""

from __future__ import annotations

import msgspec

from mekik.outcome import Outcome


class Verdict(msgspec.Struct, frozen=True, gc=False):
    allowed: bool
    outcome: Outcome | None = None
    """What becomes of a refused address. None beside a refusal means: not now, ask again later."""
    rule: str = ""
    """What said no, for people; empty when allowed."""


ALLOWED = Verdict(True)
