"""The OpenAPI document: what Litestar reads off the handlers, with what holds for all of them put in once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, get
from litestar.connection import ASGIConnection
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.response import ServerSentEvent

from mekik.version import __version__
from mekik.web.api.examples import add_examples
from mekik.web.people import SCOPES, Guard, Role

PATH = "/api/v1/openapi.json"


def _nobody(_: ASGIConnection, __: BaseRouteHandler) -> None:  # type: ignore[type-arg]  # of whatever state
    """Litestar's own pages of the document load scripts from elsewhere, so there are none."""
    raise NotFoundException


CONFIG = OpenAPIConfig(
    title="Mekik", version=__version__, use_handler_docstrings=True,
    openapi_router=Router("/api/v1/schema", guards=[_nobody], route_handlers=[], include_in_schema=False),
    description=(
        "Search, jobs, reports and archived pages. Every error is an RFC 9457 problem of one shape. Lists come in"
        " pieces: an answer with `next` has more, and the same question with `cursor=` that text goes on; a cursor is"
        " good for its own question and person only. Answers to GET carry an ETag; ask with If-None-Match."
        " RateLimit tells how many requests are left."
    ),
)  # fmt: skip
_MEANINGS = {
    "400": "The question is wrong; `detail` says where.",
    "401": "A token or a session is needed, or the token is not good.",
    "403": "This person, or this token, may not do it.",
    "404": "There is no such thing, or it is not this person's to see.",
    "409": "Something else is in the way, such as a running job.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "429": "Too many requests; `Retry-After` says when to ask again.",
    "500": "Our fault.",
    "503": "The data directory cannot be used.",
    "507": "No room to write.",
}
_ALWAYS = ("400", "401", "403", "404", "409", "429", "500", "503")
_CHANGING = ("413", "415", "507")
_PROBLEM: dict[str, Any] = {
    "type": "object",
    "required": ["title", "status"],
    "properties": {
        "type": {"type": "string", "default": "about:blank", "description": "The kind of error, where it has one."},
        "title": {"type": "string", "description": "The status in words."},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What happened, and what to do."},
    },
    "examples": [{"title": "Bad Request", "status": 400, "detail": "There is no job 'news'."}],
}
_SECURITY: dict[str, Any] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": f"Made with `mekik user token NAME --scopes …`; scopes: {', '.join(SCOPES)}.",
    },
    "session": {"type": "apiKey", "in": "cookie", "name": "mekik_session", "description": "Of a browser."},
}


def guard_of(handler: HTTPRouteHandler) -> Guard | None:
    return next((guard for guard in handler.resolve_guards() if isinstance(guard, Guard)), None)


def document(app: Litestar) -> dict[str, Any]:
    """As plain values. Pages for people are not in it."""
    tree: dict[str, Any] = app.openapi_schema.to_schema()
    tree["paths"] = {path: item for path, item in sorted(tree["paths"].items()) if path.startswith("/api/")}
    handlers = _handlers(app)
    for path, item in tree["paths"].items():
        for method, operation in item.items():
            if isinstance(operation, dict) and "responses" in operation:
                _complete(operation, method, handlers[path, method])
    parts = tree.setdefault("components", {})
    parts.setdefault("schemas", {})["Problem"] = _PROBLEM
    parts["securitySchemes"] = _SECURITY
    _close(parts["schemas"], handlers.values())
    parts["responses"] = {f"Problem{code}": _problem(code) for code in _MEANINGS}
    parts["schemas"] = _used(tree, parts["schemas"])
    add_examples(tree)
    tree["info"]["license"] = {"name": "Apache-2.0", "identifier": "Apache-2.0"}
    return tree


def is_stream(handler: HTTPRouteHandler) -> bool:
    """It answers with server-sent events, without an end."""
    return handler.parsed_fn_signature.return_type.annotation is ServerSentEvent


def sends(*types: str, schema: Mapping[str, Any] | None = None, later: bool = False) -> dict[str, Any]:
    """The `opt` of a handler whose answer its types do not tell: media types, their schema, whether it may answer 202
    until the answer is there."""
    return {"types": types, "schema": dict(schema or {}), "later": later}


def _handlers(app: Litestar) -> dict[tuple[str, str], HTTPRouteHandler]:
    return {
        (route.path_format, method.lower()): handler
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        if isinstance(handler, HTTPRouteHandler)
        for method in handler.http_methods
    }


def _complete(operation: dict[str, Any], method: str, handler: HTTPRouteHandler) -> None:
    answers = operation["responses"]
    for code in [*_ALWAYS, *(_CHANGING if method != "get" else ())]:
        answers[code] = {"$ref": f"#/components/responses/Problem{code}"}
    for code, answer in list(answers.items()):
        if code.startswith("2"):
            answer["headers"] = {"ETag": {"schema": {"type": "string"}}} if method == "get" else {}
            if is_stream(handler):
                answer["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
            elif handler.opt.get("types"):
                answer["content"] = {type: {"schema": handler.opt["schema"]} for type in handler.opt["types"]}
            if handler.opt.get("later"):
                answers["202"] = {**answer, "description": "It is being made; ask again in a moment."}
    if method == "get":
        answers["304"] = {"description": "The answer is the one that If-None-Match names."}
    operation["responses"] = dict(sorted(answers.items()))
    _require(operation, guard_of(handler) or Guard(Role.VISITOR, "read"))
    body = operation.get("requestBody")
    if body and any(
        one.get("type") == "null" for one in body["content"]["application/json"]["schema"].get("oneOf", ())
    ):
        body["required"] = False


def _require(operation: dict[str, Any], guard: Guard) -> None:
    token: list[dict[str, Any]] = [] if guard.in_person else [{"token": []}]
    operation["security"] = [*([{}] if guard.role is Role.VISITOR else []), *token, {"session": []}]
    operation["x-role"], operation["x-scope"] = guard.role.label, guard.scope


def _close(schemas: dict[str, Any], handlers: Iterable[HTTPRouteHandler]) -> None:
    """Says of the bodies that take no other fields that they do not."""
    for handler in handlers:
        field = handler.parsed_data_field
        kinds = [kind.annotation for kind in (field, *field.inner_types)] if field else []
        for kind in kinds:
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__name__ in schemas:
                schemas[kind.__name__]["additionalProperties"] = not kind.__struct_config__.forbid_unknown_fields


def _problem(code: str) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "description": _MEANINGS[code],
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    if code == "429":
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
    return answer


def _used(tree: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """Those that a path leads to; Litestar names the forms of the pages too."""
    wanted: set[str] = set()
    open_ones: list[Any] = [tree["paths"], tree["components"]["responses"]]
    while open_ones:
        names = set(re.findall(r'"#/components/schemas/([^"]+)"', msgspec.json.encode(open_ones.pop()).decode()))
        open_ones += [schemas[name] for name in names - wanted if name in schemas]
        wanted |= names
    return {name: schema for name, schema in sorted(schemas.items()) if name in wanted}


def described(app: Litestar) -> dict[str, Any]:
    """The document of an application, made once."""
    if not hasattr(app.state, "document"):
        app.state.document = document(app)
    tree: dict[str, Any] = app.state.document
    return tree


@get(PATH, sync_to_thread=False, include_in_schema=False)
def openapi(request: Request[Any, Any, Any]) -> Response[bytes]:
    return Response(msgspec.json.encode(described(request.app)), media_type="application/json")


HANDLERS = [openapi]
