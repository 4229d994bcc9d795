"""mekik set-order: a job goes on by another order, and `mekik why` tells its score."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runner import run

import mekik
from mekik import ordering
from mekik.crawl.catalogue import Catalogue
from mekik.frontier import Record, SqliteStore
from mekik.lab.demo import DemoWeb

OPTIONS = {
    "name": "demo", "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0, "scope.max_pages": 3,
    "index.enabled": False, "parse.workers": 0, "frontier.response_factor": 0,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEKIK_LANG", "en")


def test_a_job_keeps_its_new_order_and_why_tells_the_score_and_its_parts(tmp_path: Path) -> None:
    with DemoWeb() as web:
        workspace = mekik.open(tmp_path)
        workspace.crawl(web.seeds, OPTIONS)
    waiting = next(record.url for record in _waiting(tmp_path))
    shown = run("set-order", "demo", "popularity", "--data", tmp_path)
    assert (shown.code, "is not running" in shown.out) == (0, True)
    answer = json.loads(run("why", waiting, "--json", "--data", tmp_path).out)
    assert answer["score_text"].startswith(f"popularity {answer['score']:.2f} = 0.40 × ")
    assert json.loads(run("set-order", "demo", "random", "--json", "--data", tmp_path).out) == {
        "job": "demo", "order": "random", "running": False,
    }  # fmt: skip
    assert "equally likely" in run("why", waiting, "--data", tmp_path).out
    assert run("set-order", "demo", "bredth", "--data", tmp_path).code == 2
    assert run("set-order", "nobody", "depth", "--data", tmp_path).code == 2
    wordless = run("set-order", "demo", "topic", "--data", tmp_path)
    assert (wordless.code, "--words" in wordless.err) == (2, True)
    assert run("set-order", "demo", "topic", "--words", "kedi, cat", "--data", tmp_path).code == 0
    assert run("set-order", "demo", "topic", "--set", "scope.max_pages=2", "--data", tmp_path).code == 2
    catalogue = Catalogue(tmp_path / "jobs.sqlite")
    kept = catalogue.require("demo").settings
    catalogue.close()
    assert (kept.order, kept.ordering.words, kept.scope.max_pages) == ("topic", ("kedi", "cat"), 3)


def test_a_mix_of_every_order_goes_on_where_it_stopped(tmp_path: Path) -> None:
    parts = [name for name in ordering.NAMES if name != "mix"]
    mix = {"order": "mix", "ordering.mix": dict.fromkeys(parts, 1.0), "ordering.words": ["kitap"]}
    with DemoWeb() as web:
        workspace = mekik.open(tmp_path)
        workspace.crawl(web.seeds, {**OPTIONS, **mix, "scope.max_pages": 6})
        summary = workspace.crawl(web.seeds, {**OPTIONS, **mix, "scope.max_pages": 12})
    assert summary.pages == 6
    waiting = next(record.url for record in _waiting(tmp_path))
    answer = json.loads(run("why", waiting, "--json", "--data", tmp_path).out)
    assert all(f" {name}" in answer["score_text"] for name in parts)
    status = json.loads(run("status", "demo", "--json", "--data", tmp_path).out)
    assert status["harvest"] is not None, "of the parts that grade pages"


def _waiting(folder: Path) -> list[Record]:
    store = SqliteStore(folder / "jobs" / "demo" / "frontier.sqlite", read_only=True)
    try:
        return list(store.records("WHERE a.status = 0"))
    finally:
        store.close()
