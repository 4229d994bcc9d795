"""What a job waits for and why it ended, which the engine says in English, in the reader's language."""

from __future__ import annotations

import re

from mekik.web.texts import Say

_KNOWN = {
    "nothing is left to visit": "nothing_left", "stopped": "stopped", "aborted": "aborted", "paused": "paused",
    "interrupted": "interrupted", "being resumed": "being_resumed", "what is in flight": "in_flight",
    "no engine runs here": "no_engine", "the engine is being started again": "engine_again", "failed": "failed",
    "politeness": "politeness", "a retry": "retry", "robots.txt": "robots", "visiting hours": "hours",
    "the next visit of a page or feed": "next_visit", "a host that did not answer": "no_answer",
    "the server's Retry-After": "retry_after", "the budget of visits to known pages": "visit_budget",
}  # fmt: skip
_TIMED = re.compile(r"(.*) \((\d+) s\)", re.DOTALL)


def in_words(say: Say, reason: str) -> str:
    """What is not known is shown as it is."""
    timed = _TIMED.fullmatch(reason)
    if timed:
        parts = [_one(say, part) for part in timed[1].split(", ")]
        return say("reason.timed", what=", ".join(parts), seconds=timed[2])
    return _one(say, reason)


def _one(say: Say, reason: str) -> str:
    key = _KNOWN.get(reason)
    return say(f"reason.{key}") if key else reason
