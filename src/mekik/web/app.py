"""The ASGI application of a site."""

from __future__ import annotations

from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig
from litestar.utils.sync import AsyncCallable

from mekik.errors import MekikError
from mekik.web import health
from mekik.web.api import document
from mekik.web.api import reports as api_reports
from mekik.web.api import search as api_search
from mekik.web.door import Door
from mekik.web.outside import Outside
from mekik.web.pages import account, archived, base, reports
from mekik.web.pages import search as search_pages
from mekik.web.people import provide_person
from mekik.web.problems import handle
from mekik.web.site import Site
from mekik.web.tags import Tags

_HERE = Path(__file__).parent
MOST_BODY = 2_000_000


def make_app(site: Site) -> Litestar:
    engine = JinjaTemplateEngine(directory=_HERE / "templates")
    engine.engine.filters.update(
        day=base.day, moment=base.moment, size=base.size, stamp=base.stamp, stamp_iso=base.stamp_iso
    )
    engine.engine.trim_blocks = engine.engine.lstrip_blocks = True
    app = Litestar(
        route_handlers=[
            *search_pages.HANDLERS,
            *account.HANDLERS,
            *archived.HANDLERS,
            *reports.HANDLERS,
            *api_reports.HANDLERS,
            *api_search.HANDLERS,
            *document.HANDLERS,
            *health.HANDLERS,
            create_static_files_router(
                "/static", [_HERE / "static"], include_in_schema=False, cache_control=None, name="static"
            ),
        ],
        middleware=[DefineMiddleware(Tags)],
        exception_handlers={Exception: handle, MekikError: handle},
        dependencies={"person": Provide(provide_person, sync_to_thread=False)},
        template_config=TemplateConfig(instance=engine),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000),
        openapi_config=document.CONFIG,
        request_max_body_size=MOST_BODY,
        state=State({"site": site}),
        logging_config=None,
    )
    _wrap_once(app)
    # Around the router, so that what it refuses itself (404, 405) has passed the door too.
    app.asgi_handler = Door(Outside(app.asgi_handler, site), site)
    return app


def _wrap_once(app: Litestar) -> None:
    """Litestar registers a handler anew when another method comes to its path, and each time wraps it to run in a
    thread: called twice wrapped, it gives a coroutine instead of an answer."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            while isinstance(handler.fn, AsyncCallable) and isinstance(handler.fn.func, AsyncCallable):
                handler._fn = handler.fn.func  # there is no other way to it
