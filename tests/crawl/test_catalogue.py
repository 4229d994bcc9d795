"""The jobs' database: older formats, and the queue's promises."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from mekik.crawl.catalogue import Catalogue, Command, State
from mekik.settings import build

_FIRST = """
CREATE TABLE job (
    name TEXT PRIMARY KEY, owner TEXT NOT NULL, settings TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL,
    created_at REAL NOT NULL, started_at REAL, ended_at REAL, elapsed REAL NOT NULL, pass INTEGER NOT NULL
);
CREATE TABLE command (job TEXT PRIMARY KEY, command TEXT NOT NULL, argument TEXT NOT NULL);
INSERT INTO job VALUES ('news', 'local', '{"seeds": ["http://a.org/"]}', 'finished', 'x', 1.0, 2.0, 3.0, 4.0, 5);
INSERT INTO command VALUES ('news', 'stop', '');
PRAGMA user_version = 1;
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "jobs.sqlite"


def test_the_first_format_is_led_on(path: Path) -> None:
    """faults: 49"""
    old = sqlite3.connect(path)
    old.executescript(_FIRST)
    old.close()
    for _ in range(2):
        catalogue = Catalogue(path)
        (job,) = catalogue.jobs()
        assert (job.name, job.settings.seeds, job.state, job.passes) == ("news", ("http://a.org/",), State.FINISHED, 5)
        assert not job.limited
        catalogue.queue.put("news")
        assert [entry.job for entry in catalogue.queue.entries()] == ["news"]
        catalogue.close()


def test_everything_that_is_told_arrives_in_order(path: Path) -> None:
    catalogue = Catalogue(path)
    catalogue.tell("news", Command.PAUSE)
    catalogue.tell("other", Command.STOP)
    catalogue.tell("news", Command.ORDER, "depth")
    catalogue.tell("news", Command.RESUME)
    told = catalogue.told("news")
    assert told == [(Command.PAUSE, ""), (Command.ORDER, "depth"), (Command.RESUME, "")]
    assert catalogue.told("news") == []
    assert catalogue.told("other") == [(Command.STOP, "")]
    catalogue.close()


def test_a_deleted_job_is_in_no_list_and_comes_back_when_it_is_made_again(path: Path) -> None:
    catalogue = Catalogue(path)
    settings = build({"seeds": ["http://a.org/"]})
    catalogue.save("news", settings)
    catalogue.set_state("news", State.DELETED)
    assert catalogue.jobs() == []
    assert [job.name for job in catalogue.jobs(deleted=True)] == ["news"]
    assert catalogue.save("news", settings).state is State.INTERRUPTED
    catalogue.close()


def test_a_job_is_set_aside_after_three_deaths_but_not_when_it_made_headway(path: Path) -> None:
    catalogue = Catalogue(path)
    queue = catalogue.queue
    queue.put("bad")
    queue.put("good")
    for death in range(3):
        assert queue.next() == "bad"
        queue.started("bad")
        assert queue.died() == (["bad"] if death == 2 else [])
    assert queue.next() == "good"
    for _ in range(5):
        queue.started("good")
        catalogue._db.execute("UPDATE queue SET started_at = started_at - 3600")  # it ran for an hour
        assert queue.died() == []
    catalogue.close()


def test_a_run_that_is_asked_for_in_the_moment_after_the_end_is_not_lost(path: Path) -> None:
    catalogue = Catalogue(path)
    catalogue.save("news", build({"seeds": ["http://a.org/"]}))
    queue = catalogue.queue
    for asked_after_its_end in (False, True):
        queue.put("news")
        queue.started("news")
        queue.put("news")  # a second press on the button changes nothing
        catalogue.ended("news", State.FINISHED, "", 1.0)
        if asked_after_its_end:
            queue.put("news")
        queue.done("news")
        assert [(entry.job, entry.started_at) for entry in queue.entries()] == (
            [("news", None)] if asked_after_its_end else []
        )
    catalogue.close()
