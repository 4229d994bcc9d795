"""The only way out: which addresses may be connected to at all.

Every request, redirect, robots.txt, proxy and hook asks here: `check_url` before the name is looked up,
`check_addresses` with everything that the look-up gave. The client then connects to what was checked and to
nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from mekik.errors import SettingError
from mekik.fetch.folders import Folders
from mekik.fetch.networks import (
    METADATA_NAMES,
    Network,
    embedded,
    holds_loopback,
    is_loopback,
    is_loopback_name,
    is_metadata,
    special,
    within,
)
from mekik.fetch.target import MAX_LENGTH, Refusal, split
from mekik.outcome import Outcome
from mekik.urls import is_file

_CACHE_SIZE = 20_000


_NO_CONTACT = Refusal(
    Outcome.NO_CONTACT,
    "Only loopback is visited until a contact is set, so that site owners can reach you: "
    "--set fetch.contact=https://example.org/about-our-crawler",
)


class _Verdict(NamedTuple):
    refusal: Refusal | None


class Egress:
    """`allow` names private networks (CIDR) that may be visited; metadata addresses stay closed all the same.

    Without a contact only loopback is open, and only when `allow` names it.
    """

    def __init__(self, allow: Sequence[str] = (), contact_set: bool = False, folders: Folders | None = None) -> None:
        self._allow = tuple(map(_network, allow))
        self._contact_set = contact_set
        self.folders = folders or Folders(())
        """What may be read of this machine's own files."""
        self._loopback_allowed = any(map(holds_loopback, self._allow))
        self._verdicts: dict[str, _Verdict] = {}
        self._hosts: dict[str, _Verdict] = {}
        self._roots: dict[str, _Verdict] = {}

    def check_url(self, url: str) -> Refusal | None:
        """Judges scheme, form, port and, where the host is a literal address in any spelling, that address."""
        # Asked for every link of every page: roots that were seen before cost one look-up.
        root = url[: url.find("/", 8)] if len(url) < MAX_LENGTH else ""
        verdict = self._roots.get(root)
        if verdict is not None:
            return verdict.refusal
        if is_file(url):
            return self.folders.check_url(url)
        target = split(url)
        if isinstance(target, Refusal):
            return target
        refusal = self.check_host(target.host, target.literal)
        if target.root.text == root:
            if len(self._roots) >= _CACHE_SIZE:
                self._roots.clear()
            self._roots[root] = _Verdict(refusal)
        return refusal

    def check_host(self, host: str, literal: bool) -> Refusal | None:
        """The same for the host of an address that is already split."""
        verdict = self._hosts.get(host)
        if verdict is None:
            if len(self._hosts) >= _CACHE_SIZE:
                self._hosts.clear()
            verdict = self._hosts[host] = _Verdict(self._judge_host(host, literal))
        return verdict.refusal

    def _judge_host(self, host: str, literal: bool) -> Refusal | None:
        if host.rstrip(".").lower() in METADATA_NAMES:
            return Refusal(Outcome.BLOCKED_ADDRESS, f"{host} is a cloud's metadata service, never visited.")
        if literal:
            return self.check_addresses(host, (host.strip("[]"),))
        # Where not even loopback is open, no name server has to be asked to know the answer.
        pointless = not self._contact_set and not self._loopback_allowed
        return _NO_CONTACT if pointless and not is_loopback_name(host) else None

    def check_addresses(self, host: str, addresses: Sequence[str]) -> Refusal | None:
        """One bad address spoils the name: an answer that mixes public and private ones is an attack."""
        if not addresses:
            return Refusal(Outcome.DNS_NOT_FOUND, f"{host} has no network address.")
        worst: Refusal | None = None
        for address in addresses:
            refusal = self._check_address(address)
            if refusal is None:
                continue
            if refusal.outcome is Outcome.BLOCKED_ADDRESS:
                return refusal if address == host.strip("[]") else _named(host, refusal)
            worst = refusal
        return worst

    def _check_address(self, text: str) -> Refusal | None:
        verdict = self._verdicts.get(text)
        if verdict is None:
            if len(self._verdicts) >= _CACHE_SIZE:
                self._verdicts.clear()
            verdict = self._verdicts[text] = _Verdict(self._judge(text))
        return verdict.refusal

    def _judge(self, text: str) -> Refusal | None:
        try:
            address = ip_address(text.partition("%")[0])
        except ValueError:
            return Refusal(Outcome.BLOCKED_ADDRESS, "The name server gave something that is no network address.")
        inner = embedded(address)
        if any(map(is_metadata, (address, *inner))):
            return Refusal(Outcome.BLOCKED_ADDRESS, f"{address} is a cloud's metadata service, never visited.")
        what = special(address)
        allowed = any(within(one, network) for one in (address, *inner) for network in self._allow)
        if what and not allowed:
            hint = f"Allow it with: --allow-address {address}"
            return Refusal(Outcome.BLOCKED_ADDRESS, f"{address} is {what}. {hint}")
        if not self._contact_set and not is_loopback(address):
            return _NO_CONTACT
        return None


def _named(host: str, refusal: Refusal) -> Refusal:
    return Refusal(refusal.outcome, f"{host} leads to a forbidden address: {refusal.reason}")


def _network(text: str) -> Network:
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError:
        message = f"{text!r} is not a network; fetch.allow_addresses wants one like 127.0.0.0/8."
        raise SettingError(message) from None
