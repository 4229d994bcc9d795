"""Which addresses wait again: when a job is crawled anew, and when its rules are others than before.

A pass is begun in the catalogue of jobs, which counts them, and opened in the store of the job, in one transaction with
its number. Where the two differ a crash came in between, and whoever runs the job next opens the pass.
"""

from __future__ import annotations

import time

from mekik.crawl.catalogue import ORDER, Catalogue, Job
from mekik.crawl.rules import fingerprint
from mekik.failpoints import fail_at
from mekik.frontier import Batch, SqliteStore
from mekik.outcome import Outcome
from mekik.settings import Settings

PASS = "pass"  # noqa: S105 - no password
"""In the store of a job: the number of the pass that was opened last."""
_RULES = "rules"
_SCOPE = {
    Outcome.OUT_OF_SCOPE, Outcome.EXCLUDED, Outcome.TOO_DEEP, Outcome.BLOCKED_ADDRESS, Outcome.NO_CONTACT,
    Outcome.BLOCKED_FILE, Outcome.WOULD_CHANGE, Outcome.OFF_TOPIC,
}  # fmt: skip
"""What the rules of a job refuse: looked at again only when they change."""
_NEVER = {Outcome.INVALID_ADDRESS, Outcome.BLOCKED_SCHEME}
_LEARNED = {Outcome.TRAP_SUSPECTED, Outcome.SAME_PAGE, Outcome.LESS_IMPORTANT}
"""What was learned holds for the next pass too, until a person lifts it or the settings of traps change."""
_ASLEEP = (_SCOPE | _NEVER | _LEARNED) - {Outcome.BLOCKED_FILE}
"""A pipe or a link that led out may be a plain file by now."""


def begin(catalogue: Catalogue, job: Job, store: SqliteStore, *, new_pass: bool) -> None:
    """The job runs from now on; with `new_pass` all that it visited waits again."""
    if PASS not in store.meta():
        store.write(Batch(meta={PASS: job.passes}))
    catalogue.started(job.name, new_pass=new_pass)
    fail_at("pass.before_open")
    number = job.passes + new_pass
    if store.meta()[PASS] != number:
        _open(store, job.settings, number)
    rules = fingerprint(job.settings)
    if store.meta().get(_RULES, rules) != rules:
        store.reopen(_SCOPE | _LEARNED)  # each is judged again when its turn comes
    store.write(Batch(meta={_RULES: rules, ORDER: job.settings.order}))


def _open(store: SqliteStore, settings: Settings, number: int) -> None:
    awake = (outcome for outcome in Outcome if outcome not in _ASLEEP)
    meta = {PASS: number, "pages": 0, "bytes": 0, "pass_began": int(time.time()) + 1}
    store.reopen(awake, scheduled=settings.revisit.policy == "never", meta=meta)
