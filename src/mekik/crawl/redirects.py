"""Where a redirect leads: to the same address in another spelling, to a new one, or nowhere good."""

from __future__ import annotations

from typing import NamedTuple

from mekik.fetch import Egress
from mekik.frontier import Frontier, Judge
from mekik.outcome import Outcome
from mekik.page import Address
from mekik.urls import Normaliser, key, resolve

_SAME = 5
"""Redirects between spellings of one address that are followed on the spot."""


class Redirect(NamedTuple):
    outcome: Outcome
    reason: str
    target: str = ""
    """An address for the frontier; empty when there is none."""
    again: str = ""
    """The same address in another spelling: fetch this at once."""


def follow(
    address: Address, requested: str, location: str, hops: int, frontier: Frontier, normaliser: Normaliser,
    egress: Egress, judge: Judge, limit: int,
) -> Redirect:  # fmt: skip
    """`requested` was asked for `address`; the server said to look at `location`."""
    raw = resolve(location, requested)
    target = normaliser.normalise(location, requested)
    if target is None or raw is None:
        shown = location[:200]
        return Redirect(Outcome.BLOCKED_SCHEME, f"redirects to {shown}: {normaliser.explain(location, requested)}")
    refusal = egress.check_url(target)
    if refusal is not None:
        return Redirect(refusal.outcome, f"redirects to {target}: {refusal.reason}", target)
    if target == address.url:
        if hops >= _SAME:
            return Redirect(Outcome.TOO_MANY_REDIRECTS, f"redirects to itself {hops} times")
        return Redirect(Outcome.REDIRECT, "", again=raw)
    if not limit or address.path.endswith("R" * limit):
        return Redirect(Outcome.TOO_MANY_REDIRECTS, f"more than {limit} redirects, the last to {target}")
    if _turns_back(address, key(target), frontier, limit):
        return Redirect(Outcome.TOO_MANY_REDIRECTS, f"redirects back to {target}")
    if judge(target, address.depth) is not None:
        return Redirect(Outcome.REDIRECT_OUT_OF_SCOPE, f"redirects to {target}", target)
    return Redirect(Outcome.REDIRECT, f"redirects to {target}", target)


def _turns_back(address: Address, target: int, frontier: Frontier, limit: int) -> bool:
    signed = target - (1 << 64) if target >> 63 else target
    for _ in range(limit):
        if not address.path.endswith("R") or address.found_on is None:
            return False
        address = frontier.address(address.found_on)
        if address.key == signed:
            return True
    return False
