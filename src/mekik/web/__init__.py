"""The web application: pages for people, an API for programs, accounts for both.

It only asks the `Workspace` and never the rooms behind it. `make_app` gives the ASGI application of a `Site`;
`serve` runs it. Every request comes in by the door (`door.py`), which says who it is from (`Person`).

| I look for | file |
| --- | --- |
| what every handler is given | `site.py` |
| who may do what | `people.py` |
| users, sessions, tokens, collections | `accounts.py`, on `database.py` |
| saved searches, alerts, who wants mails | `saved.py`, `alerts/` |
| hosts, origins, headers, sessions at the door | `door.py` |
| requests a minute, attempts to sign in | `rates.py`, `logins.py` |
| what holds before a handler: rates, JSON only, HEAD | `outside.py` |
| how long we wait for a client | `patience.py` |
| ETag and If-None-Match | `tags.py` |
| errors as pages and as problem+json | `problems.py` |
| /healthz, /readyz, /metrics | `health.py`, `probe.py`, `meters.py` |
| the OpenAPI document | `api/document.py` |
| what a search may be asked | `asking.py`, `advanced.py` |
| HTML pages, one file a subject | `pages/`, `templates/`, `static/` |
| JSON under /api/v1, one file a subject | `api/` |
| a job's shape, its form, and watching it live | `job_view.py`, `job_form.py`, `watch.py`, `streams.py` |
| archived copies, and the processes that read them | `replay/` |
| sentences in English and Turkish | `texts/` |
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mekik.web.app import make_app
    from mekik.web.site import Site

__all__ = ["Site", "make_app"]


def __getattr__(name: str) -> object:
    """The application only where it is asked for: the processes that read archived pages live in this room too."""
    if name == "make_app":
        from mekik.web.app import make_app

        return make_app
    if name == "Site":
        from mekik.web.site import Site

        return Site
    raise AttributeError(name)
