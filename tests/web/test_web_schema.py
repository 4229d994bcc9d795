"""The API answers whatever fits its OpenAPI document, and much that does not, as the document says; never with 500.

About half of the questions are about things that are there, so that answers are looked at and not only refusals.
"""

from __future__ import annotations

import shutil
import tempfile
import typing
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from litestar.handlers import HTTPRouteHandler
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from mekik.web import Site, make_app
from mekik.web.api.document import document
from mekik.web.making import groups
from served_kit import Data, crawled, running
from web_kit import PASSWORD, bearer

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance,
]  # fmt: skip
CRAWLED = "news"
"""Also the name that the examples of the document have: changing it is for copies only."""

LONGEST = 60_000
"""The server behind the application takes no longer addresses, and says so in words of its own."""


class Served:
    def __init__(self, site: Site, data: Data, port: int) -> None:
        self.site, self.data = site, data
        self.root, self.token = f"http://127.0.0.1:{port}", data.tokens["root"]
        self.cookie = site.accounts.start_session("root")
        self._numbers = count(1)
        self._made: dict[str, str] = {}
        self._asked: set[str] = set()

    def is_new(self, case: Any) -> bool:
        """A check or a trial starts processes: once is enough for what became the same question."""
        asked = repr((case.method, case.path, case.body.get("settings") if isinstance(case.body, dict) else case.body))
        new = asked not in self._asked
        self._asked.add(asked)
        return new or not case.path.startswith("/api/v1/job-")

    def put_real_things(self, case: Any) -> None:
        """Names of what is there instead of what was made up; of something new where the operation changes it."""
        reads, path = case.method == "GET", case.path
        for name in case.path_parameters:
            if name in ("name", "job") and "/jobs/" in path:
                case.path_parameters[name] = (
                    CRAWLED if reads or "/gone" in path or "/traps" in path else self._change(case, self._job)
                )
            elif name == "name":
                case.path_parameters[name] = self._change(case, self._user)
            elif name == "owner":
                case.path_parameters[name] = "bora"
            elif name == "report":
                every = [report for group in groups().values() for report in group]
                case.path_parameters[name] = every[next(self._numbers) % len(every)]
            elif name == "id":
                case.path_parameters[name] = self._id(path)
        for name in set(case.query) & {"url", "job"}:
            case.query[name] = self.data.public_url if name == "url" else CRAWLED
        wanted = case.body.get("settings") if isinstance(case.body, dict) else None
        if isinstance(wanted, dict) and "seeds" in wanted:
            # This server itself is what a check or a trial visits, and nothing outside.
            here = {"seeds": [self.root], "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0}
            case.body = {**case.body, "settings": {**wanted, **here}}

    def _change(self, case: Any, make: Callable[[], str]) -> str:
        """One of a kind for all that change it, and a new one for each that takes it away."""
        if case.method == "DELETE":
            return make()
        if make.__name__ not in self._made:
            self._made[make.__name__] = make()
        return self._made[make.__name__]

    def _job(self) -> str:
        return self.site.workspace.desk.copy(CRAWLED, f"copy {next(self._numbers)}", "root", trusted=True).name

    def _user(self) -> str:
        name = f"user{next(self._numbers)}"
        self.site.accounts.add(name, PASSWORD)
        return name

    def _id(self, path: str) -> int | str:
        accounts = self.site.accounts
        if "/tokens/" in path:
            accounts.add_token("root", "one more", ["search"])
            return accounts.tokens("root")[-1].id
        if "/sessions/" in path:
            secret = accounts.start_session("root")
            return next(one.id for one in accounts.sessions("root", secret) if one.here)
        saved = self.site.saved
        one = saved.add("root", "cats", {"q": "kedi"}, "mail", f"{next(self._numbers)}@example.org", self.root)
        for old in saved.of("root")[:-5]:  # a person has some, not any number
            saved.remove(old.id, "root")
        return one.id


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Without an engine: whatever jobs are made up here wait in the queue."""
    path = tmp_path_factory.mktemp("schema")
    data = crawled()
    shutil.copytree(data.path, path, dirs_exist_ok=True)
    site = Site.open(path, rate=0)
    with running(make_app(site)) as port:
        yield Served(site, data, port)
    site.close()


@cache
def tree() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        site = Site.open(Path(folder))
        found = document(make_app(site))
        site.close()
    for path, item in list(found["paths"].items()):
        if "text/event-stream" in item.get("get", {}).get("responses", {}).get("200", {}).get("content", {}):
            del found["paths"][path]  # an answer without an end
    return found


schema = schemathesis.openapi.from_dict(tree())


@schema.parametrize()
@settings(
    max_examples=8, deadline=None, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_every_operation_keeps_its_word(case: Any, served: Served) -> None:
    """faults: 52, 54, 55, 56"""
    by_token = {"token": []} in case.operation.definition.raw["security"]
    headers = bearer(served.token) if by_token else {"cookie": f"mekik_session={served.cookie}", "origin": served.root}
    for name in list(case.headers or {}):
        if name.lower() in ("authorization", "cookie", "origin"):
            del case.headers[name]
    case.cookies.clear()
    if len(urlencode(case.query, doseq=True)) > LONGEST:
        return
    told = [case.path_parameters, case.query, case.body]
    by_example = CRAWLED in case.path_parameters.values() or "example.org" in str(case.body)
    real = by_example or zlib.crc32(repr(told).encode()) % 2 == 0
    if real:
        served.put_real_things(case)
    if not served.is_new(case):
        return
    answer = case.call_and_validate(base_url=served.root, headers=headers, checks=CHECKS, timeout=30)
    assert not (real and answer.status_code == 404), case.path


def test_answers_have_names_not_places() -> None:
    """What is sent to workers and kept in files may be a list; a program that asks reads fields by name."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site.open(Path(folder))
        app = make_app(site)
        site.close()
    open_ones = [
        handler.parsed_fn_signature.return_type.annotation
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        if isinstance(handler, HTTPRouteHandler) and route.path.startswith("/api/")
    ]
    seen: set[Any] = set()
    while open_ones:
        kind = open_ones.pop()
        open_ones += typing.get_args(kind)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in seen:
            seen.add(kind)
            assert not kind.__struct_config__.array_like, kind
            open_ones += typing.get_type_hints(kind).values()
    assert len(seen) > 50
