"""Examples for the OpenAPI document: by the name of a parameter, and by the name of a body."""

from __future__ import annotations

from typing import Any

PARAMETERS: dict[str, Any] = {
    "q": 'lighthouse "glass cabinet" -shop', "url": "https://example.org/", "name": "news", "job": "news",
    "report": "codes", "kind": "csv", "owner": "ayse", "host": "example.org", "language": "tr", "since": "7d",
    "limit": 10,
}  # fmt: skip
BODIES: dict[str, Any] = {
    "NewJob": {"settings": {"name": "news", "seeds": ["https://example.org/"], "scope.kind": "host"}, "run": True},
    "ChangedJob": {"settings": {"frontier.delay": 2.0}},
    "CopiedJob": {"name": "news by night"},
    "Exclusion": {"pattern": "/calendar/"},
    "Timetable": {"expression": "every 6 hours", "zone": "Europe/Istanbul"},
    "Move": {"by": -1},
    "Lift": {"pattern": "all"},
    "Restore": {"urls": ["https://example.org/about"]},
    "NewToken": {"scopes": ["search", "read"], "title": "my notebook", "days": 90},
    "Collection": {"public": True},
}


def add_examples(tree: dict[str, Any]) -> None:
    schemas: dict[str, Any] = tree["components"]["schemas"]
    for item in tree["paths"].values():
        for operation in item.values():
            for parameter in operation.get("parameters", ()):
                if _fits(parameter):
                    parameter["example"] = PARAMETERS[parameter["name"]]
    for name, example in BODIES.items():
        if name in schemas:
            schemas[name]["examples"] = [example]


def _fits(parameter: dict[str, Any]) -> bool:
    """Two operations may mean different things by one name: `kind` of an export is one of a few."""
    example = PARAMETERS.get(parameter["name"])
    choices = parameter["schema"].get("enum")
    return example is not None and (choices is None or example in choices)
