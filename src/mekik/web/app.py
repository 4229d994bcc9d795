"""The ASGI application of a site."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig
from litestar.types import ControllerRouterHandler

from mekik.errors import MekikError
from mekik.web import api, health, pages
from mekik.web.api import document
from mekik.web.door import Door
from mekik.web.outside import Outside
from mekik.web.pages import base, showing
from mekik.web.people import provide_person
from mekik.web.problems import handle
from mekik.web.site import Site
from mekik.web.tags import Tags

_HERE = Path(__file__).parent
MOST_BODY = 2_000_000


def make_app(site: Site) -> Litestar:
    engine = JinjaTemplateEngine(directory=_HERE / "templates")
    engine.engine.filters.update(showing.FILTERS)
    engine.engine.filters.update(
        day=base.day,
        moment=base.moment,
        size=base.size,
        duration=base.duration,
        stamp=base.stamp,
        stamp_iso=base.stamp_iso,
    )
    engine.engine.trim_blocks = engine.engine.lstrip_blocks = True
    app = Litestar(
        # In a router of their own: added one by one, handlers that share a path would be wrapped for threads twice.
        route_handlers=[Router("/", route_handlers=_handlers())],
        middleware=[DefineMiddleware(Tags)],
        exception_handlers={Exception: handle, MekikError: handle},
        dependencies={"person": Provide(provide_person, sync_to_thread=False)},
        template_config=TemplateConfig(instance=engine),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude=["/(live|events)$"]),
        openapi_config=document.CONFIG,
        request_max_body_size=MOST_BODY,
        state=State(),
        logging_config=None,
    )
    app.state.routes = app.asgi_handler
    attach(app, site)
    return app


def attach(app: Litestar, site: Site) -> None:
    """From now on the application is that of this site. To make one takes a while: tests attach one to many."""
    app.state.site = site
    # Around the router, so that what it refuses itself (404, 405) has passed the door too.
    app.asgi_handler = Door(Outside(app.state.routes, site), site)


def _handlers() -> list[ControllerRouterHandler]:
    """HANDLERS of every file in `pages/` and `api/` that has them, and the rest."""
    static = create_static_files_router(
        "/static", [_HERE / "static"], include_in_schema=False, cache_control=None, name="static"
    )
    found: list[ControllerRouterHandler] = [*health.HANDLERS, static]
    for room in (pages, api):
        for file in pkgutil.iter_modules(room.__path__):
            found += getattr(importlib.import_module(f"{room.__name__}.{file.name}"), "HANDLERS", ())
    return found
