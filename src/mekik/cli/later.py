"""Commands and options that are planned and not in this version: asked for, they are named as such.

Without this, `mekik serve` would be answered with a guess at another command.
"""

from __future__ import annotations

from mekik.cli.catalogue import say
from mekik.errors import UsageError

VERBS: tuple[str, ...] = ()
OPTIONS: dict[str, tuple[str, ...]] = {}
EXPORTS = ("wacz",)


def not_yet(words: str) -> UsageError:
    """The mistake of asking for `mekik words`."""
    return UsageError(say("error.later", command=f"mekik {words}"))
