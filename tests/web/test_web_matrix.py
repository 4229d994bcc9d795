"""Every operation of the API with every kind of person, as the OpenAPI document says; nobody gets more than it says."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from mekik.web import Site, make_app
from mekik.web.api.document import document
from mekik.web.people import SCOPES, Role
from served_kit import Data, crawled
from web_kit import ROOT, bearer

THEIRS = "library"
"""ayse's private job."""
PARTS = {"report": "codes", "kind": "csv", "owner": "bora", "id": "1"}


class Operation(NamedTuple):
    method: str
    path: str
    role: Role
    scope: str
    in_person: bool
    parameters: tuple[str, ...]
    stream: bool
    """It answers without an end: its headers are asked for instead."""

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def of_a_job(self) -> bool:
        return self.path.startswith("/api/v1/jobs/{")

    def address(self, job: str) -> str:
        path = self.path.replace("{name}", job).replace("{job}", job)
        for name, value in PARTS.items():
            path = path.replace(f"{{{name}}}", value)
        assert "{" not in path, path
        return path


@cache
def operations() -> list[Operation]:
    """Read once from a document that needs no data."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        site = Site.open(Path(folder))
        tree = document(make_app(site))
        site.close()
    return [
        Operation(
            method.upper(),
            path,
            Role[one["x-role"].upper()],
            one["x-scope"],
            not any("token" in way for way in one["security"]),
            tuple(part["name"] for part in one.get("parameters", ()) if part["in"] == "query"),
            "text/event-stream" in one["responses"].get("200", {}).get("content", {}),
        )
        for path, item in tree["paths"].items()
        for method, one in item.items()
    ]


class World:
    """A site, and everybody who may knock."""

    def __init__(self, data: Data, site: Site, client: TestClient[Litestar]) -> None:
        self.data, self._client = data, client
        self._path = site.workspace.path
        self.cookies = {name: {"mekik_session": site.accounts.start_session(name)} for name in ("ayse", "bora", "root")}
        self.tokens = {
            (name, scope): site.accounts.add_token(name, "test", [scope])
            for name in ("ayse", "root")
            for scope in SCOPES
        }

    def kept(self) -> list[str]:
        """All that is known of jobs and people."""
        lines: list[str] = []
        for name in ("jobs.sqlite", "accounts.sqlite"):
            with closing(sqlite3.connect(self._path / name)) as database:
                lines += database.iterdump()
        return [line for line in lines if "'tried'" not in line]

    def ask(self, operation: Operation, job: str, *, name: str = "", token: str = "") -> Response:
        headers = bearer(token) if token else {"origin": ROOT}
        self._client.cookies.clear()
        for key, value in self.cookies.get(name, {}).items():
            self._client.cookies.set(key, value)
        query = {"url": self.data.private_url} if "url" in operation.parameters else {}
        body: Any = {} if operation.method in ("POST", "PUT", "PATCH") else None
        method = "HEAD" if operation.stream else operation.method
        return self._client.request(method, operation.address(job), params=query, json=body, headers=headers)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    path = tmp_path_factory.mktemp("matrix")
    data = crawled()
    shutil.copytree(data.path, path, dirs_exist_ok=True)
    site = Site.open(path, rate=0)
    with TestClient(make_app(site), base_url=ROOT) as client:
        yield World(data, site, client)
    site.close()


@pytest.mark.parametrize("operation", operations(), ids=str)
def test_who_may_not_is_refused(world: World, operation: Operation) -> None:
    """faults: 60, 64. Without saying anything about what would have been there."""
    if operation.role > Role.VISITOR:
        assert world.ask(operation, THEIRS).status_code == 401
    if operation.role > Role.MEMBER:
        assert world.ask(operation, THEIRS, name="ayse").status_code == 403
    for (name, scope), token in world.tokens.items():
        refused = operation.in_person or scope != operation.scope
        if refused or (operation.role > Role.MEMBER and name != "root"):
            answer = world.ask(operation, THEIRS, token=token)
            assert answer.status_code == 403, (name, scope, answer.text)
            assert THEIRS not in answer.text


@pytest.mark.parametrize("operation", operations(), ids=str)
def test_who_may_is_let_in(world: World, operation: Operation) -> None:
    """Nothing is there to change for them, and the bodies are empty: so nothing happens, but the door is open."""
    for name, role in (("", Role.VISITOR), ("bora", Role.MEMBER), ("root", Role.ADMINISTRATOR)):
        if role >= operation.role:
            answer = world.ask(operation, "nothing", name=name)
            assert answer.status_code in (200, 202, 204, 400, 404, 409), answer.text
    token = world.tokens["root", operation.scope]
    if not operation.in_person:
        assert world.ask(operation, "nothing", token=token).status_code in (200, 202, 204, 400, 404, 409)


@pytest.mark.parametrize("operation", [one for one in operations() if one.of_a_job()], ids=str)
def test_a_private_job_is_to_others_like_none(world: World, operation: Operation) -> None:
    """faults: 60. The same status and the same words for a job of somebody else's and for one that nobody has. An
    administrator's token that is not for `admin` sees no more than a member."""
    asks: list[dict[str, str]] = [{"name": "bora"}] if operation.role <= Role.MEMBER else []
    asks += [{}] if operation.role is Role.VISITOR else []
    asks += [{"token": world.tokens["root", operation.scope]}] if operation.scope != "admin" else []
    for ask in asks:
        theirs, nobodys = world.ask(operation, THEIRS, **ask), world.ask(operation, "nothing", **ask)
        assert theirs.status_code == nobodys.status_code, theirs.text
        assert theirs.status_code in (400, 404)  # 400: the body was looked at first, and is empty
        assert theirs.text == nobodys.text.replace("nothing", THEIRS)


@pytest.mark.parametrize("operation", [one for one in operations() if one.method == "GET"], ids=str)
def test_no_answer_tells_others_of_a_private_collection(world: World, operation: Operation) -> None:
    """faults: 60"""
    for name in ("", "bora"):
        answer = world.ask(operation, "news", name=name)
        asked_for = answer.text.replace(world.data.private_url, "") if "url" in operation.parameters else answer.text
        assert world.data.private_url not in asked_for
        assert f'"{THEIRS}"' not in asked_for
        assert "ayse" not in asked_for


def test_looking_changes_nothing(world: World) -> None:
    """faults: 64. A link or a picture on another site can make a browser send a GET with its cookies."""
    before = world.kept()
    for operation in operations():
        if operation.method == "GET":
            assert world.ask(operation, THEIRS, name="root").status_code < 500, str(operation)
    assert world.kept() == before
