"""What every handler is given: the workspace, the accounts, and how this site is reached."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from litestar.exceptions import NotFoundException, PermissionDeniedException

from mekik.crawl.catalogue import Job
from mekik.crawl.copies import Copies
from mekik.crawl.copy_text import MOST, CopyText
from mekik.crawl.jobs.keeper import EngineKeeper
from mekik.search import Viewer
from mekik.web.accounts import LOCAL, Accounts
from mekik.web.logins import Logins
from mekik.web.meters import Meters
from mekik.web.people import Person
from mekik.web.probe import Probe
from mekik.web.replay.readers import Readers
from mekik.web.replay.signing import Signer
from mekik.web.saved import SavedSearches
from mekik.web.streams import Streams
from mekik.web.tasks import Tasks
from mekik.web.trials import Trials
from mekik.workspace import Workspace

ACCOUNTS = "accounts.sqlite"
SAVED = "saved.sqlite"

Demo = Callable[[], Sequence[str]]


@dataclass
class Site:
    workspace: Workspace
    accounts: Accounts
    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    """Names under which it answers; a request for any other is refused."""
    port: int = 8642
    replay_port: int = 8643
    """Archived pages are shown from another origin, where no cookie of ours is."""
    secure: bool = False
    """Reached by https: cookies are marked so."""
    application_at: str = ""
    archive_at: str = ""
    """Origins as others reach them, where that is not this machine's name and the two ports."""
    signer: Signer = field(default_factory=Signer)
    """Of links to archived copies, and of cursors."""
    readers: Readers = field(default_factory=Readers)
    """Of archived pages."""
    tasks: Tasks = field(default_factory=Tasks)
    rate: int = 600
    """Requests a minute of one person, or of one address of visitors; 0 for no limit."""
    started_at: float = field(default_factory=time.time)
    logins: Logins = field(default_factory=Logins)
    meters: Meters = field(default_factory=Meters)
    probe: Probe = field(default_factory=Probe)
    engine: EngineKeeper | None = None
    """Runs the jobs of the queue; None where only pages are shown."""
    demo: Demo | None = None
    """Serves the demo web on loopback for a first crawl, and gives its seeds."""

    trials: Trials = field(default_factory=Trials)
    streams: Streams = field(default_factory=Streams)
    """Who watches jobs live."""
    closing: threading.Event = field(default_factory=threading.Event)
    """The server is about to end: live views end too."""

    @classmethod
    def open(cls, path: Path, **more: object) -> Site:
        workspace = Workspace(path)
        workspace.create()
        return cls(workspace, Accounts(path / ACCOUNTS), **more)  # type: ignore[arg-type]  # checked by the dataclass's users

    @cached_property
    def saved(self) -> SavedSearches:
        return SavedSearches(self.workspace.path / SAVED)

    def copies(self, person: Person) -> Copies:
        """Archived copies that a person may see, read in processes of their own."""
        return self.workspace.copies(self.jobs_of(person), self.readers.document)

    def text(self, person: Person, url: str, at: str = "", offset: int = 0, limit: int = MOST) -> CopyText:
        """What one of them says."""
        jobs = self.jobs_of(person)
        return self.workspace.text(url, at, offset=offset, limit=limit, jobs=jobs, read=self.readers.document)

    def viewer(self, person: Person) -> Viewer:
        """What a person may search: their own, what is public, and as administrator everything."""
        owners = self.accounts.public_owners()
        if person.is_administrator:
            return Viewer(person.name, everything=True, owners=owners)
        return Viewer(person.name or "\0nobody", owners=owners)

    def may_see(self, person: Person, owner: str) -> bool:
        """Jobs, logs, archived copies and exports of this owner."""
        if person.is_administrator or (person.known and owner == person.name):
            return True
        return owner in self.accounts.public_owners()

    def jobs_of(self, person: Person) -> frozenset[str]:
        """The names of the jobs that a person may see."""
        owners = self.workspace.owners()
        seen = {owner for owner in set(owners.values()) if self.may_see(person, owner)}
        return frozenset(name for name, owner in owners.items() if owner in seen)

    def may_change(self, person: Person, owner: str) -> bool:
        return person.is_administrator or (person.known and owner == person.name and owner != LOCAL)

    def job(self, person: Person, name: str, *, change: bool = False) -> Job:
        """A job that the person may see, or `change`. One that they may not see is not there, whatever its name."""
        job = self.workspace.desk.job(name)
        if job is None or not self.may_see(person, job.owner):
            raise NotFoundException("There is no such job.")
        if change and not self.may_change(person, job.owner):
            raise PermissionDeniedException("This job is not yours.")
        return job

    def jobs(self, person: Person) -> list[Job]:
        """Those that the person may see."""
        return [job for job in self.workspace.desk.jobs() if self.may_see(person, job.owner)]

    def application_origin(self, name: str) -> str:
        """As a browser that knows this machine by `name` reaches it."""
        return self.application_at or f"{'https' if self.secure else 'http'}://{name}:{self.port}"

    def archive_origin(self, name: str) -> str:
        return self.archive_at or f"{'https' if self.secure else 'http'}://{name}:{self.replay_port}"

    def close(self) -> None:
        self.tasks.close()
        self.readers.close()
        self.accounts.close()
        if "saved" in self.__dict__:
            self.saved.close()
