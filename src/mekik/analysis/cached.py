"""Where files lie that are made once for a machine's user, and then opened by every process.

A file is written under a name of its own and then renamed, so there is never half a file under the right name, and
several processes may make it at once.
"""

from __future__ import annotations

import os
import resource
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_ABANDONED = 3600.0
"""Seconds after which nobody is writing a file any more."""
_UNFINISHED = ".part"


def folders(kind: str) -> Iterator[Path]:
    """Folders that may be there or be made, the best first."""
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):  # somebody without a home
        yield (Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".cache") / "mekik" / kind
    shared = Path(tempfile.gettempdir()) / f"mekik-{os.getuid()}"
    with suppress(OSError):
        shared.mkdir(mode=0o700, exist_ok=True)
        found = shared.lstat()
        # Anybody may have made a folder of this name there.
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022:
            yield shared / kind


def make(folder: Path, name: str, fill: Callable[[Path], None]) -> Path:
    """Has `fill` write the file, which is there afterwards as a whole or not at all. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob(f"*{_UNFINISHED}"):
        with suppress(OSError):
            if left.stat().st_mtime < time.time() - _ABANDONED:
                left.unlink()
    descriptor, temporary = tempfile.mkstemp(suffix=_UNFINISHED, dir=folder)
    os.close(descriptor)
    try:
        with _large_files():
            fill(Path(temporary))
        Path(temporary).replace(folder / name)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return folder / name


@contextmanager
def _large_files() -> Iterator[None]:
    """A process that reads strangers' pages may have been told to write no large files; this one is ours."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
