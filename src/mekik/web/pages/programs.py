"""/api: the API for people who write programs, made from the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from litestar import Request, get
from litestar.response import Template

from mekik.web.api.document import PATH, described
from mekik.web.pages.base import page


class Part(NamedTuple):
    """A parameter, or a field of the body."""

    name: str
    place: str
    """path, query or body"""
    kind: str
    required: bool
    about: str


class Operation(NamedTuple):
    id: str
    method: str
    path: str
    about: str
    role: str
    scope: str
    browser: bool
    """Only with a session."""
    parts: list[Part]
    answer: str


@get("/api", sync_to_thread=True, include_in_schema=False)
def programs(request: Request[Any, Any, Any]) -> Template:
    tree = described(request.app)
    groups: dict[str, list[Operation]] = {}
    for path, item in tree["paths"].items():
        for method, operation in item.items():
            groups.setdefault(operation["tags"][0], []).append(_operation(tree, path, method, operation))
    origin = f"{request.url.scheme}://{request.headers.get('host', '')}"  # a name of ours: the door looked
    return page(
        request, "programs.html", groups=dict(sorted(groups.items())), about=tree["info"]["description"],
        document=PATH, origin=origin,
    )  # fmt: skip


def _operation(tree: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> Operation:
    good = [answer for code, answer in operation["responses"].items() if code.startswith("2")]
    contents: list[tuple[str, Any]] = [pair for answer in good for pair in answer.get("content", {}).items()]
    media, content = contents[0] if contents else ("", {})
    return Operation(
        id=operation["operationId"], method=method.upper(), path=path, about=operation.get("description", ""),
        role=operation["x-role"], scope=operation["x-scope"],
        browser=not any("token" in way for way in operation["security"]),
        parts=[*_parameters(operation), *_fields(tree, operation)],
        answer=_kind(content.get("schema", {})) if media in ("application/json", "") else media,
    )  # fmt: skip


def _parameters(operation: dict[str, Any]) -> Iterator[Part]:
    for one in operation.get("parameters", ()):
        schema = one.get("schema", {})
        yield Part(one["name"], one["in"], _kind(schema), one.get("required", False), one.get("description", ""))


def _fields(tree: dict[str, Any], operation: dict[str, Any]) -> Iterator[Part]:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    reference = next((one["$ref"] for one in (body, *body.get("oneOf", ())) if "$ref" in one), "")
    schema = tree["components"]["schemas"].get(reference.rpartition("/")[2], {})
    for name, value in schema.get("properties", {}).items():
        yield Part(name, "body", _kind(value), name in schema.get("required", ()), value.get("description", ""))


def _kind(schema: dict[str, Any]) -> str:
    """A type in a few letters."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(_kind(one) for one in schema[several]))
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    kind = schema.get("type", "any")
    return " | ".join(kind) if isinstance(kind, list) else str(kind)


HANDLERS = [programs]
