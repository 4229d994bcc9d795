"""How fresh is a collection kept by each policy, with the same number of requests?"""

from __future__ import annotations

from collections.abc import Sequence

from mekik.lab.changing.compare import DAYS, EVERY, SHARE, kept_by_policy
from mekik.lab.experiments.table import Result, mean
from mekik.revisit import NAMES


def freshness(pages: int, seeds: int) -> Result:
    webs = [kept_by_policy(seed, pages) for seed in range(seeds)]
    rows: list[list[str | float]] = []
    for policy in NAMES:
        kept = [web[policy] for web in webs]
        rows.append(
            [
                policy, _cell([one.freshness for one in kept], 3), _cell([one.age for one in kept], 1),
                _cell([one.expected for one in kept], 3), mean([one.requests for one in kept]),
                _cell([one.named for one in kept], 1),
            ]
        )  # fmt: skip
    ahead = [web["optimal"].freshness - max(web["uniform"].freshness, web["proportional"].freshness) for web in webs]
    return Result(
        "freshness", f"Incremental robot: freshness of its collection, by policy ({pages} pages, {seeds} webs)",
        ["policy", "freshness", "age in days", "expected", "requests", "named by"], rows,
        [
            f"The collection holds the best {SHARE:.0%} of the pages; one request a page in {EVERY:g} days on average, "
            f"{DAYS:g} days, of which the second half is measured. Mean (least–most) over the webs.",
            "Rates as on the web of 1999: 23 % of the pages change daily, 15 % weekly, 16 % monthly, 16 % every four "
            "months, 30 % hardly ever. The crawler has to find out.",
            f"optimal is ahead of the better of the others by {_cell(ahead, 3)}.",
        ],
    )  # fmt: skip


def _cell(numbers: Sequence[float], digits: int) -> str:
    return f"{mean(numbers):.{digits}f} ({min(numbers):.{digits}f}–{max(numbers):.{digits}f})"
