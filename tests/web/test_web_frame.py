"""What holds for every answer of the API: one shape of errors, tags, limits, and a document that says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from openapi_spec_validator import OpenAPIV31SpecValidator

from mekik.web import Site, make_app
from mekik.web.api.document import document, guard_of
from web_kit import HTML, PASSWORD, ROOT, bearer, open_site, sign_in, sign_in_by_form

Both = tuple[Site, TestClient[Litestar]]
SEARCH = "/api/v1/search"


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with open_site(tmp_path) as opened:
        yield opened


def is_problem(answer: Response, status: int) -> bool:
    body = answer.json()
    return (
        answer.status_code == status
        and answer.headers["content-type"] == "application/problem+json"
        and body["status"] == status
        and bool(body["title"])
        and set(body) <= {"type", "title", "status", "detail"}
    )


@pytest.mark.parametrize(
    ("method", "path", "headers", "body", "status"),
    [
        ("GET", "/api/v1/nothing", {}, b"", 404),
        ("GET", "/nothing", {}, b"", 404),
        ("GET", "/api/v1/schema", {}, b"", 404),
        ("GET", "/api/v1/schema/swagger", {}, b"", 404),
        ("POST", SEARCH, {}, b"", 405),
        ("DELETE", SEARCH, {}, b"", 405),
        ("GET", SEARCH + "?limit=x", {}, b"", 400),
        ("GET", SEARCH, {"host": "evil.example"}, b"", 400),
        ("GET", SEARCH, {"authorization": "Bearer wrong"}, b"", 401),
        ("GET", "/metrics", {}, b"", 401),
        ("POST", SEARCH, {"origin": "http://evil.example"}, b"", 403),
        ("POST", "/api/v1/nothing", {"content-type": "text/plain"}, b"{}", 415),
        ("POST", "/sign-in", {"origin": ROOT}, b"x" * 3_000_000, 413),
    ],
)
def test_every_error_has_one_shape(
    both: Both, method: str, path: str, headers: dict[str, str], body: bytes, status: int
) -> None:
    """faults: 54, 55, 68. Also what the router refuses before a handler is found, and with the headers of the door."""
    answer = both[1].request(method, path, headers=headers, content=body)
    assert is_problem(answer, status), answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_errors_tell_how_to_go_on(both: Both) -> None:
    _, client = both
    assert set(client.post(SEARCH).headers["allow"].replace(" ", "").split(",")) >= {"GET", "OPTIONS"}
    assert "Bearer" in client.get(SEARCH, headers={"authorization": "Bearer x"}).headers["www-authenticate"]


def test_the_authorization_of_a_server_in_front_is_not_ours(both: Both) -> None:
    _, client = both
    headers = {"authorization": "Basic eDp5"}
    assert client.get(SEARCH, headers=headers).status_code == 200
    sign_in(client, "ayse")
    foreign = {**headers, "origin": "http://evil.example"}
    assert client.post("/sign-out", headers=foreign).status_code == 403


def test_an_answer_that_is_known_is_not_sent_again(both: Both) -> None:
    _, client = both
    first = client.get(SEARCH, params={"q": "kedi"})
    tag = first.headers["etag"]
    again = client.get(SEARCH, params={"q": "kedi"}, headers={"if-none-match": f'"x", {tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = client.get(SEARCH, params={"q": "bahçe"}, headers={"if-none-match": tag})
    assert other.status_code == 200
    sign_in(client, "ayse")
    assert client.get(SEARCH, params={"q": "kedi"}, headers={"if-none-match": tag}).status_code == 200
    assert "private" in first.headers["cache-control"]


@pytest.mark.parametrize("path", [SEARCH, "/", "/healthz", "/static/style.css"])
def test_head_is_get_without_the_body(both: Both, path: str) -> None:
    _, client = both
    got, asked = client.get(path, headers=HTML), client.head(path, headers=HTML)
    assert (asked.status_code, asked.content) == (got.status_code, b"")
    assert asked.headers["content-type"] == got.headers["content-type"]


def test_too_many_requests_are_told_when_to_come_back(tmp_path: Path) -> None:
    """faults: 69"""
    with open_site(tmp_path) as (site, _):
        site.rate = 5
        token = site.accounts.add_token("ayse", "test", ["search"])
        with TestClient(make_app(site), base_url=ROOT) as client:
            answers = [client.get(SEARCH) for _ in range(6)]
            assert [answer.status_code for answer in answers] == [200] * 5 + [429]
            assert answers[0].headers["ratelimit-policy"] == '"minute";q=5;w=60'
            assert answers[0].headers["ratelimit"].startswith('"minute";r=4;t=')
            assert is_problem(answers[-1], 429)
            assert 0 < int(answers[-1].headers["retry-after"]) <= 60
            assert client.get("/healthz").status_code == 200
            assert client.get(SEARCH, headers=bearer(token)).status_code == 200
            assert "<h1>" in client.get("/", headers=HTML).text


def test_guessing_a_password_ends_soon(both: Both) -> None:
    """faults: 66"""
    site, client = both
    form = {"name": "ayse", "password": "wrong password"}
    codes = [client.post("/sign-in", data=form, headers={"origin": ROOT}).status_code for _ in range(9)]
    assert codes == [403] * 8 + [429]
    right = client.post("/sign-in", data={**form, "password": PASSWORD}, headers={"origin": ROOT, **HTML})
    assert right.status_code == 429
    assert int(right.headers["retry-after"]) > 60
    sign_in_by_form(client, "bora")  # another one from the same place still can
    assert site.accounts.verify("ayse", PASSWORD) is not None


def test_the_document_is_valid_and_only_of_the_api(both: Both) -> None:
    tree = both[1].get("/api/v1/openapi.json").json()
    OpenAPIV31SpecValidator(tree).validate()
    assert tree["openapi"].startswith("3.1")
    assert all(path.startswith("/api/v1/") for path in tree["paths"])
    assert {"token", "session"} == set(tree["components"]["securitySchemes"])
    for path, item in tree["paths"].items():
        for method, operation in item.items():
            place = f"{method} {path}"
            assert operation["operationId"], place
            assert operation["tags"], place
            assert operation["description"], place
            assert operation["security"], place
            assert {"400", "401", "403", "404", "429", "500"} <= set(operation["responses"]), place


def test_every_handler_of_the_api_says_who_may_call_it(both: Both) -> None:
    """faults: 60. Without a guard a token for one thing would be good for all."""
    app = make_app(both[0])
    known = set(document(app)["paths"])
    handlers = [
        handler
        for route in app.routes
        if route.path_format in known
        for handler in getattr(route, "route_handlers", ())
        if "OPTIONS" not in handler.http_methods
    ]
    assert handlers
    assert [str(handler) for handler in handlers if guard_of(handler) is None] == []


@pytest.mark.parametrize(("scope", "status"), [("search", 200), ("read", 403), ("crawl", 403), ("admin", 403)])
def test_a_token_is_good_for_its_scopes_only(both: Both, scope: str, status: int) -> None:
    site, client = both
    token = site.accounts.add_token("root", "test", [scope])
    assert client.get(SEARCH, headers=bearer(token)).status_code == status


def test_an_administrators_token_without_admin_sees_what_a_member_sees(both: Both) -> None:
    site, client = both
    for scopes, total in ((["search"], 1), (["search", "admin"], 2)):
        token = site.accounts.add_token("root", "test", scopes)
        assert client.get(SEARCH, params={"q": "kedi"}, headers=bearer(token)).json()["total"] == total


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"settings":{"a":'])
def test_json_that_never_closes_is_a_mistake_of_the_sender(both: Both, opening: str) -> None:
    """faults: 55"""
    site, client = both
    headers = {**bearer(site.accounts.add_token("ayse", "test", ["crawl"])), "content-type": "application/json"}
    answer = client.post("/api/v1/jobs", content=opening * 100_000, headers=headers)
    assert is_problem(answer, 400), answer.text[:500]
