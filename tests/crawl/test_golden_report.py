"""The demo web, with every way to a page and everything that could fool a crawler, against a golden report."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
from crawl_kit import Crawled

from mekik.lab.demo.judge import judge
from mekik.reasons import is_known

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "report.json").read_text(encoding="utf-8"))
WITHOUT_A_BROWSER = frozenset({"render"})


def test_a_crawl_finds_marks_and_leaves_what_the_labels_say(crawled: Crawled) -> None:
    report = msgspec.to_builtins(judge(crawled.web, crawled.workspace, "demo", skip=WITHOUT_A_BROWSER))
    requests, trapped = report.pop("requests"), report.pop("trap_requests")
    assert report == {name: value for name, value in GOLDEN.items() if name != "traps"}
    # Every trap has to be looked into before it can be known.
    assert trapped / requests <= GOLDEN["traps"]["share_at_most"], (trapped, requests)
    assert requests >= GOLDEN["outcomes"]["labelled"]


def test_every_reason_of_the_crawl_is_known_in_turkish(crawled: Crawled) -> None:
    reasons = {crawled.workspace.why(truth.url, "demo").reason for truth in crawled.web.truth()} - {"", None}
    assert len(reasons) > 20
    assert [reason for reason in reasons if reason and not is_known(reason, "tr")] == []
