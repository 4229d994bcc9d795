"""The ASGI application of a site."""

from __future__ import annotations

from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig

from mekik.errors import MekikError
from mekik.version import __version__
from mekik.web.api import search as api_search
from mekik.web.door import Door
from mekik.web.pages import account, archived, base
from mekik.web.pages import search as search_pages
from mekik.web.people import provide_person
from mekik.web.problems import handle
from mekik.web.site import Site

_HERE = Path(__file__).parent
MOST_BODY = 2_000_000


def make_app(site: Site) -> Litestar:
    engine = JinjaTemplateEngine(directory=_HERE / "templates")
    engine.engine.filters.update(
        day=base.day, moment=base.moment, size=base.size, stamp=base.stamp, stamp_iso=base.stamp_iso
    )
    engine.engine.trim_blocks = engine.engine.lstrip_blocks = True
    return Litestar(
        route_handlers=[
            *search_pages.HANDLERS,
            *account.HANDLERS,
            *archived.HANDLERS,
            *api_search.HANDLERS,
            create_static_files_router(
                "/static", [_HERE / "static"], include_in_schema=False, cache_control=None, name="static"
            ),
        ],
        middleware=[DefineMiddleware(Door, site=site)],
        exception_handlers={Exception: handle, MekikError: handle},
        dependencies={"person": Provide(provide_person, sync_to_thread=False)},
        template_config=TemplateConfig(instance=engine),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000),
        openapi_config=OpenAPIConfig(title="Mekik", version=__version__, path="/api/v1/schema"),
        request_max_body_size=MOST_BODY,
        state=State({"site": site}),
        logging_config=None,
    )
