"""Places where a test can make the process die, to show that nothing is lost when it does.

`MEKIK_FAIL_AT=name` kills the process the first time it comes to that place, `name:3` the third time.
Without the variable a fail point is a call of an empty function.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

VARIABLE = "MEKIK_FAIL_AT"


def _armed(wanted: str, times: int) -> Callable[..., None]:
    left = times

    def fail_at(name: str, last_act: Callable[[], object] | None = None) -> None:
        nonlocal left
        if name != wanted:
            return
        left -= 1
        if left == 0:
            if last_act is not None:
                last_act()
            os.kill(os.getpid(), signal.SIGKILL)

    return fail_at


def _idle(name: str, last_act: Callable[[], object] | None = None) -> None:
    pass


def arm(setting: str) -> Callable[..., None]:
    """The fail point function for a value of the environment variable."""
    if not setting:
        return _idle
    name, _, times = setting.partition(":")
    return _armed(name, int(times) if times.isdigit() and int(times) else 1)


fail_at = arm(os.environ.get(VARIABLE, ""))
"""`fail_at(name)` dies there when asked to; `last_act` is done just before, to leave something half done."""
