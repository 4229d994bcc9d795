"""Probes and numbers for the programs that watch this one."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from mekik.web.meters import Meters
from mekik.web.probe import Probe
from mekik.web.rates import Rate, place_of
from web_kit import bearer, open_site


def test_ready_means_that_it_can_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """faults: 42. A disk is full when the system says so; a quota of zero bytes says the same."""
    import resource
    import signal

    with open_site(tmp_path) as (site, client):
        assert client.get("/readyz").json() == {"ready": True, "reason": ""}
        site.probe = Probe()
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
        try:
            answer = client.get("/readyz")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)
        assert answer.status_code == 503
        assert answer.json()["ready"] is False
        assert str(tmp_path) not in answer.text
        assert client.get("/healthz").status_code == 200
        site.probe = Probe()
        assert client.get("/readyz").status_code == 200


def test_not_ready_when_the_folder_is_gone_or_the_accounts_cannot_be_written(tmp_path: Path) -> None:
    """faults: 42"""
    with open_site(tmp_path / "data") as (site, client):
        (tmp_path / "data").rename(tmp_path / "elsewhere")
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["reason"]) == (503, "Cannot write: No such file or directory.")
        (tmp_path / "elsewhere").rename(tmp_path / "data")
        site.probe = Probe()
        assert client.get("/readyz").status_code == 200
        site.accounts._db.run("PRAGMA query_only = ON")
        with pytest.raises(sqlite3.OperationalError):
            site.accounts.try_writing()
        site.probe = Probe()
        assert client.get("/readyz").json() == {"ready": False, "reason": "Cannot write: OperationalError."}


def test_probes_answer_under_any_name(tmp_path: Path) -> None:
    with open_site(tmp_path) as (_, client):
        assert client.get("/healthz", headers={"host": "10.1.2.3:8642"}).status_code == 200


def test_metrics_are_for_whoever_holds_the_token(tmp_path: Path) -> None:
    """faults: 60. The labels name nobody and no address."""
    with open_site(tmp_path) as (site, client):
        assert client.get("/metrics").status_code == 401
        mine = site.accounts.add_token("ayse", "test", ["metrics", "read"])
        assert client.get("/metrics", headers=bearer(mine)).status_code == 403
        for path in ("/api/v1/search?q=gizli", "/api/v1/secret-b.org", "/", "/static/style.css", "/%22%0amekik%7b"):
            client.get(path, headers=bearer(site.accounts.add_token("ayse", "test", ["search"])))
        token = site.accounts.add_token("root", "test", ["metrics"])
        answer = client.get("/metrics", headers=bearer(token))
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    line = re.compile(r'[a-z_]+(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? -?[0-9.e+]+')
    values = [text for text in answer.text.splitlines() if not text.startswith("#")]
    assert [text for text in values if not line.fullmatch(text)] == []
    assert 'mekik_requests_total{method="GET",route="/api/v1/search",status="200"} 1' in values
    assert re.findall(r"ayse|gizli|b\.org|secret", answer.text) == []


def test_a_histogram_adds_up() -> None:
    meters = Meters()
    for seconds in (0.001, 0.03, 0.03, 99.0):
        meters.request("BREW", "/x", 200, seconds)
    text = "\n".join(meters.lines())
    assert 'mekik_request_seconds_bucket{route="/x",le="0.05"} 3' in text
    assert 'mekik_request_seconds_bucket{route="/x",le="+Inf"} 4' in text
    assert 'mekik_requests_total{method="OTHER",route="/x",status="200"} 4' in text


def test_counting_takes_bounded_memory_and_forgets_in_time() -> None:
    """faults: 69"""
    now = [0.0]
    rate = Rate(2, 60.0, most_kept=3, clock=lambda: now[0])
    assert [rate.take("a").allowed for _ in range(3)] == [True, True, False]
    assert rate.look("a").allowed is False
    now[0] = 60.0
    assert rate.look("a").allowed
    assert rate.take("a").left == 1
    for name in "bcde":
        rate.take(name)
    assert len(rate._windows) == 3


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("127.0.0.1", ""), ("::1", ""), ("::ffff:127.0.0.1", ""), ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("::ffff:203.0.113.7", "203.0.113.7"), ("unix", "unix"),
    ],
)  # fmt: skip
def test_whom_an_address_stands_for(address: str, place: str) -> None:
    assert place_of((address, 1)) == place
