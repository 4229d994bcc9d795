"""Which local files may be read at all: those in folders that an administrator or the person at the terminal named."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from mekik.errors import SettingError
from mekik.fetch.target import Refusal
from mekik.outcome import Outcome
from mekik.urls import file_path, is_file
from mekik.urls.files import normalise_file


class Folders:
    def __init__(self, allowed: Sequence[str], closed: Sequence[str] = (), *, hidden: bool = False) -> None:
        """`closed` are folders inside the allowed ones that stay shut: our own data. Raises SettingError."""
        self._allowed: set[bytes] = set()
        for name in allowed:
            raw = _path(name)
            # A folder may be named through a symbolic link; what it leads to was meant.
            self._allowed |= {raw, os.path.realpath(raw)}
        self._closed = {os.path.realpath(os.fsencode(name)) for name in closed}
        self._hidden = hidden

    def __bool__(self) -> bool:
        return bool(self._allowed)

    def check_url(self, url: str) -> Refusal | None:
        """By the address alone, before the disk is looked at."""
        if not self._allowed:
            return Refusal(
                Outcome.BLOCKED_SCHEME, "Local files are read only where fetch.allow_files names their folder."
            )
        return self.check(file_path(url))

    def check(self, path: bytes) -> Refusal | None:
        path = path.rstrip(b"/") or b"/"
        top = max((folder for folder in self._allowed if _holds(folder, path)), key=len, default=None)
        if top is None:
            return _refusal(path, "lies in none of the folders of fetch.allow_files")
        if any(_holds(folder, path) for folder in self._closed):
            return _refusal(path, "belongs to Mekik's own data")
        if not self._hidden and self.is_hidden(path, top):
            return _refusal(path, "is hidden: its name or a folder's begins with a dot (fetch.hidden_files)")
        return None

    @staticmethod
    def is_hidden(path: bytes, top: bytes) -> bool:
        """Below `top`: a folder that was named itself is meant."""
        return b"/." in path[len(top.rstrip(b"/")) :]


def _path(name: str) -> bytes:
    """A folder is named by its path, or by its address where the path is no text."""
    found = normalise_file(name)[0] if is_file(name) else None
    if found is not None:
        return file_path(found).rstrip(b"/") or b"/"
    path = Path(name).expanduser()
    if not path.is_absolute() or "\0" in name:
        raise SettingError(f"fetch.allow_files wants whole paths such as /home/ada/papers, not {name!r}.")
    return os.fsencode(os.path.normpath(path))


def _holds(folder: bytes, path: bytes) -> bool:
    return path == folder or path.startswith(folder.rstrip(b"/") + b"/")


def _refusal(path: bytes, why: str) -> Refusal:
    return Refusal(Outcome.BLOCKED_FILE, f"{path.decode('utf-8', 'replace')[:300]} {why}.")
