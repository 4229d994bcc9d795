"""Mekik crawls the sites that you choose, keeps what it saw, and makes it searchable.

import mekik

workspace = mekik.open("mekik-data")
workspace.crawl("https://example.org", fetch__contact="me@example.org")
for hit in workspace.search("words").hits:
    print(hit.title, hit.url)
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, overload

from mekik.version import __version__

if TYPE_CHECKING:
    from mekik.remote import RemoteWorkspace
    from mekik.workspace import Workspace


@overload
def open(path: str | Path = "mekik-data") -> Workspace: ...
@overload
def open(path: str, *, token: str | None, timeout: float = 60.0) -> RemoteWorkspace: ...
def open(
    path: str | Path = "mekik-data", *, token: str | None = None, timeout: float = 60.0
) -> Workspace | RemoteWorkspace:
    """The workspace in this data directory; it is made when something is first crawled or imported.

    With the address of a `mekik serve` the one there, with the rights of the token, or of a visitor where that is None:
    `open("https://search.example.org", token="mekik_…")`.
    """
    if isinstance(path, str) and path.startswith(("http://", "https://")):
        from mekik.remote import RemoteWorkspace

        return RemoteWorkspace(path, token, timeout)
    from mekik.workspace import Workspace

    return Workspace(path)


__all__ = ["__version__", "open"]
