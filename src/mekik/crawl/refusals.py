"""Why an address is not visited though it waits."""

from __future__ import annotations

from mekik.crawl.parts import Parts
from mekik.outcome import Outcome
from mekik.page import Address
from mekik.scope import action_of


def refusal_of(address: Address, parts: Parts) -> tuple[Outcome, str] | None:
    """What was learned or changed since it was found."""
    refusal = parts.rules.judge(address.url, address.depth)
    if refusal is not None:
        return refusal, ""
    if not parts.settings.scope.follow_actions and address.found_on is not None:
        action = action_of(address.url)
        if action:
            return Outcome.WOULD_CHANGE, f"a visit {action}"
    off_topic = parts.frontier.off_topic(address)
    if off_topic:
        return Outcome.OFF_TOPIC, off_topic
    unworthy = parts.collection.refusal(address) if parts.collection else ""
    if unworthy:
        return Outcome.LESS_IMPORTANT, unworthy
    vouched = address.hint is not None or address.found_on is None
    return parts.traps.refusal(address.url, address.via, vouched=vouched)
