"""The engine beside the server: runs what is queued, goes on after it was killed, ends with the server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from jobs_kit import ORIGIN, SLOW, demo_settings, hurry, site_with_engine, state_of, until

from mekik.crawl.catalogue import Catalogue, State
from mekik.crawl.folder import EngineLock
from mekik.crawl.jobs.engine_main import EngineMain
from mekik.crawl.jobs.keeper import EngineKeeper
from mekik.crawl.jobs.quotas import Quota
from mekik.lab.demo import DemoWeb, Kind
from mekik.workspace import Workspace
from web_kit import sign_in


@pytest.fixture
def web() -> Iterator[DemoWeb]:
    with DemoWeb(calendar_months=2) as running:
        yield running


def test_a_job_runs_pauses_goes_on_and_is_deleted_with_its_pages(tmp_path: Path, web: DemoWeb) -> None:
    """faults: 72"""
    with site_with_engine(tmp_path) as (site, client):
        sign_in(client, "root")
        body = {"settings": demo_settings(web, "Demo", scope__max_pages=80, **SLOW), "run": True}
        assert client.post("/api/v1/jobs", json=body, headers=ORIGIN).status_code == 201
        until(lambda: site.workspace.status("root~demo")[0].pages > 3, "some pages")
        client.post("/api/v1/jobs/root~demo/pause", headers=ORIGIN)
        until(lambda: state_of(site, "root~demo") == "paused", "the pause")
        assert client.delete("/api/v1/jobs/root~demo", headers=ORIGIN).status_code == 409
        client.post("/api/v1/jobs/root~demo/resume", headers=ORIGIN)
        hurry(site, "root~demo")
        until(lambda: state_of(site, "root~demo") == "finished", "the end")
        assert site.workspace.search("lighthouse").total > 0
        until(lambda: client.get("/api/v1/queue").json()["jobs"] == [], "it leaves the queue")
        files = len(list((tmp_path / "archive").iterdir()))
        gone = client.delete("/api/v1/jobs/root~demo", params={"pages": "true"}, headers=ORIGIN)
        assert gone.status_code == 200
        until(lambda: site.workspace.search("lighthouse").total == 0, "its pages leave the search")
        until(lambda: not (tmp_path / "jobs" / "root~demo").exists(), "its files leave the disk")
        assert files
        assert not list((tmp_path / "archive").iterdir())
        assert client.get("/api/v1/jobs/root~demo").status_code == 404


def test_what_a_deleted_job_indexed_may_stay(tmp_path: Path, web: DemoWeb) -> None:
    with site_with_engine(tmp_path) as (site, client):
        sign_in(client, "root")
        settings = demo_settings(web, "Demo", scope__max_pages=40)
        client.post("/api/v1/jobs", json={"settings": settings, "run": True}, headers=ORIGIN)
        until(lambda: state_of(site, "root~demo") == "finished", "the end")
        pages = site.workspace.search("type:html").total
        client.delete("/api/v1/jobs/root~demo", headers=ORIGIN)
        assert [job["name"] for job in client.get("/api/v1/jobs").json()] == []
    assert pages == site.workspace.search("type:html").total > 0
    site.workspace.reindex()
    assert site.workspace.search("type:html").total > 0


def test_a_killed_engine_is_started_again_and_the_job_goes_on(tmp_path: Path, web: DemoWeb) -> None:
    """faults: 40"""
    with site_with_engine(tmp_path) as (site, client):
        assert site.engine is not None
        sign_in(client, "root")
        body = {"settings": demo_settings(web, "Demo", **SLOW), "run": True}
        client.post("/api/v1/jobs", json=body, headers=ORIGIN)
        until(lambda: site.workspace.status("root~demo")[0].pages > 3, "some pages")
        first = site.engine.state().pid
        assert first
        os.kill(first, signal.SIGKILL)
        hurry(site, "root~demo")
        until(lambda: state_of(site, "root~demo") == "finished", "the end")
        assert site.engine.state().restarts == 1
        assert site.engine.state().pid != first
    linked = [truth for truth in web.truth() if truth.indexed and truth.found_by == "link"]
    truths = [truth for truth in linked if truth.kind != Kind.LOOKALIKE.label]
    assert len(truths) > 50
    missing = [truth.url for truth in truths if not site.workspace.why(truth.url).indexed]
    assert not missing, missing


def test_a_job_that_kills_the_engine_thrice_is_set_aside_and_the_next_one_runs(
    tmp_path: Path, web: DemoWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = Workspace(tmp_path)
    workspace.create()
    desk = workspace.desk
    bad = desk.create("root", demo_settings(web, "Bad"), trusted=True)
    good = desk.create("root", demo_settings(web, "Good", archive__enabled=False, scope__max_pages=10), trusted=True)
    monkeypatch.setenv("MEKIK_FAIL_AT", "warc.before_write")
    monkeypatch.setattr("mekik.crawl.jobs.keeper._FIRST_REST", 0.05)
    monkeypatch.setattr("mekik.crawl.jobs.keeper._LONGEST_REST", 0.1)
    desk.run(bad.name)
    desk.run(good.name)
    keeper = EngineKeeper(tmp_path)
    keeper.start()
    try:
        until(lambda: workspace.status(good.name)[0].state == "finished", "the second job")
        until(lambda: desk.queue() == [], "it leaves the queue")
    finally:
        keeper.stop()
    job = desk.job(bad.name)
    assert job is not None
    assert job.state is State.FAILED
    assert "three times" in job.reason
    assert desk.queue() == []


def test_the_engine_waits_while_the_command_line_crawls(tmp_path: Path, web: DemoWeb) -> None:
    """faults: 44"""
    with site_with_engine(tmp_path) as (site, client):
        sign_in(client, "root")
        with EngineLock(tmp_path / "engine.lock"):
            body = {"settings": demo_settings(web, "Demo", scope__max_pages=5), "run": True}
            client.post("/api/v1/jobs", json=body, headers=ORIGIN)
            until(lambda: bool(client.get("/api/v1/queue").json()["engine"]["locked_by"]), "the word about the lock")
            shown = client.get("/api/v1/jobs/root~demo").json()["job"]
            assert shown["state"] == "queued"
            assert str(os.getpid()) in shown["reason"]
        until(lambda: state_of(site, "root~demo") == "finished", "the end")


def test_the_engine_dies_with_a_killed_server_and_the_job_goes_on_with_the_next(tmp_path: Path, web: DemoWeb) -> None:
    workspace = Workspace(tmp_path)
    workspace.create()
    name = workspace.desk.create("root", demo_settings(web, "Demo", scope__max_pages=80, **SLOW), trusted=True).name
    workspace.desk.run(name)
    command = [sys.executable, "-m", "mekik", "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        until(lambda: workspace.status(name)[0].pages > 3, "some pages")
        engine = int((tmp_path / "engine.lock").read_text())
        server.kill()
    until(lambda: not _lives(engine), "the engine's end")
    assert workspace.status(name)[0].state == "interrupted"
    assert [entry.deaths for entry in workspace.desk.queue()] == [0]
    workspace.desk.edit(name, {"frontier.delay": 0.02}, trusted=True)
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        until(lambda: workspace.status(name)[0].state == "finished", "the end")
        server.terminate()
    assert workspace.search("lighthouse").total > 0


def test_a_quota_of_pages_ends_a_members_job(tmp_path: Path, web: DemoWeb) -> None:
    """faults: 69"""
    with site_with_engine(tmp_path) as (site, _):
        desk = site.workspace.desk
        desk.set_quota("ayse", Quota(pages=15, delay=0.0))
        job = desk.create("ayse", demo_settings(web, "Demo"), trusted=True)
        catalogue = Catalogue(tmp_path / "jobs.sqlite")
        catalogue._db.execute("UPDATE job SET limited = 1")  # as if made by a member who may visit loopback
        catalogue.close()
        desk.run(job.name)
        until(lambda: state_of(site, job.name) == "finished", "the end")
        until(lambda: not desk.queue(), "it leaves the queue")
        assert desk.quota("ayse")[1].pages == 15
        desk.run(job.name)
        until(lambda: not desk.queue(), "the refusal")
        again = desk.job(job.name)
        assert again is not None
        assert "quota" in again.reason, again


def test_a_running_job_takes_up_an_exclusion_and_another_delay(tmp_path: Path, web: DemoWeb) -> None:
    with site_with_engine(tmp_path) as (site, client):
        sign_in(client, "root")
        settings = demo_settings(web, "Demo", **SLOW)
        client.post("/api/v1/jobs", json={"settings": settings, "run": True}, headers=ORIGIN)
        until(lambda: site.workspace.status("root~demo")[0].pages > 3, "some pages")
        excluded = client.post("/api/v1/jobs/root~demo/exclude", json={"pattern": "//museum"}, headers=ORIGIN)
        assert excluded.status_code == 200, excluded.text
        until(lambda: not _told(tmp_path), "the engine takes it up")
        time.sleep(0.5)  # for what was under way
        web.forget_requests()
        changed = client.patch("/api/v1/jobs/root~demo", json={"settings": {"frontier.delay": 0.05}}, headers=ORIGIN)
        assert changed.status_code == 200
        until(lambda: state_of(site, "root~demo") == "finished", "the end")
        hosts = {request[1] for request in web.requests}
        assert len(web.requests) > 50
        assert "museum.localhost" not in hosts


def test_a_paused_job_and_a_long_one_give_way_to_others(tmp_path: Path, web: DemoWeb) -> None:
    """faults: 69"""
    workspace = Workspace(tmp_path)
    workspace.create()
    desk = workspace.desk
    slow = {**SLOW, "frontier__delay": 1.0}
    long = desk.create("ayse", demo_settings(web, "Long", **slow), trusted=True).name
    paused = desk.create("ayse", demo_settings(web, "Paused", **slow), trusted=True).name
    short = desk.create("bora", demo_settings(web, "Short", scope__max_pages=5), trusted=True).name
    engine = EngineMain(tmp_path, turn=2.0)
    thread = threading.Thread(target=engine.run)
    desk.run(long)
    thread.start()
    try:
        until(lambda: workspace.status(long)[0].pages > 0, "the long one")
        desk.run(short)
        until(lambda: workspace.status(short)[0].state == "finished", "the short one, before the long one ends")
        until(lambda: [entry.job for entry in desk.queue()] == [long], "the short one leaves the queue")
        desk.stop(long)
        desk.run(paused)
        until(lambda: workspace.status(paused)[0].pages > 0, "the other one")
        desk.pause(paused)
        until(lambda: workspace.status(paused)[0].state == "paused", "the pause")
        desk.run(short)
        until(lambda: not any(entry.job == short for entry in desk.queue()), "the short one, beside the pause")
        assert [(entry.job, entry.held) for entry in desk.queue()] == [(paused, True)]
        desk.run(paused)
        until(lambda: workspace.status(paused)[0].state == "running", "the resumption")
    finally:
        engine.end()
        desk.stop(paused)
        thread.join(60)
    assert not thread.is_alive()


def _told(path: Path) -> int:
    """Wishes that the engine has not heard yet."""
    catalogue = Catalogue(path / "jobs.sqlite")
    (waiting,) = catalogue._db.execute("SELECT count(*) FROM command").fetchone()
    catalogue.close()
    return int(waiting)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
