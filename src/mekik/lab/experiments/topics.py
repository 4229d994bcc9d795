"""How much of what the orders that look for something read is on topic, on the web of `lab/topical/`."""

from __future__ import annotations

from mekik.lab.experiments.table import Result, mean
from mekik.lab.topical import harvest_at_equal_recall, on_topic_shares


def topics(pages: int, seeds: int) -> Result:
    """Dündar's table: the link-focused robot and the topic-selective one on five topics."""
    webs = [on_topic_shares(seed, pages) for seed in range(1, seeds + 1)]
    rows: list[list[str | float]] = [
        [
            same[0].topic, f"{mean([row.link for row in same]):.0%}", f"{mean([row.selective for row in same]):.0%}",
            f"{same[0].source_link:.0%}", f"{same[0].source_selective:.0%}",
        ]
        for same in zip(*webs, strict=True)
    ]  # fmt: skip
    return Result(
        "topics", f"Share of the pages read that are on topic ({pages} pages, {seeds} webs)",
        ["topic", "link", "topic", "Dündar: link-focused", "topic-selective"], rows,
        ["3,000 pages, about 3 in 100 belong to each topic; two of three links lead to pages about the same."],
    )  # fmt: skip


def harvest(seeds: int) -> Result:
    """The harvest rate of focused and topic when each has found half of a topic's pages."""
    webs = [harvest_at_equal_recall(seed) for seed in range(1, seeds + 1)]
    rows: list[list[str | float]] = []
    for same in zip(*webs, strict=True):
        rates, pages = [row.rate for row in same], [float(row.pages) for row in same]
        rows.append([
            same[0].order, f"{mean(rates):.2f} ({min(rates):.2f}–{max(rates):.2f})",
            f"{mean(pages):.0f} ({min(pages):.0f}–{max(pages):.0f})", f"{mean([row.recall for row in same]):.0%}",
        ])  # fmt: skip
    return Result(
        "harvest", f"Harvest rate on a topic whose words do not stand in the links to it ({seeds} webs)",
        ["order", "on topic by pages read", "pages read", "of all pages on topic"], rows,
        ["Each begins at a portal and one page on topic, and ends when half of the topic's pages are found. Mean "
         "(least–most) over the webs."],
    )  # fmt: skip
