"""One suite for the workspace at hand and the one on a server: the same questions, the same answers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import mekik
from mekik.errors import NotPermitted, UsageError
from mekik.page import Exchange
from mekik.remote import RemoteWorkspace
from mekik.workspace import Workspace
from served_kit import Data, served

One = Workspace | RemoteWorkspace


class Two:
    """The same data, opened as a folder and by the address of its server."""

    def __init__(self, data: Data, here: Workspace, there: RemoteWorkspace) -> None:
        self.data, self.here, self.there = data, here, there


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    path = tmp_path_factory.mktemp("data")
    with served(path) as (data, _, root), mekik.open(root, token=data.tokens["root"]) as there:
        yield Two(data, mekik.open(path), there)


@pytest.fixture(params=["here", "there"])
def one(request: pytest.FixtureRequest, two: Two) -> One:
    found = getattr(two, request.param)
    assert isinstance(found, Workspace | RemoteWorkspace)
    return found


# that both answer at all, and what


def test_jobs_and_their_state(one: One) -> None:
    assert one.jobs() == ["news", "library"]
    (status,) = one.status("news")
    assert (status.job, status.state) == ("news", "finished")
    assert status.counts.completed > 5
    assert [each.job for each in one.status()] == ["news", "library"]
    assert one.unfinished() == []


def test_why_and_the_archived_page(one: One, two: Two) -> None:
    url = two.data.public_url
    why = one.why(url)
    assert (why.url, why.status, why.job) == (url, "completed", "news")
    page = one.page(url)
    assert isinstance(page, Exchange)
    assert (page.url, page.status) == (url, 200)
    assert b"<html" in page.body.lower()
    assert one.text(url).title


@pytest.mark.parametrize("wrong", [
    lambda one: one.status("nothing"), lambda one: one.traps("nothing"), lambda one: list(one.finds("nothing")),
    lambda one: one.page("http://nowhere.example/"), lambda one: one.text("http://nowhere.example/"),
    lambda one: one.search("x", limit=5000), lambda one: one.search("x", since="never"),
    lambda one: one.lift_trap("nothing", "news"), lambda one: one.restore(["http://nowhere.example/"], "news"),
    lambda one: one.report("nothing"),
])  # fmt: skip
def test_mistakes_are_the_same_errors(one: One, wrong: Callable[[One], object]) -> None:
    with pytest.raises(UsageError):
        wrong(one)


# that both answer the same


def test_searches_are_alike(two: Two) -> None:
    asked: list[tuple[str, dict[str, Any]]] = [
        ("kitap", {}), ("haber OR kitap", {"limit": 3, "sort": "date"}), ("lang:tr -kitap", {"offset": 5}),
    ]  # fmt: skip
    for query, options in asked:
        here, there = two.here.search(query, **options), two.there.search(query, **options)
        assert (bool(there.next), bool(there.previous)) == (bool(here.next), bool(here.previous))
        # How long it took, and cursors, which are good for one person only, differ.
        plain = {"took_ms": 0.0, "next": "", "previous": ""}
        assert msgspec.structs.replace(there, **plain) == msgspec.structs.replace(here, **plain)


def test_suggestions_are_alike(two: Two) -> None:
    assert two.there.suggest("ki") == two.here.suggest("ki")


def test_what_is_known_is_alike(two: Two) -> None:
    for url in (two.data.public_url, two.data.private_url, "http://nowhere.example/"):
        assert two.there.why(url) == two.here.why(url)
    assert two.there.status() == two.here.status()
    assert two.there.report() == two.here.report()
    assert two.there.traps() == two.here.traps()
    assert two.there.forms() == two.here.forms()
    assert two.there.gone() == two.here.gone()
    assert two.there.text(two.data.public_url, limit=50) == two.here.text(two.data.public_url, limit=50)
    for job in ("news", "library"):
        assert list(two.there.finds(job)) == list(two.here.finds(job))
        assert list(two.there.finds(job, limit=2)) == list(two.here.finds(job, limit=2))


def test_logs_are_alike(two: Two) -> None:
    for options in ({}, {"limit": 3}, {"errors": True}, {"errors": True, "limit": 1}):
        assert list(two.there.log("news", **options)) == list(two.here.log("news", **options))
    follow = two.there.log("news", limit=2, follow=True)
    assert [next(follow), next(follow)] == list(two.here.log("news", limit=2))


def test_reports_are_alike(two: Two) -> None:
    for name in ("codes", "redirects", "broken"):
        for here, there in zip(two.here.tables(name), two.there.tables(name), strict=True):
            assert (there.report, there.job, there.columns, there.total) == (
                here.report, here.job, here.columns, here.total
            )  # fmt: skip
            assert [list(row) for row in there.rows] == [list(row) for row in here.rows]


@pytest.mark.parametrize("kind", ["jsonl", "csv", "warc", "sitemap"])
def test_exports_are_alike(two: Two, tmp_path: Path, kind: str) -> None:
    two.here.export(kind, tmp_path / "here", "news")
    two.there.export(kind, tmp_path / "there", "news")
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def test_a_page_is_alike_but_for_what_only_the_crawler_needs(two: Two) -> None:
    here, there = two.here.page(two.data.public_url), two.there.page(two.data.public_url)
    for name in ("url", "outcome", "status", "body", "protocol", "started_at", "truncated"):
        assert getattr(there, name) == getattr(here, name), name
    assert there.headers == {name: value for name, value in here.headers.items() if name != "set-cookie"}


def test_the_methods_have_the_same_names_and_arguments() -> None:
    """Whoever learned one can use the other. A new method is either there as well or named here."""
    beyond = {
        # parts of which the server makes its answers
        "create", "owners", "copies", "finds_after", "last_finds", "find_kinds", "found", "history", "links_to",
        "log_path", "log_tail", "set_passive", "translator",
        # what is done at the machine of the data
        "seeds", "capture",
        # what the command line says after a crawl of its own
        "seed_outcomes",
    }  # fmt: skip
    for name, method in inspect.getmembers(Workspace, inspect.isfunction):
        if name.startswith("_") or name in beyond:
            continue
        other = getattr(RemoteWorkspace, name, None)
        assert other is not None, name
        mine = set(inspect.signature(method).parameters) - {"viewer", "among", "jobs", "read"}
        assert set(inspect.signature(other).parameters) >= mine, name


# rights and faults of the way


def test_a_token_sees_what_its_user_may_see(two: Two) -> None:
    """faults: 60"""
    with mekik.open(two.there.root, token=two.data.tokens["bora"]) as bora:
        assert bora.jobs() == ["news"]
        assert bora.why(two.data.private_url).status == "unknown"
        with pytest.raises(UsageError):
            bora.page(two.data.private_url)
    with mekik.open(two.there.root, token=None) as visitor:
        assert visitor.jobs() == ["news"]


def test_a_wrong_token_is_said_to_be_wrong(two: Two) -> None:
    with mekik.open(two.there.root, token="mekik_wrong") as nobody, pytest.raises(NotPermitted, match="token"):
        nobody.jobs()


def test_what_needs_the_machine_says_so(two: Two) -> None:
    for act in (two.there.reindex, two.there.check, two.there.repair, lambda: two.there.import_files([Path("x")])):
        with pytest.raises(UsageError, match="machine"):
            act()
