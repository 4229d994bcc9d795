"""The pages of jobs: the list, the form, a job live, and what buttons do."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from jobs_kit import ORIGIN, demo_settings, site_with_engine, state_of, until
from litestar import Litestar
from litestar.testing import TestClient

from mekik.errors import Conflict
from mekik.lab.demo import DemoWeb
from mekik.settings import build, rows
from mekik.web import Site
from mekik.web.job_form import kind_of, read, sections
from mekik.web.streams import MOST_A_PERSON
from mekik.web.texts import LOCALES, catalogue
from web_kit import HTML, open_site, sign_in

Both = tuple[Site, TestClient[Litestar]]
FORM = {"form": "1", "robot": "", "do": "save"}
NEW = {"name": "x"}


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with open_site(tmp_path) as opened:
        yield opened


def post(client: TestClient[Litestar], path: str, data: dict[str, str]) -> Any:
    """A form as browsers send it, with an empty file field."""
    files = {"seed_file": ("", b"", "application/octet-stream")} if not path.endswith("/act") else None
    return client.post(path, data=data, files=files, headers={**ORIGIN, **HTML}, follow_redirects=False)


def fields_of(page: str) -> dict[str, str]:
    """What a browser would send of an untouched form."""
    found = dict(re.findall(r'<input id="[^"]*" name="([^"]*)" value="([^"]*)"', page))
    found |= dict(re.findall(r'<textarea[^>]* name="([^"]*)"[^>]*>\n([^<]*)</textarea>', page))
    for name, options in re.findall(r'<select id="[^"]*" name="([^"]*)"[^>]*>(.*?)</select>', page):
        found[name] = re.findall(r"<option selected>([^<]*)", options)[0]
    for name in re.findall(r'<input type="checkbox" id="[^"]*" name="([^"]*)" value="true" checked', page):
        found[name] = "true"
    found |= dict(re.findall(r'<input type="radio" name="([^"]*)" value="([^"]*)" checked', page))
    return {name: value.replace("&#34;", '"').replace("&gt;", ">") for name, value in found.items()}


def test_the_form_has_every_setting_and_members_see_none_of_the_administrators(both: Both) -> None:
    _, client = both
    for name in ("root", "ayse"):
        sign_in(client, name)
        page = client.get("/new-job", headers=HTML).text
        for row in rows():
            there = f'name="{row.name}"' in page
            assert there == (row.name != "owner" and (name == "root" or not row.admin)), row.name


def test_every_section_of_the_settings_has_a_heading() -> None:
    parts = {row.name.rpartition(".")[0] or "job" for row in rows()}
    for locale in LOCALES:
        assert {part for part in parts if f"form.part.{part}" not in catalogue(locale)} == set()


def test_an_untouched_form_changes_nothing(both: Both) -> None:
    site, client = both
    settings = {
        "name": "all", "seeds": ["https://a.org/", "https://b.org/"], "scope.exclude": ["a,b", "c"],
        "fetch.headers": {"X-Key": "geheim"}, "overrides": [{"host": "a.org", "set": {"frontier.delay": 3.0}}],
        "discovery.topics": {"*/ekonomi.xml": "economy"}, "frontier.hours": "22:00-06:00", "scope.max_depth": None,
        "fetch.basic_login": [{"root": "https://a.org", "user": "u", "password": "p"}], "spam.action": "mark",
        "capture.emails": True, "robots.obey": False, "render.sandbox": False,
    }  # fmt: skip
    job = site.workspace.desk.create("root", settings, trusted=True)
    sign_in(client, "root")
    untouched = fields_of(client.get(f"/jobs/{job.name}/settings", headers=HTML).text)
    assert len(untouched) > 100
    assert "geheim" not in str(untouched)
    answer = post(client, f"/jobs/{job.name}/settings", {**FORM, **untouched})
    assert answer.status_code == 303, answer.text
    assert site.workspace.settings(job.name) == job.settings


@pytest.mark.parametrize("row", [row for row in rows() if row.name != "owner"], ids=lambda row: row.name)
def test_every_field_reads_what_it_shows(row: Any) -> None:
    settings = build({"name": "x"})
    field = next(f for part in sections(settings, "tr", admin=True).values() for f in part if f.name == row.name)
    assert field.help
    assert read({"form": "1", row.name: field.value}, settings, admin=True).get(row.name) is None
    assert kind_of(row) == field.kind


def test_a_job_is_made_by_form_with_a_robot_and_a_file_of_seeds(both: Both) -> None:
    site, client = both
    sign_in(client, "ayse")
    untouched = fields_of(client.get("/new-job", headers=HTML).text)
    typed = {**untouched, **FORM, "name": "Bloglar", "seeds": "a.org", "do": "robot:blog"}
    shown = post(client, "/new-job", typed)
    assert 'name="robot" value="blog"' in shown.text
    assert 'value="any" checked' in shown.text
    assert "Bloglar" in shown.text
    answer = client.post(
        "/new-job", data={**fields_of(shown.text), **FORM, "robot": "blog"},
        files={"seed_file": ("seeds.txt", b"# mine\nhttps://b.org/\n", "text/plain")},
        headers={**ORIGIN, **HTML}, follow_redirects=False,
    )  # fmt: skip
    assert answer.headers["location"] == "/jobs/ayse~bloglar", answer.text
    settings = site.workspace.settings("ayse~bloglar")
    assert settings.seeds == ("https://a.org", "https://b.org/")
    assert settings.scope.blogs
    assert settings.owner == "ayse"


def test_what_is_wrong_is_said_and_nothing_typed_is_lost(both: Both) -> None:
    _, client = both
    sign_in(client, "ayse")
    answer = post(client, "/new-job", {**FORM, "name": "<b>x", "seeds": "https://a.org", "scope.exclude": "(oops"})
    assert answer.status_code == 400
    assert "&lt;b&gt;x" in answer.text
    assert "(oops" in answer.text
    assert 'role="alert"' in answer.text


def test_seeds_from_a_search_are_only_of_what_one_may_see(both: Both) -> None:
    """faults: 60"""
    _, client = both
    for name, hosts in (("ayse", {"a.org", "b.org"}), ("bora", {"a.org"})):
        sign_in(client, name)
        shown = post(client, "/new-job", {**FORM, "seeds": "", "seed_query": "kedi", "do": "seeds"}).text
        found = re.search(r'<textarea id="seeds"[^>]*>\n([^<]*)<', shown)
        assert found
        assert {line.split("/")[2] for line in found[1].split()} == hosts


@pytest.mark.parametrize("locale", ["en", "tr"])
def test_pages_are_whole_in_both_languages_without_inline_script(both: Both, locale: str) -> None:
    """faults: 36, 63"""
    site, client = both
    evil = "<script>alert(1)</script>"
    job = site.workspace.desk.create("root", {"name": evil, "seeds": ["https://a.org"]}, trusted=True)
    site.workspace.desk.set_schedule(job.name, "@daily", "Europe/Istanbul")
    sign_in(client, "root")
    for path in ("/jobs", "/new-job", f"/jobs/{job.name}", f"/jobs/{job.name}/settings", f"/jobs/{job.name}/delete"):
        answer = client.get(path, headers={**HTML, "accept-language": locale})
        assert answer.status_code == 200, path
        assert f'<html lang="{locale}">' in answer.text
        assert evil not in answer.text
        assert not re.findall(r"<script(?![^>]*\bsrc=)", answer.text)
        assert not re.findall(r"\s(?:on\w+|style)=", answer.text), path


def test_another_members_job_has_no_page(both: Both) -> None:
    """faults: 60"""
    site, client = both
    job = site.workspace.desk.create("ayse", {"name": "gizli", "seeds": ["https://a.org"]})
    sign_in(client, "bora")
    for path in ("", "/settings", "/delete", "/live"):
        assert client.get(f"/jobs/{job.name}{path}", headers=HTML).status_code == 404, path
    assert post(client, f"/jobs/{job.name}/act", {"do": "run"}).status_code == 404
    assert post(client, f"/jobs/{job.name}/settings", FORM).status_code == 404
    assert "gizli" not in client.get("/jobs", headers=HTML).text
    client.cookies.clear()
    assert client.get("/new-job", headers=HTML).status_code == 401
    assert client.get("/jobs", headers=HTML).status_code == 200


def test_only_an_administrator_is_offered_the_demo_web(both: Both) -> None:
    site, client = both
    asked: list[int] = []
    site.demo = lambda: asked.append(1) or ["http://museum.localhost:1/"]  # type: ignore[func-returns-value]
    sign_in(client, "ayse")
    assert "demo-crawl" not in client.get("/jobs", headers=HTML).text
    assert client.post("/demo-crawl", headers={**ORIGIN, **HTML}).status_code == 403
    sign_in(client, "root")
    assert "demo-crawl" in client.get("/jobs", headers=HTML).text
    assert not asked
    answer = client.post("/demo-crawl", headers={**ORIGIN, **HTML}, follow_redirects=False)
    assert answer.headers["location"] == "/jobs/root~demo"
    assert [entry.job for entry in site.workspace.desk.queue()] == ["root~demo"]


def _close_after(site: Site, job: str) -> None:
    """Ends the streams with the job; after a while in any case."""
    with suppress(AssertionError):
        until(lambda: state_of(site, job) == "finished", "the job's end")
    site.closing.set()


def test_a_running_job_is_told_live_and_too_many_views_are_refused(tmp_path: Path) -> None:
    with DemoWeb(calendar_months=2) as web, site_with_engine(tmp_path) as (site, client):
        sign_in(client, "root")
        settings = demo_settings(web, "Demo", capture__emails=True)
        client.post("/api/v1/jobs", json={"settings": settings, "run": True}, headers=ORIGIN)
        threading.Thread(target=_close_after, args=(site, "root~demo"), daemon=True).start()
        events: list[str] = []
        with client.stream("GET", "/jobs/root~demo/live") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            assert "content-encoding" not in stream.headers
            # This client hands out what was sent when the stream has ended.
            events += [line.removeprefix("event:").strip() for line in stream.iter_lines() if line.startswith("event:")]
        assert {"state", "log", "finds", "point"} <= set(events)
        until(lambda: len(site.streams) == 0, "the stream's end")
        history = client.get("/api/v1/jobs/root~demo/history").json()
        assert len(history) > 1
        assert history[-1]["done"] > 1
        assert f"[{history[0]['at']}," in client.get("/jobs/root~demo", headers=HTML).text
        site.streams._by_person["root"] = MOST_A_PERSON
        assert client.get("/jobs/root~demo/live").status_code == 429
        assert client.get("/api/v1/jobs/root~demo/events").status_code == 429


def test_a_check_tells_which_seeds_are_open_and_what_sitemaps_name(both: Both) -> None:
    """faults: 1, 7"""
    _, client = both
    with DemoWeb(calendar_months=2) as web:
        sign_in(client, "root")
        closed = [web.url("shop.localhost", "/sepet"), "http://10.0.0.1/", "http://169.254.169.254/", "mailto:x"]
        settings = demo_settings(web, "x") | {"seeds": [*web.seeds, *closed]}
        checked = client.post("/api/v1/job-check", json={"settings": settings}, headers=ORIGIN).json()
        assert (checked["total"], checked["allowed"]) == (len(web.seeds) + 4, len(web.seeds))
        assert [seed["url"] for seed in checked["seeds"] if not seed["allowed"]] == closed
        assert checked["pages"] > 20
        assert all("robots.txt" in request[2] or "sitemap" in request[2] for request in web.requests)
        typed = fields_of(client.get("/new-job", headers=HTML).text) | FORM | {
            "name": "x", "seeds": "\n".join(settings["seeds"]), "fetch.allow_addresses": "127.0.0.0/8",
        }  # fmt: skip
        page = post(client, "/new-job", {**typed, "do": "check"}).text
        assert f"{checked['total']} seeds, robots.txt and the rules allow {checked['allowed']}." in page
        sign_in(client, "ayse")
        own = {**NEW, "seeds": [web.url("shop.localhost")]}
        checked = client.post("/api/v1/job-check", json={"settings": own}, headers=ORIGIN).json()
        assert checked["allowed"] == 0


def test_a_trial_shows_the_first_addresses_and_keeps_nothing(both: Both, tmp_path: Path) -> None:
    site, client = both
    with DemoWeb(calendar_months=2) as web:
        sign_in(client, "root")
        body = {"settings": demo_settings(web, "x")}
        tried = client.post("/api/v1/job-trial", json=body, headers=ORIGIN).json()
        assert 0 < len(tried["visited"]) <= 10
        assert len(tried["visited"]) + len(tried["next"]) == 50
        assert len(set(tried["visited"]) | set(tried["next"])) == 50
        pages = [request for request in web.requests if "robots.txt" not in request[2] and "sitemap" not in request[2]]
        assert len(pages) <= 12
    assert site.workspace.jobs() == []
    assert not list((tmp_path / "archive").iterdir())
    with pytest.raises(Conflict, match="under way"):
        site.trials.run("root", lambda: site.trials.run("root", lambda: None))
