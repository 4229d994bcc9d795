"""What is written in C, where this machine has it compiled.

It is compiled when Mekik is installed, if there is a C compiler (`hatch_build.py`); without one everything works as
well, only slower, by twins in Python. `MEKIK_NATIVE=no` does without it, to compare.
"""

from __future__ import annotations

import importlib
import os
from typing import Any


def compiled(module: str, version: int) -> Any | None:
    """The module, if it is there and was compiled from sources of this version."""
    if os.environ.get("MEKIK_NATIVE", "").lower() in ("no", "0", "off"):
        return None
    try:
        found = importlib.import_module(module)
    except ImportError:
        return None
    return found if version == found.VERSION else None
