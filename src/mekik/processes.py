"""What our own processes, the command line and what it starts, do otherwise than a program with Mekik as a library.

numpy starts a thread for each core when it is loaded. Nothing here multiplies matrices that are large enough for them,
and waiting for work they turn in circles, a tenth of a second in each process. A program that uses Mekik as a library
is left as it is: it may have matrices of its own.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping

_OURS = {"OPENBLAS_NUM_THREADS": "1"}


def environment(of: Mapping[str, str] | None = None) -> dict[str, str]:
    """For a process that is to be started, on top of these variables or of ours; what they say already stands."""
    return _OURS | dict(os.environ if of is None else of)


def be_ours() -> None:
    """The same for this process, before it loads numpy. A thousand modules are about to be loaded, all of them to stay:
    the collector may look at them less often."""
    for name, value in _OURS.items():
        os.environ.setdefault(name, value)
    gc.set_threshold(50_000, 20, 50)


def leave() -> None:
    """The work is done: Python need not look through all that is left for cycles before it ends."""
    gc.disable()
    gc.freeze()
