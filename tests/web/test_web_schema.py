"""The API answers whatever fits its OpenAPI document, and much that does not, as the document says; never with 500."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from mekik.web import Site, make_app
from mekik.web.api.document import document
from served_kit import crawled, running
from web_kit import bearer

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance,
]  # fmt: skip


class Served:
    def __init__(self, root: str, token: str, cookie: str) -> None:
        self.root, self.token, self.cookie = root, token, cookie


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Without an engine: whatever jobs are made up here wait in the queue."""
    path = tmp_path_factory.mktemp("schema")
    data = crawled()
    shutil.copytree(data.path, path, dirs_exist_ok=True)
    site = Site.open(path, rate=0)
    with running(make_app(site)) as port:
        yield Served(f"http://127.0.0.1:{port}", data.tokens["root"], site.accounts.start_session("root"))
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
    case.call_and_validate(base_url=served.root, headers=headers, checks=CHECKS, timeout=30)
