"""What our own processes, the command line and those that it starts, have in their environment.

numpy starts a thread for each core when it is loaded. Nothing here multiplies matrices that are large enough for them,
and waiting for work they turn in circles, a tenth of a second in each process. A program that uses Mekik as a library
is left as it is: it may have matrices of its own.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

_OURS = {"OPENBLAS_NUM_THREADS": "1"}


def environment(of: Mapping[str, str] | None = None) -> dict[str, str]:
    """For a process that is to be started, on top of these variables or of ours; what they say already stands."""
    return _OURS | dict(os.environ if of is None else of)


def be_ours() -> None:
    """The same for this process, before it loads numpy."""
    for name, value in _OURS.items():
        os.environ.setdefault(name, value)
