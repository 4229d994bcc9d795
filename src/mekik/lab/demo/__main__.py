"""`python -m mekik.lab.demo --port 8700`: serves the demo web until it is stopped."""

from __future__ import annotations

import argparse
import signal
import sys

import msgspec

from mekik.lab.demo.web import DemoWeb


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m mekik.lab.demo", description=__doc__)
    parser.add_argument("--port", type=int, default=8700, help="port of 127.0.0.1; 0 takes a free one")
    parser.add_argument("--crawl-delay", type=float, default=0.2, help="what one robots.txt asks for, in seconds")
    parser.add_argument("--months", type=int, help="months of the calendar trap; by default it never ends")
    parser.add_argument("--truth", action="store_true", help="print the label of every address as JSON lines")
    chosen = parser.parse_args(arguments)
    try:
        web = DemoWeb(chosen.port, crawl_delay=chosen.crawl_delay, calendar_months=chosen.months)
    except (OSError, OverflowError) as error:
        print(f"Cannot serve on port {chosen.port} of 127.0.0.1: {error}. Try --port 0.", file=sys.stderr)
        return 2
    if chosen.truth:
        for truth in web.truth():
            sys.stdout.write(msgspec.json.encode(truth).decode() + "\n")
        web.stop()
        return 0
    signals = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    with web:
        print("\n".join(web.seeds), flush=True)
        print(f"The demo web is on port {web.port}; stop it with Ctrl-C.", file=sys.stderr, flush=True)
        signal.sigwait(signals)
    return 0


if __name__ == "__main__":
    sys.exit(main())
