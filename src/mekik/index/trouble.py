"""tantivy's complaints in our own words."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

from mekik.errors import DiskFull, Locked, OldFormat, StorageError

_OS_ERROR = re.compile(r"os error (\d+)")
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_LEAST_ROOM = 4 << 20
"""A thread of tantivy that could not write does not say why. With less room than this the reason is plain."""


def storage_error(path: Path, error: BaseException) -> StorageError:
    text = str(error)
    if "LockBusy" in text:
        return Locked(path, None)
    if "schema does not match" in text.lower() or "incompatible" in text.lower():
        return OldFormat(f"The index {path} was written by another version. Make it anew with: mekik reindex")
    found = _OS_ERROR.search(text)
    if (found and int(found[1]) in _NO_ROOM) or _no_room(path):
        return DiskFull(f"No room to write the index {path}. Make room, then: mekik resume")
    what = " ".join(text.split())[:300]
    return StorageError(f"The index {path} cannot be used: {what}. If that stays, make it anew with: mekik reindex")


def _no_room(path: Path) -> bool:
    try:
        found = os.statvfs(path)
    except OSError:
        return False
    return found.f_bavail * found.f_frsize < _LEAST_ROOM
