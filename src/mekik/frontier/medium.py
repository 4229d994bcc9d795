"""What a path lies on: whether it can be written, and whether it is a disk of this machine.

SQLite's write-ahead log needs memory that all its users share. A disk of another machine has none, and there a database
breaks in silence; so on such a disk the older journal is used, which is slower and safe.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
_REMOTE = re.compile(
    r"nfs\d?|cifs|smb\w*|afs|ncpfs|ceph|glusterfs|lustre|beegfs|davfs|fuse\.\w*(ssh|dav|s3|gluster|rclone)\w*"
)
_OCTAL = re.compile(r"\\([0-7]{3})")


def is_writable(path: Path) -> bool:
    """Whether a file can be changed, or made, there."""
    return os.access(path.parent, os.W_OK) and (os.access(path, os.W_OK) or not path.exists())


def remote_kind(path: Path, mounts: Path | None = None) -> str:
    """The kind of file system if the path lies on a disk of another machine, such as nfs4; else nothing."""
    kind = _kind(path, mounts or MOUNTS)
    return kind if _REMOTE.fullmatch(kind) else ""


def _kind(path: Path, mounts: Path) -> str:
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""  # no Linux: nobody knows
    place = os.path.realpath(path)
    best = kind = ""
    for line in lines:  # 36 35 98:0 /root /mount/point options … - type source options
        fields, dash, rest = line.partition(" - ")
        columns = fields.split()
        if not dash or len(columns) < 5:
            continue
        point = _OCTAL.sub(lambda match: chr(int(match[1], 8)), columns[4])
        inside = place == point or place.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= len(best):  # a later mount lies over an earlier one
            best, kind = point, rest.split()[0] if rest.split() else ""
    return kind
