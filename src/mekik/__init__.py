"""Mekik crawls the sites that you choose, keeps what it saw, and makes it searchable.

import mekik

workspace = mekik.open("mekik-data")
workspace.crawl("https://example.org", fetch__contact="me@example.org")
for hit in workspace.search("words").hits:
    print(hit.title, hit.url)
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mekik.version import __version__

if TYPE_CHECKING:
    from mekik.workspace import Workspace


def open(path: str | Path = "mekik-data") -> Workspace:
    """The workspace in this data directory; it is made when something is first crawled or imported."""
    from mekik.workspace import Workspace

    return Workspace(path)


__all__ = ["__version__", "open"]
