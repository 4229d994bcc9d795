"""Names to addresses: outcomes, cache, limits."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from fetch_lab import Lab

from hostile import NameServer
from mekik.fetch import Request
from mekik.outcome import Outcome

Answer = tuple[list[str] | None, Outcome, str]


def look_up(lab: Lab, *hosts: str) -> list[Answer]:
    found: dict[int, Answer] = {}
    for number, host in enumerate(hosts):
        lab.resolver.resolve(host, lambda *answer, at=number: found.__setitem__(at, answer))
    lab.run_until(lambda: len(found) == len(hosts))
    return [found[number] for number in range(len(hosts))]


def test_addresses_of_both_families() -> None:
    with NameServer() as names:
        names.says("two.test", ["192.0.2.1", "2001:db8::1"])
        with Lab(name_server=names.address) as lab:
            addresses, outcome, _ = look_up(lab, "two.test")[0]
            assert outcome is Outcome.OK
            assert sorted(addresses or []) == ["192.0.2.1", "2001:db8::1"]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("NXDOMAIN", Outcome.DNS_NOT_FOUND),
        ("SERVFAIL", Outcome.DNS_FAILURE),
        ("REFUSED", Outcome.DNS_FAILURE),
        ("silence", Outcome.DNS_TIMEOUT),
    ],
)
def test_each_failure_has_its_name(how: str, expected: Outcome) -> None:
    """faults: 12"""
    with NameServer() as names:
        names.fails("bad.test", how)
        with Lab(name_server=names.address, resolver={"timeout": 0.2 if how == "silence" else 20.0}) as lab:
            addresses, outcome, reason = look_up(lab, "bad.test")[0]
            assert (addresses, outcome) == (None, expected)
            assert "bad.test" in reason
            exchange = lab.get("http://bad.test/")
            assert exchange.outcome is expected
            assert names.questions["bad.test"] <= 2, "a failure is remembered"


def test_a_name_without_addresses_is_not_found() -> None:
    """faults: 12"""
    with NameServer() as names:
        names.says("empty.test", [])
        with Lab(name_server=names.address) as lab:
            assert look_up(lab, "empty.test")[0][1] is Outcome.DNS_NOT_FOUND


def test_thousands_of_dead_hosts_cost_no_threads_and_end() -> None:
    """faults: 12"""
    with NameServer() as names:
        names.fails("*.dead.test", "NXDOMAIN")
        with Lab(name_server=names.address, resolver={"parallel": 50, "tries": 3}) as lab:
            before = threading.active_count()
            exchanges = lab.get_all([Request(url=f"http://h{number}.dead.test/") for number in range(3000)])
            assert {exchange.outcome for exchange in exchanges} == {Outcome.DNS_NOT_FOUND}
            assert threading.active_count() <= before + 1
            assert lab.resolver.waiting == 0


def test_questions_for_one_name_are_merged_and_answers_kept() -> None:
    with NameServer() as names:
        names.says("many.test", ["127.0.0.1"], ttl=300)
        with Lab(name_server=names.address) as lab:
            look_up(lab, *["many.test"] * 20)
            look_up(lab, "many.test")
            assert names.questions["many.test"] == 1
            assert lab.resolver.known("many.test") == ["127.0.0.1"]


def test_the_time_to_live_is_limited_both_ways() -> None:
    with NameServer() as names:
        names.says("short.test", ["127.0.0.1"], ttl=0)
        names.says("long.test", ["127.0.0.1"], ttl=2_000_000)
        with Lab(name_server=names.address, resolver={"min_ttl": 60.0, "max_ttl": 60.0}) as lab:
            look_up(lab, "short.test", "long.test")
            assert lab.resolver.known("short.test"), "at least min_ttl"
        with Lab(name_server=names.address, resolver={"min_ttl": 0.0, "max_ttl": 0.0}) as lab:
            look_up(lab, "long.test")
            assert lab.resolver.known("long.test") is None, "at most max_ttl"


def test_the_cache_is_bounded() -> None:
    with NameServer() as names:
        for number in range(8):
            names.says(f"h{number}.test", ["127.0.0.1"], ttl=300)
        with Lab(name_server=names.address, resolver={"cache_size": 4}) as lab:
            for number in range(8):
                look_up(lab, f"h{number}.test")
            assert [bool(lab.resolver.known(f"h{number}.test")) for number in range(8)] == [False] * 4 + [True] * 4


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost", ["127.0.0.1"]),
        ("shop.LOCALHOST.", ["127.0.0.1"]),
        ("192.0.2.7", ["192.0.2.7"]),
        ("[2001:DB8::1]", ["2001:db8::1"]),
    ],
)
def test_some_names_need_no_name_server(host: str, expected: list[str]) -> None:
    with NameServer() as names, Lab(name_server=names.address) as lab:
        assert look_up(lab, host)[0][:2] == (expected, Outcome.OK)
        assert not names.questions


@pytest.mark.parametrize("host", ["", ".", "a..b", "-" * 70 + ".test", "a" * 300, "ex ample", "ümlaut.test", "a\0b"])
def test_names_that_cannot_exist_are_not_asked_for(host: str) -> None:
    with NameServer() as names, Lab(name_server=names.address) as lab:
        assert look_up(lab, host)[0][:2] == (None, Outcome.DNS_NOT_FOUND)
        assert not names.questions


def test_the_hosts_file_is_honoured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = tmp_path / "hosts"
    hosts.write_text("127.0.0.1 from-the-file.test\n")
    monkeypatch.setenv("CARES_HOSTS", str(hosts))
    with NameServer() as names, Lab(name_server=names.address) as lab:
        answers: list[Any] = look_up(lab, "from-the-file.test")
        assert answers[0][:2] == (["127.0.0.1"], Outcome.OK)
        assert not names.questions


def test_closing_drops_the_questions() -> None:
    with NameServer() as names:
        names.fails("quiet.test", "silence")
        called: list[object] = []
        with Lab(name_server=names.address) as lab:
            lab.resolver.resolve("quiet.test", lambda *answer: called.append(answer))
            lab.poller.run_once(0.01)
        assert not called
