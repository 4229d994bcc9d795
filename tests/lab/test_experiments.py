"""Experiments: the same seeds give the same table, and the numbers are of the real orders."""

from __future__ import annotations

import pytest

from mekik.errors import UsageError
from mekik.lab.experiments import EXPERIMENTS, run
from mekik.lab.experiments.crawling import crawl
from mekik.lab.experiments.domains import DomainWeb
from mekik.lab.experiments.table import markdown
from mekik.outcome import Outcome
from mekik.settings import OrderingSettings


def test_wider_ranges_give_more_links_a_score_of_their_own() -> None:
    result = run("link-score-ranges", seeds=4)
    counts = [float(row[1]) for row in result.rows]
    assert len(counts) == 6
    assert counts == sorted(counts)
    assert counts[-1] > 10 * counts[0]
    assert markdown(result).count("\n") == 7


def test_a_crawl_reads_what_the_web_has_and_is_the_same_again() -> None:
    web = DomainWeb(3, domains=200, largest=300)
    first, again = (crawl(web, "link_score", OrderingSettings(seed=5), 150) for _ in range(2))
    other = crawl(web, "link_score", OrderingSettings(seed=6), 150)
    assert first.order == again.order
    assert first.order != other.order
    assert first.pages == 150
    assert len(set(first.order)) == len(first.order) == first.pages + first.errors
    assert first.errors == sum(web.visit(url)[0] is not Outcome.OK for url in first.order)


def test_every_order_of_the_table_has_a_row() -> None:
    result = run("orders", pages=60, seeds=1)
    assert {"link_score", "baker", "breadth", "pagerank"} <= {row[0] for row in result.rows}


def test_unknown_experiments_are_answered_with_the_known() -> None:
    with pytest.raises(UsageError, match=next(iter(EXPERIMENTS))):
        run("nothing")
