"""A workspace on another machine: `mekik.open("https://search.example.org", token=…)`.

`RemoteWorkspace` has the methods of `mekik.workspace.Workspace`, gives the same values and raises the same errors; what
it asks for goes to the API of a `mekik serve` (`connection.py`). What has to be done at the machine itself (reindex,
check, repair, import) says so.
"""

from mekik.remote.connection import Connection
from mekik.remote.workspace import RemoteWorkspace

__all__ = ["Connection", "RemoteWorkspace"]
