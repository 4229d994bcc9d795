"""How fresh the policies of coming back keep a collection, and how long sharing out a budget takes."""

from __future__ import annotations

import time

import numpy as np

import report
from mekik import revisit
from mekik.lab.experiments import run as run_experiment
from mekik.lab.experiments.table import markdown

PAGES = 1_000_000
DAY = 86_400.0


def run() -> dict[str, float]:
    result = run_experiment("freshness")
    print("\n" + markdown(result))
    means = {str(row[0]): float(str(row[1]).split()[0]) for row in result.rows}
    chance = np.random.default_rng(1)
    rates = 10 ** chance.uniform(-8.5, -4.5, PAGES)
    policy = revisit.make("optimal", revisit.Limits(3600.0, 90 * DAY))
    started = time.perf_counter()
    policy.fit(rates, np.ones(PAGES), PAGES / (7 * DAY))
    fit = PAGES / (time.perf_counter() - started)
    started = time.perf_counter()
    for rate in rates[:20_000].tolist():
        policy.interval(rate, 1.0)
    each = (time.perf_counter() - started) / 20_000
    print(f"\nshared out among {PAGES:,} pages: {fit:,.0f} pages/s; the interval of one page: {1e6 * each:.1f} µs")
    report.keep("revisit", {"freshness": means, "fit": fit, "interval": each})
    lead = means["optimal"] - max(means["uniform"], means["proportional"])
    return {"optimal.lead": lead, "optimal.freshness": means["optimal"], "fit.pages": fit}
