"""How far from the seeds an address may be: their domains, hosts, folders, or anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from mekik.outcome import Outcome
from mekik.scope.verdict import ALLOWED, Verdict
from mekik.urls import authority, host, registrable_domain, split

Kind = Literal["domain", "host", "path", "any"]


class Reach:
    def __init__(self, kind: Kind, seeds: Sequence[str]) -> None:
        """`seeds` are normalised."""
        self._kind = kind
        self._domains = frozenset(registrable_domain(host(seed)) for seed in seeds if kind == "domain")
        self._folders: dict[str, set[str]] = {}
        for seed in seeds:
            self._folders.setdefault(authority(seed), set()).add(_folder(seed))
        self._deepest = max((folder.count("/") for folders in self._folders.values() for folder in folders), default=0)

    def judge_host(self, authority: str) -> Verdict:
        """By the host alone. Scope `path` also asks `in_folder`."""
        match self._kind:
            case "any":
                return ALLOWED
            case "domain":
                name = host(f"http://{authority}/")
                if registrable_domain(name) in self._domains:
                    return ALLOWED
                return _refusal(f"scope domain: {name} belongs to none of the seeds' domains")
            case "host":
                if authority in self._folders:
                    return ALLOWED
                return _refusal(f"scope host: {authority} is none of the seeds' hosts")
            case "path":
                if authority in self._folders:
                    return ALLOWED
                return _refusal(f"scope path: {authority} is none of the seeds' hosts")

    @property
    def whole_hosts(self) -> bool:
        """The host alone decides."""
        return self._kind != "path"

    def in_folder(self, authority: str, path: str) -> bool:
        """`path` is without its query. `/saglik` holds itself and `/saglik/…`, not `/saglikli`."""
        folders = self._folders[authority]
        segments = path.split("/", self._deepest + 1)
        folder = ""
        if folder in folders:
            return True
        for segment in segments[1 : self._deepest + 1]:
            folder = f"{folder}/{segment}"
            if folder in folders:
                return True
        return False


def _folder(seed: str) -> str:
    """The folder that a seed stands for, without a slash at its end.

    A last segment with a dot is a document, and its folder counts; without one it is a folder itself.
    """
    folder, _, name = split(seed).path.rstrip("?").rpartition("/")
    return f"{folder}/{name}" if name and "." not in name else folder


def _refusal(rule: str) -> Verdict:
    return Verdict(False, Outcome.OUT_OF_SCOPE, rule)
