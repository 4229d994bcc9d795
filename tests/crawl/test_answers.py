"""Every address has an answer: `why` for each kind, and what is refused before any connection."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from crawl_kit import OPTIONS, Crawled

import mekik
from mekik.errors import SettingError
from mekik.lab.demo import Kind


def _one(crawled: Crawled, kind: Kind) -> str:
    return next(truth.url for truth in crawled.web.truth() if truth.kind == kind.label and truth.found_by == "link")


def test_why_a_fetched_page(crawled: Crawled) -> None:
    why = crawled.workspace.why(_one(crawled, Kind.PAGE))
    assert (why.status, why.outcome, why.indexed) == ("completed", "ok", True)
    assert why.found_on
    assert why.depth is not None
    assert why.path
    (capture,) = why.captures
    assert capture.code == 200
    assert why.robots is not None
    assert why.robots.allowed


def test_why_a_refused_address(crawled: Crawled) -> None:
    why = crawled.workspace.why(_one(crawled, Kind.FOREIGN))
    assert (why.status, why.outcome) == ("refused", "out_of_scope")
    assert "scope domain" in why.reason
    assert why.captures == []


def test_why_an_address_that_robots_txt_forbids(crawled: Crawled) -> None:
    why = crawled.workspace.why(_one(crawled, Kind.ROBOTS_DENIED))
    assert (why.status, why.outcome) == ("refused", "robots_denied")
    assert why.robots is not None
    assert not why.robots.allowed
    assert f"line {why.robots.line}" in why.reason


def test_why_a_failed_address(crawled: Crawled) -> None:
    why = crawled.workspace.why(_one(crawled, Kind.SERVER_ERROR))
    assert (why.status, why.outcome, why.code) == ("error", "server_error", 500)
    assert why.attempts > 1


def test_why_a_duplicate(crawled: Crawled) -> None:
    truth = next(truth for truth in crawled.web.truth() if truth.kind == Kind.DUPLICATE.label)
    why = crawled.workspace.why(truth.url)
    assert (why.status, why.outcome, why.indexed) == ("completed", "duplicate", False)
    assert why.duplicate_of
    assert crawled.workspace.why(why.duplicate_of).outcome == "ok"


def test_why_an_unknown_address(crawled: Crawled) -> None:
    here = crawled.web.url("museum.localhost", "/never-named")
    why = crawled.workspace.why(here)
    assert (why.status, why.outcome) == ("unknown", None)
    assert "named it so far" in why.reason
    foreign = crawled.workspace.why("http://example.org/")
    assert "would be refused" in foreign.reason
    assert crawled.workspace.why("not an address").status == "unknown"


@pytest.mark.parametrize(
    ("seed", "outcome"),
    [
        ("http://169.254.169.254/", "blocked_address"),
        ("http://metadata.google.internal/", "blocked_address"),
        ("http://0x7f.1/", "blocked_address"),
        ("http://[::ffff:169.254.169.254]/", "blocked_address"),
        ("http://10.1.2.3/", "blocked_address"),
        ("file:///etc/passwd", "blocked_scheme"),
        ("gopher://example.org/", "blocked_scheme"),
        ("http://", "invalid_address"),
        ("https://example.org/", "no_contact"),
    ],
)
def test_seeds_that_are_refused_by_name_before_any_connection(
    folder: Path, seed: str, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """faults: 1, 2, 3"""

    def no_connection(*_: object) -> None:
        pytest.fail("a connection was tried")

    monkeypatch.setattr(socket.socket, "connect", no_connection)
    workspace = mekik.open(folder)
    finished = workspace.crawl([seed], {"frontier.retries": 0})
    assert finished.exit_code == 4
    assert finished.pages == 0
    why = workspace.why(seed)
    assert (why.status, why.outcome) == ("refused", outcome)
    assert why.reason


def test_metadata_stays_closed_when_everything_private_is_allowed(folder: Path) -> None:
    """faults: 2"""
    workspace = mekik.open(folder)
    workspace.crawl(["http://169.254.169.254/"], {"fetch.allow_addresses": ["0.0.0.0/0"], "fetch.contact": "a@b.test"})
    assert workspace.why("http://169.254.169.254/").outcome == "blocked_address"


def test_a_redirect_to_a_closed_port_inside_is_refused(crawled: Crawled) -> None:
    """faults: 6"""
    inside = [truth for truth in crawled.web.truth() if truth.redirects_to.startswith("http://127.0.0.1:1/")]
    assert inside
    for truth in inside:
        why = crawled.workspace.why(truth.url)
        assert why.status == "refused"
        assert "127.0.0.1:1" in why.reason


def test_options_are_those_of_the_settings_table(folder: Path) -> None:
    with pytest.raises(SettingError, match=r"scope\.max_pages"):
        mekik.open(folder).crawl("http://a.test/", {**OPTIONS, "scope.max_page": 3})
