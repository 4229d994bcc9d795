"""Step 3, fetch: addresses in, exchanges with a named outcome out.

`Egress` is the only way out and judges every address. `Resolver` looks names up, `Fetcher` carries out
`Request`s through both on the `Poller`, the engine's one loop, and gives an `Exchange` for each.
`fetch_robots` brings a site's `RobotsState`; `RobotsTxt` reads the file itself.

    poller.py        the loop
    target.py        an address taken apart for the wire
    egress.py        what may be connected to; networks.py holds the lists
    resolver.py      names to addresses, cached
    client.py        the life of a request; multi.py ties the transport to the loop, transfer.py is one handle
    head.py          request heads and response heads; cookies.py, proxy.py and trust.py what goes with them
    files.py         local files beside the web; folders.py which may be read, local.py one of them, listing.py a folder
    exchange.py      how a transfer becomes an exchange; verdicts.py names its outcome
    robotstxt.py     reading robots.txt; robots_match.py which rule decides
    robots_policy.py what an answer, or none, means for a site
"""

from __future__ import annotations

from mekik.fetch.client import Fetcher
from mekik.fetch.egress import Egress
from mekik.fetch.files import FileFetcher
from mekik.fetch.folders import Folders
from mekik.fetch.poller import READ, WRITE, Poller, Timer
from mekik.fetch.request import Request
from mekik.fetch.resolver import Resolver
from mekik.fetch.robots_match import Verdict
from mekik.fetch.robots_policy import Exchanges, RobotsState, fetch_robots
from mekik.fetch.robotstxt import RobotsTxt
from mekik.fetch.target import Refusal
from mekik.fetch.verdicts import retry_after

__all__ = [
    "READ",
    "WRITE",
    "Egress",
    "Exchanges",
    "Fetcher",
    "FileFetcher",
    "Folders",
    "Poller",
    "Refusal",
    "Request",
    "Resolver",
    "RobotsState",
    "RobotsTxt",
    "Timer",
    "Verdict",
    "fetch_robots",
    "retry_after",
]
