"""The errors that Mekik raises, each with the exit code that the command line gives it.

    MekikError             our fault                         1
    ├── UsageError         a wrong argument                  2
    │   ├── SettingError   an unknown or impossible setting  2
    │   └── Conflict       does not fit what is there now    2
    ├── StorageError       the data directory                5
    │   ├── Locked         another process holds it          5
    │   ├── DiskFull       no room to write                  5
    │   ├── OldFormat      written by another version        5
    │   └── Corruption     damage, with path and offset      5
    ├── TranslationError   a translator cannot now          1
    └── NotPermitted       the person may not do this        6

A message says what happened, to which address or file, and what to do.
"""

from __future__ import annotations

from pathlib import Path

PROBLEM = "urn:mekik:error:"
"""With the name of an error after it, the `type` of a problem of the API."""


class MekikError(Exception):
    exit_code = 1


class UsageError(MekikError):
    exit_code = 2


class SettingError(UsageError):
    """A setting that does not exist or cannot have this value."""


class Conflict(UsageError):
    """What is asked for is possible, but not now: a name that is taken, a job that runs, a quota that is used up."""


class TranslationError(MekikError):
    """A translator that cannot do now what it usually does: a server that does not answer."""


class StorageError(MekikError):
    exit_code = 5


class Locked(StorageError):
    """Another process works on this data directory."""

    def __init__(self, path: Path, pid: int | None) -> None:
        holder = f"process {pid}" if pid else "another process"
        super().__init__(f"{path} is in use by {holder}. Wait for it, or stop it with: mekik stop")
        self.path, self.pid = path, pid


class DiskFull(StorageError):
    """There is no room to write. The job pauses with its data whole and goes on when there is."""


class OldFormat(StorageError):
    """The data directory was written by a version whose format this one does not read."""


class Corruption(StorageError):
    """Damaged data: says where, so that `mekik repair` or a person can mend it."""

    def __init__(self, path: Path, offset: int, what: str) -> None:
        super().__init__(f"{path} is damaged at byte {offset}: {what}. Mend it with: mekik repair")
        self.path, self.offset, self.what = path, offset, what


class NotPermitted(MekikError):
    exit_code = 6
