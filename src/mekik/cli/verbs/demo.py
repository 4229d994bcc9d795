"""mekik demo: serve the small made-up web that comes with the package."""

from __future__ import annotations

import argparse
import signal
import sys

from mekik.cli.catalogue import say
from mekik.cli.parser import Parser, whole_number
from mekik.cli.terminal import print_json, print_note, print_out
from mekik.errors import UsageError

DEMO_MONTHS = 24
"""The calendar of the demo web never ends by itself; here it does, so that a first crawl ends soon."""
CRAWL_FLAGS = (
    "--name demo --allow-address 127.0.0.0/8 --delay 0.05 --set frontier.retry_delay=0.3"
    " --set capture.emails=true --set capture.phones=true"
    " --set fetch.types=html,text,xml,feed,pdf,office,epub,image"
)


def arguments(parser: Parser) -> None:
    parser.add_argument("--port", metavar="N", type=whole_number, default=8700, help=say("argument.demo.port"))
    parser.json_option()


def run(options: argparse.Namespace) -> int:
    from mekik.lab.demo import DemoWeb

    try:
        web = DemoWeb(options.port, calendar_months=DEMO_MONTHS)
    except (OSError, OverflowError) as error:
        raise UsageError(say("demo.port_taken", port=options.port, why=error)) from None
    # Blocked rather than handled, so that no thread of the server ever gets them.
    signals = {signal.SIGINT, signal.SIGTERM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        with web:
            if options.json:
                print_json({"port": web.port, "seeds": web.seeds})
            else:
                _tell(web.seeds)
            sys.stdout.flush()
            signal.sigwait(signals)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    print_note(say("demo.ended"))
    return 0


def _tell(seeds: list[str]) -> None:
    print_out(say("demo.serving"))
    for seed in seeds:
        print_out(f"  {seed}")
    print_out()
    print_out(say("demo.how"))
    print_out(f"  mekik crawl {' '.join(seeds)} {CRAWL_FLAGS}")
    print_out()
    print_out(say("demo.stop"))
