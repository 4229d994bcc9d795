"""mekik serve: the web application."""

from __future__ import annotations

import argparse
from urllib.parse import urlsplit

from mekik.cli.catalogue import say
from mekik.cli.parser import Parser, data_folder, whole_number
from mekik.cli.terminal import print_note
from mekik.errors import NotPermitted, UsageError


def arguments(parser: Parser) -> None:
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help=say("argument.serve.host"))
    parser.add_argument("--port", metavar="N", type=whole_number, default=8642, help=say("argument.serve.port"))
    parser.add_argument("--archive-port", metavar="N", type=whole_number, help=say("argument.serve.archive_port"))
    parser.add_argument(
        "--name", metavar="NAME", dest="names", action="append", default=[], help=say("argument.serve.name")
    )
    parser.add_argument("--url", metavar="URL", help=say("argument.serve.url"))
    parser.add_argument("--archive-url", metavar="URL", help=say("argument.serve.archive_url"))
    parser.add_argument("--rate", metavar="N", type=whole_number, default=600, help=say("argument.serve.rate"))
    parser.data_option()


def run(options: argparse.Namespace) -> int:
    from mekik.cli.demo_web import Demo
    from mekik.web.door import host_name
    from mekik.web.serving import LOOPBACK, listen, serve
    from mekik.web.site import Site

    site = Site.open(data_folder(options))
    demo = Demo(site.workspace)
    site.demo = demo.seeds
    try:
        if options.host not in LOOPBACK and site.accounts.empty():
            raise NotPermitted(say("serve.no_accounts", host=options.host))
        listener = listen(options.host, options.port)
        site.port = listener.getsockname()[1]
        wanted = options.archive_port if options.archive_port is not None else options.port and site.port + 1
        archive = listen(options.host, wanted, "--archive-port")
        site.replay_port = archive.getsockname()[1]
        site.hosts |= {options.host.lower(), *(name.lower() for name in options.names)}
        site.rate = options.rate
        if options.url:
            site.application_at = _origin(options.url)
            site.secure = site.application_at.startswith("https:")
        if options.archive_url:
            site.archive_at = _origin(options.archive_url)
        for origin in filter(None, (site.application_at, site.archive_at)):
            site.hosts |= {host_name(origin.partition("://")[2])}
        root = f"http://{'127.0.0.1' if options.host in LOOPBACK else options.host}:{site.port}"
        key = site.accounts.setup_key()
        root = site.application_at or root
        print_note(say("serve.at", root=root))
        if key:
            print_note(say("serve.set_up", link=f"{root}/setup?key={key}"))
        print_note(say("serve.stop"))
    except BaseException:
        site.close()
        raise
    try:
        demo.start_again()
        serve(site, listener, archive)
    finally:
        demo.stop()
    return 0


def _origin(url: str) -> str:
    """As a browser names it: no path, no usual port."""
    try:
        parts = urlsplit(url.lower())
        number = parts.port
    except ValueError:
        raise UsageError(say("serve.no_origin", url=url)) from None
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    if usual is None or not parts.hostname or parts.path not in ("", "/") or parts.query or parts.username:
        raise UsageError(say("serve.no_origin", url=url))
    port = f":{number}" if number not in (None, usual) else ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{port}"
