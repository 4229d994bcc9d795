"""`check` and `try_out` in a process of their own, killed when it takes too long: it reads what strangers send.

Standard input has the settings, standard output the answer.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TypeVar

import msgspec

from mekik.crawl.folder import Folder
from mekik.errors import Conflict, MekikError, UsageError
from mekik.settings import Settings

_LONGEST = 40.0
T = TypeVar("T")


class _Wish(msgspec.Struct):
    kind: str
    path: str
    settings: Settings


class _Answer(msgspec.Struct):
    result: msgspec.Raw = msgspec.Raw(b"null")
    error: str = ""


def ask(kind: str, folder: Folder, settings: Settings, shape: type[T]) -> T:
    """Raises UsageError when it cannot be done, Conflict when it takes too long."""
    wish = msgspec.json.encode(_Wish(kind, str(folder.path.absolute()), settings))
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "mekik.crawl.jobs.trial_main"], input=wish, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, timeout=_LONGEST, check=False, process_group=0,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Conflict("The sites took too long to answer. Try again later.") from None
    if done.returncode or not done.stdout:
        raise MekikError("The look at the sites failed.")
    answer = msgspec.json.decode(done.stdout, type=_Answer)
    if answer.error:
        raise UsageError(answer.error)
    return msgspec.json.decode(answer.result, type=shape)


def main() -> None:
    from mekik.crawl.jobs.trial import check, try_out

    wish = msgspec.json.decode(sys.stdin.buffer.read(), type=_Wish)
    folder = Folder(Path(wish.path))
    try:
        made = check(folder, wish.settings) if wish.kind == "check" else try_out(folder, wish.settings)
        answer = _Answer(msgspec.Raw(msgspec.json.encode(made)))
    except MekikError as error:
        answer = _Answer(error=str(error))
    sys.stdout.buffer.write(msgspec.json.encode(answer))


if __name__ == "__main__":
    main()
