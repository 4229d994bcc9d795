"""How many of 1,082 links from 20 sites get a link score of their own, for five pairs of ranges."""

from __future__ import annotations

import random

from mekik.lab.experiments.table import Result, mean
from mekik.ordering import Lesson, Waiting, make
from mekik.page import Links
from mekik.settings import OrderingSettings
from mekik.urls import key, keys

SITES = 20
LINKS = 1082
WIDTHS = (0.1, 0.2, 0.3, 0.4, 0.5)


def link_score_ranges(seeds: int) -> Result:
    rows: list[list[str | float]] = []
    constant = [len(_scores("baker", OrderingSettings(seed=seed), seed)) for seed in range(seeds)]
    rows.append(["baker: 0.33 / 0.66", round(mean(constant), 1), min(constant), max(constant)])
    for width in WIDTHS:
        counts = []
        for seed in range(seeds):
            inter = (round(1 - width, 1), 1.0)
            settings = OrderingSettings(seed=seed, link_score_intra=(0.0, width), link_score_inter=inter)
            counts.append(len(_scores("link_score", settings, seed)))
        rows.append([f"0–{width:g} / {1 - width:g}–1", round(mean(counts), 1), min(counts), max(counts)])
    return Result(
        "link-score-ranges", f"Distinct scores, to three decimals, among {LINKS} links of {SITES} sites",
        ["ranges intra / inter", "distinct, mean", "least", "most"], rows,
        [f"{seeds} seeds; each draws other numbers of links for the sites, and other factors."],
    )  # fmt: skip


def _scores(order: str, settings: OrderingSettings, seed: int) -> set[float]:
    """The distinct scores. None of the links is a home page: those all score 1."""
    model = make(order, settings)
    scores: set[float] = set()
    for site, (inter, intra) in enumerate(_sites(seed), start=1):
        urls = [f"http://site{site}.test/{number}" for number in range(intra)]
        urls += [f"http://other{number}.test/from/{site}" for number in range(inter)]
        page = f"http://site{site}.test/"
        model.learn(Lesson(site, site, key(page), page, 0, Links(urls, keys(urls))))
        for number, url in enumerate(urls):
            address = Waiting(1000 * site + number, 0, 1, site, key=key(url), url=url)
            scores.add(round(model.explain(address).value, 3))
    return scores


def _sites(seed: int) -> list[tuple[int, int]]:
    """Links (out of its domain, inside it) of each home page; 1,082 in all."""
    chance = random.Random(seed)  # noqa: S311 - an experiment, no secret
    cuts = sorted(chance.sample(range(1, LINKS), SITES - 1))
    counts = [high - low for low, high in zip([0, *cuts], [*cuts, LINKS], strict=True)]
    outward = [int(count * chance.uniform(0.05, 0.6)) for count in counts]
    return [(out, count - out) for out, count in zip(outward, counts, strict=True)]
