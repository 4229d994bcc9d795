"""What every section of the settings is made of."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta


def row(help: str, *, unit: str = "", flag: str = "", secret: bool = False, admin: bool = False, **limits: Any) -> Meta:
    """A setting's line in the table: help, unit, flag of the command line, limits. One for the `admin` is set at the
    terminal or in a job file there, never by a job that came from elsewhere."""
    return Meta(description=help, extra={"unit": unit, "flag": flag, "secret": secret, "admin": admin}, **limits)


AtLeast0 = Annotated[int, Meta(ge=0)]
AtLeast1 = Annotated[int, Meta(ge=1)]


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass
