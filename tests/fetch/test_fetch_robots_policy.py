"""What a robots.txt, or none, means for a site; and the X-Robots-Tag of a page."""

from __future__ import annotations

import gzip
import time

import pytest
from fetch_lab import Lab

from hostile import HostileServer, NameServer, answer, tricks
from mekik.fetch import Exchanges, RobotsState, fetch_robots
from mekik.outcome import Outcome
from mekik.settings import RobotsSettings

RULES = b"User-agent: *\nDisallow: /private\nCrawl-delay: 3\nSitemap: http://x/s.xml\n"
SETTINGS = RobotsSettings(closed_retry=120.0)


def ask(lab: Lab, root: str, previous: RobotsState | None = None) -> tuple[RobotsState, Exchanges]:
    found: list[tuple[RobotsState, Exchanges]] = []
    fetch_robots(lab.fetcher, root, SETTINGS, lambda state, exchanges: found.append((state, exchanges)), previous)
    lab.run_until(lambda: found)
    return found[0]


def test_rules_are_fetched_kept_and_stored() -> None:
    with HostileServer() as server, Lab() as lab:
        server.on("/robots.txt", answer(200, RULES, content_type="text/plain"))
        state, exchanges = ask(lab, server.root)
        assert (state.closed, state.outcome, state.failures) == (False, Outcome.OK, 0)
        assert [one.status for one in exchanges] == [200]
        assert 86_300 < state.expires_at - time.time() <= 86_400
        again = RobotsState.decode(state.encode())
        for one in (state, again):
            assert one.verdict("Mekik", server.root + "/private/x").line == 2
            assert one.verdict("Mekik", server.root + "/public").allowed
            assert one.crawl_delay("Mekik") == 3.0
            assert one.rules.sitemaps == ("http://x/s.xml",)
        assert (again.expires_at, again.outcome) == (state.expires_at, state.outcome)


def test_a_stored_state_that_cannot_be_read_has_expired() -> None:
    for record in (b"", b"\xff\xff", b"\x95\x01\x02\x03\x04\x05"):
        state = RobotsState.decode(record)
        assert state.expires_at == 0.0
        assert state.closed


def test_compressed_rules_are_read() -> None:
    with HostileServer() as server, Lab() as lab:
        server.on("/robots.txt", answer(200, gzip.compress(RULES), "Content-Encoding: gzip"))
        assert not ask(lab, server.root)[0].verdict("Mekik", server.root + "/private").allowed


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 418])
def test_no_robots_txt_opens_the_site(status: int) -> None:
    """faults: 30"""
    with HostileServer() as server, Lab() as lab:
        server.on("/robots.txt", answer(status, b"<html>Disallow: /</html>"))
        state, _ = ask(lab, server.root)
        assert not state.closed
        assert state.verdict("Mekik", server.root + "/anything").allowed


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_a_server_in_trouble_closes_the_site_for_a_while(status: int) -> None:
    """faults: 30"""
    with HostileServer() as server, Lab() as lab:
        server.on("/robots.txt", answer(status))
        state, _ = ask(lab, server.root)
        assert state.closed
        assert state.outcome.passing
        assert str(status) in state.reason
        assert 100 < state.expires_at - time.time() <= 120
        assert not state.verdict("Mekik", server.root + "/").allowed
        assert (state.failures, ask(lab, server.root, state)[0].failures) == (1, 2)
        server.on("/robots.txt", answer(404))
        assert ask(lab, server.root, state)[0].failures == 0


def test_no_answer_closes_the_site() -> None:
    """faults: 30"""
    with HostileServer() as server, NameServer() as names:
        names.fails("broken.test", "SERVFAIL")
        with Lab(first_byte_timeout=0.3) as hasty:
            server.on("/robots.txt", tricks.silent())
            assert ask(hasty, server.root)[0].outcome is Outcome.TIMEOUT
        with Lab(name_server=names.address) as lab:
            server.on("/robots.txt", tricks.reset())
            assert ask(lab, server.root)[0].outcome is Outcome.RESET
            assert ask(lab, "http://broken.test")[0].outcome is Outcome.DNS_FAILURE
            assert ask(lab, "http://nowhere.test")[0].outcome is Outcome.DNS_NOT_FOUND
            assert ask(lab, "http://10.0.0.1")[0].outcome is Outcome.BLOCKED_ADDRESS


def test_redirects_are_followed_across_hosts() -> None:
    """faults: 30"""
    with HostileServer() as server, HostileServer() as other, Lab() as lab:
        server.on("/robots.txt", tricks.redirect("/hop"))
        server.on("/hop", tricks.redirect(other.root_of("elsewhere.localhost") + "/rules.txt", 301))
        other.on("/rules.txt", answer(200, RULES, content_type="text/plain"))
        state, exchanges = ask(lab, server.root)
        assert [one.status for one in exchanges] == [302, 301, 200]
        assert not state.verdict("Mekik", server.root + "/private").allowed


def test_redirects_end() -> None:
    """faults: 8 30"""
    with HostileServer() as server, Lab() as lab:
        counter = iter(range(1000))
        server.otherwise(lambda connection: connection.send(tricks.redirect(f"/robots.txt?{next(counter)}")))
        state, exchanges = ask(lab, server.root)
        assert len(exchanges) == 6
        assert not state.closed, "after five hops it counts as missing"


@pytest.mark.parametrize("location", ["http://127.0.0.2/robots.txt", "file:///etc/passwd", "http://169.254.169.254/"])
def test_redirects_meet_the_guard(location: str) -> None:
    """faults: 6 30"""
    with HostileServer() as server, Lab() as lab:
        server.on("/robots.txt", tricks.redirect(location))
        state, exchanges = ask(lab, server.root)
        assert state.closed
        assert exchanges[-1].outcome in (Outcome.BLOCKED_ADDRESS, Outcome.BLOCKED_SCHEME)


def test_an_endless_robots_txt_is_used_to_the_limit() -> None:
    """faults: 30"""
    with HostileServer() as server, Lab() as lab:
        start = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + RULES
        server.on("/robots.txt", tricks.flood(start, b"Disallow: /x" + b"y" * 9_000 + b"\n"))
        state, exchanges = ask(lab, server.root)
        assert exchanges[0].truncated == "length"
        assert "500 KiB" in state.reason
        assert not state.verdict("Mekik", server.root + "/private").allowed
        assert state.verdict("Mekik", server.root + "/x").allowed
        assert len(state.encode()) < 520_000
