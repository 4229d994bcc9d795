"""The frontier as a crawl uses it: with a real store, real clocks and a made-up time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mekik.frontier import ClockBook, Frontier, SqliteStore, links_of
from mekik.outcome import Outcome, Status
from mekik.page import Address, Hint, LinkKind, Links
from mekik.settings import FrontierSettings
from mekik.urls import keys


def _links(*urls: str, kind: LinkKind = LinkKind.ANCHOR) -> Links:
    return links_of(list(urls), keys(urls), kind)


class Bench:
    """A frontier, its store, and the hand of a clock."""

    def __init__(self, folder: Path, order: str = "breadth", **options: float) -> None:
        self.folder, self.order = folder, order
        self.settings = FrontierSettings(**{"delay": 1.0, "response_factor": 0.0, **options})  # type: ignore[arg-type]
        self.now = time.monotonic()
        self.open()

    def open(self) -> None:
        self.store = SqliteStore(self.folder / "frontier.sqlite")
        self.clocks = ClockBook(self.folder / "hosts.sqlite")
        self.frontier = Frontier(self.store, self.clocks, self.settings, self.order, self.now)

    def close(self) -> None:
        self.store.close()
        self.clocks.close()

    def offer(self, *urls: str, source: Address | None = None, refuse: Outcome | None = None) -> int:
        kind = LinkKind.ANCHOR if source else LinkKind.SEED
        return self.frontier.offer(_links(*urls, kind=kind), source, lambda url, depth: refuse, time.time(), self.now)

    def next(self) -> Address | None:
        return self.frontier.next(self.now)

    def done(self, address: Address, outcome: Outcome = Outcome.OK, **how: object) -> None:
        self.frontier.release(address, self.now, response_time=0.01, **how)  # type: ignore[arg-type]
        self.frontier.settle(address, outcome, "", None, time.time(), self.now)

    def commit(self) -> None:
        batch = self.frontier.take_batch()
        self.store.write(batch)
        self.frontier.written(batch)
        self.frontier.write_clocks(self.now)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def test_an_address_is_taken_up_once(bench: Bench) -> None:
    assert bench.offer("http://a.test/", "http://b.test/", "http://a.test/") == 2
    assert bench.offer("http://b.test/", "http://c.test/") == 1
    assert bench.frontier.counts[Status.WAITING] == 3


def test_one_host_rests_while_others_are_visited(bench: Bench) -> None:
    bench.offer("http://a.test/1", "http://a.test/2", "http://b.test/1")
    first, second = bench.next(), bench.next()
    assert first is not None
    assert second is not None
    assert [first.url, second.url] == ["http://a.test/1", "http://b.test/1"]
    assert bench.next() is None, "one connection a host"
    bench.done(first)
    assert bench.next() is None, "its delay has not passed"
    assert bench.frontier.waiting_for(bench.now) == "politeness (1 s)"
    bench.now += 1.01
    third = bench.next()
    assert third is not None
    assert third.url == "http://a.test/2"


def test_a_hundred_thousand_waiting_on_one_host_do_not_keep_another_waiting(bench: Bench) -> None:
    bench.offer(*(f"http://dense.test/{number}" for number in range(100_000)))
    bench.offer("http://lone.test/")
    assert [address.authority for address in (bench.next(), bench.next()) if address] == ["dense.test", "lone.test"]


def test_connections_per_host(tmp_path: Path) -> None:
    bench = Bench(tmp_path, connections_per_host=2, delay=0)
    bench.offer(*(f"http://a.test/{number}" for number in range(5)))
    first, second = bench.next(), bench.next()
    assert first is not None
    assert second is not None
    assert bench.next() is None
    bench.done(first)
    assert bench.next() is not None
    bench.close()


def test_delay_is_the_larger_of_setting_and_crawl_delay_and_grows_with_the_response(tmp_path: Path) -> None:
    bench = Bench(tmp_path, response_factor=10.0, max_delay=60.0)
    bench.offer(*(f"http://a.test/{number}" for number in range(9)))
    address = bench.next()
    assert address is not None
    bench.frontier.crawl_delay(address, 5.0)
    bench.done(address)
    bench.now += 4.9
    assert bench.next() is None
    bench.now += 0.2
    address = bench.next()
    assert address is not None
    bench.frontier.release(address, bench.now, response_time=3.0)
    bench.frontier.settle(address, Outcome.OK, "", None, time.time(), bench.now)
    bench.now += 5.1
    assert bench.next() is None, "a slow server gets more rest"
    bench.now += 60
    assert bench.next() is not None
    bench.close()


def test_clocks_survive_a_restart_and_are_shared_by_jobs(tmp_path: Path) -> None:
    bench = Bench(tmp_path, delay=50.0)
    bench.offer("http://a.test/1", "http://a.test/2")
    address = bench.next()
    assert address is not None
    bench.done(address)
    bench.commit()
    bench.close()
    (tmp_path / "frontier.sqlite").rename(tmp_path / "other.sqlite")  # another job on the same host
    bench.open()
    bench.offer("http://a.test/9")
    assert bench.next() is None
    bench.now += 51
    assert bench.next() is not None
    bench.close()


def test_passing_errors_are_tried_again_after_growing_waits(tmp_path: Path) -> None:
    bench = Bench(tmp_path, delay=0, retries=2, retry_delay=10.0)
    bench.offer("http://a.test/")
    waits = []
    for _ in range(3):
        start = bench.now
        while (address := bench.next()) is None:
            bench.now += 1
        waits.append(bench.now - start)
        bench.done(address, Outcome.SERVER_ERROR)
        bench.commit()
    assert waits[0] == 0
    assert 10 <= waits[1] <= 11
    assert 20 <= waits[2] <= 21
    assert bench.frontier.counts[Status.ERROR] == 1
    record = bench.store.record(bench.store.keys().tolist()[0])
    assert record is not None
    assert (record.status, record.outcome, record.attempts) == (Status.ERROR, Outcome.SERVER_ERROR, 3)
    bench.close()


def test_a_retry_waits_on_across_a_restart(tmp_path: Path) -> None:
    bench = Bench(tmp_path, delay=0, retry_delay=100.0)
    bench.offer("http://a.test/")
    address = bench.next()
    assert address is not None
    bench.done(address, Outcome.RESET)
    bench.commit()
    bench.close()
    bench.open()
    assert bench.next() is None
    assert bench.frontier.waiting_for(bench.now).startswith("a retry")
    bench.now += 102
    assert bench.next() is not None
    bench.close()


def test_what_ran_when_the_engine_died_waits_again(bench: Bench) -> None:
    bench.offer("http://a.test/", "http://b.test/")
    assert bench.next() is not None
    bench.commit()
    bench.close()
    bench.open()
    assert bench.frontier.counts[Status.WAITING] == 2
    assert bench.frontier.counts[Status.RUNNING] == 0
    urls = {address.url for address in (bench.next(), bench.next()) if address}
    assert urls == {"http://a.test/", "http://b.test/"}


def test_a_host_that_never_answers_is_given_up(tmp_path: Path) -> None:
    bench = Bench(tmp_path, delay=0, retries=0, retry_delay=0.1)
    bench.offer(*(f"http://dead.test/{number}" for number in range(50)))
    tries = 0
    while bench.frontier.counts[Status.WAITING] and tries < 60:
        address = bench.next()
        if address is None:
            bench.now += 10
            continue
        tries += 1
        bench.done(address, Outcome.CONNECT_FAILED, failed=True)
    assert tries == 10
    assert bench.frontier.counts[Status.ERROR] == 50
    bench.commit()
    assert bench.store.counts() == {Status.ERROR.value: 50}
    bench.close()


def test_refused_addresses_are_kept_with_their_outcome(bench: Bench) -> None:
    bench.offer("http://a.test/", refuse=Outcome.OUT_OF_SCOPE)
    bench.commit()
    assert bench.next() is None
    record = next(bench.store.records())
    assert (record.status, record.outcome) == (Status.REFUSED, Outcome.OUT_OF_SCOPE)


def test_path_and_depth_tell_how_an_address_was_found(bench: Bench) -> None:
    bench.offer("http://a.test/")
    seed = bench.next()
    assert seed is not None
    bench.offer("http://b.test/x", source=seed)
    bench.frontier.offer(
        _links("http://c.test/", kind=LinkKind.REDIRECT), seed, lambda url, depth: None, time.time(), bench.now
    )
    link, redirect = bench.next(), bench.next()
    assert link is not None
    assert redirect is not None
    by_url = {address.url: address for address in (link, redirect)}
    assert (by_url["http://b.test/x"].path, by_url["http://b.test/x"].depth) == ("SL", 1)
    assert (by_url["http://c.test/"].path, by_url["http://c.test/"].depth) == ("SR", 0)
    assert by_url["http://b.test/x"].via == "http://a.test/"


def test_the_order_of_a_running_job_can_change(bench: Bench) -> None:
    bench.offer("http://a.test/")
    seed = bench.next()
    assert seed is not None
    bench.offer("http://b.test/1", source=seed)
    bench.done(seed)
    first = bench.next()
    assert first is not None
    bench.offer("http://b.test/deep", source=first)
    bench.offer("http://b.test/seed")
    bench.done(first)
    bench.commit()
    bench.frontier.change_order("depth", bench.now)
    assert bench.frontier.order == "depth"
    bench.now += 2
    deeper = bench.next()
    assert deeper is not None
    assert deeper.url == "http://b.test/seed", "found last, so first"
    bench.done(deeper)
    bench.now += 2
    last = bench.next()
    assert last is not None
    assert last.url == "http://b.test/deep"


def test_idle_hosts_are_forgotten(tmp_path: Path) -> None:
    bench = Bench(tmp_path, delay=0)
    bench.offer(*(f"http://h{number}.test/" for number in range(300)))
    while address := bench.next():
        bench.done(address)
    bench.commit()
    bench.now += 1
    bench.commit()
    assert bench.frontier.hosts == 0
    bench.close()


def test_disk_and_memory_per_address_are_bounded(tmp_path: Path) -> None:
    """At most 150 bytes of disk for an address beside its text, and 8 of memory when it is done."""
    bench = Bench(tmp_path, delay=0, connections_per_host=1000)
    count = 20_000
    urls = [f"http://h{number % 50}.test/folder/page-{number}.html" for number in range(count)]
    bench.offer(*urls)
    while address := bench.next():
        bench.done(address)
        if address.id % 1000 == 0:
            bench.commit()
    bench.commit()
    bench.store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = (tmp_path / "frontier.sqlite").stat().st_size
    text = sum(map(len, urls))
    assert (size - text) / count < 150
    bench.close()


_events = st.lists(
    st.one_of(
        st.tuples(st.just("offer"), st.lists(st.integers(0, 40), max_size=6)),
        st.tuples(st.just("next"), st.none()),
        st.tuples(st.just("done"), st.sampled_from([Outcome.OK, Outcome.NOT_FOUND, Outcome.RESET])),
        st.tuples(st.just("back"), st.none()),
        st.tuples(st.just("sleep"), st.floats(0.1, 40)),
        st.tuples(st.just("commit"), st.none()),
        st.tuples(st.just("crash"), st.none()),
    ),
    max_size=60,
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_events, st.sampled_from(["breadth", "depth"]))
def test_no_event_loses_or_doubles_an_address(
    tmp_path_factory: pytest.TempPathFactory, events: list[tuple[str, object]], order: str
) -> None:
    """Whatever happens, crashes included: each known address is in one state, none is handed out twice at once, one
    that was committed as done is never handed out again, and no host gets two requests within its delay."""
    bench = Bench(tmp_path_factory.mktemp("frontier"), order=order, delay=1.0, retries=1, retry_delay=5.0)
    committed: set[str] = set()
    settled: set[str] = set()
    running: list[Address] = []
    last: dict[str, float] = {}
    for event, value in events:
        if event == "offer":
            assert isinstance(value, list)
            bench.offer(*(f"http://h{number % 4}.test/{number}" for number in value))
        elif event == "next":
            address = bench.next()
            if address is not None:
                assert address.url not in committed
                assert address.id not in {other.id for other in running}
                assert address.authority not in {other.authority for other in running}
                assert bench.now - last.get(address.authority, -9.0) >= 1.0
                running.append(address)
        elif event == "done" and running:
            assert isinstance(value, Outcome)
            address = running.pop(0)
            bench.done(address, value)
            last[address.authority] = bench.now
            if value is not Outcome.RESET:
                settled.add(address.url)
        elif event == "back" and running:
            address = running.pop(0)
            bench.frontier.release(address, bench.now)
            bench.frontier.put_back(address, bench.now)
        elif event == "sleep":
            assert isinstance(value, float)
            bench.now += value
        elif event == "commit":
            bench.commit()
            committed |= settled
        elif event == "crash":
            bench.close()
            bench.open()
            running.clear()
            settled = set(committed)
            bench.now += 30.0
            last.clear()
        counts = bench.frontier.counts
        assert sum(counts.values()) == bench.frontier.known()
        assert counts[Status.RUNNING] == len(running)
    bench.close()


def test_an_address_taken_before_its_turn_is_not_handed_out_again(tmp_path: Path) -> None:
    """As when the archive shows, after a crash, that it was fetched: once in vain, then well."""
    bench = Bench(tmp_path, delay=0, retry_delay=5.0)
    bench.offer("http://a.test/", "http://a.test/other")
    for outcome in (Outcome.SERVER_ERROR, Outcome.OK):
        address = bench.frontier.lease(1)
        bench.frontier.settle(address, outcome, "", None, time.time(), bench.now)
    handed = []
    for _ in range(5):
        bench.now += 10
        if found := bench.next():
            handed.append(found.url)
            bench.done(found)
    assert handed == ["http://a.test/other"]
    assert bench.frontier.counts[Status.COMPLETED] == 2
    bench.close()


def test_giving_a_host_up_spares_what_was_settled_before_its_turn(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.offer("http://a.test/1", "http://a.test/2")
    address = bench.frontier.lease(1)
    bench.frontier.settle(address, Outcome.OK, "", None, time.time(), bench.now)
    bench.frontier.give_up("a.test", Outcome.DNS_NOT_FOUND, "gone")
    counts = bench.frontier.counts
    assert (counts[Status.COMPLETED], counts[Status.ERROR], counts[Status.WAITING]) == (1, 1, 0)
    bench.close()


def test_leases_of_a_dead_engine_are_returned(bench: Bench) -> None:
    bench.offer("http://a.test/")
    assert bench.next() is not None
    bench.commit()
    record = next(bench.store.records())
    assert record.running
    bench.close()
    bench.open()
    assert not next(bench.store.records()).running


def test_a_refusal_without_a_request_costs_no_delay(tmp_path: Path) -> None:
    bench = Bench(tmp_path, delay=60.0)
    bench.offer(*(f"http://a.test/{number}" for number in range(20)))
    for _ in range(20):
        address = bench.next()
        assert address is not None
        bench.frontier.release(address, bench.now)
        bench.frontier.settle(address, Outcome.ROBOTS_DENIED, "", None, time.time(), bench.now)
    assert bench.frontier.counts[Status.REFUSED] == 20
    bench.close()


def test_what_a_sitemap_says_is_kept_with_the_address_and_orders_it(bench: Bench) -> None:
    bench.offer("http://a.test/plain")
    links = _links("http://a.test/low", "http://a.test/high", "http://a.test/plain", kind=LinkKind.SITEMAP)
    links.hints = [Hint(priority=0.1), Hint(priority=0.9, changefreq="daily", lastmod=77), Hint(topics=("news",))]
    source = bench.next()
    assert source is not None
    bench.offer("http://b.test/last", source=source)
    assert bench.frontier.offer(links, source, lambda url, depth: None, time.time(), bench.now) == 2
    bench.done(source)
    bench.commit()
    bench.close()
    bench.open()
    taken: list[Address] = []
    while len(taken) < 3:
        bench.now += 2
        address = bench.next()
        assert address is not None
        taken.append(address)
        bench.done(address)
    assert [address.url for address in taken] == ["http://a.test/high", "http://b.test/last", "http://a.test/low"]
    high = bench.frontier.hints.of(taken[0].id)
    assert high is not None
    assert (high.priority, high.changefreq, high.lastmod, high.source) == (0.9, "daily", 77, source.id)
    plain = bench.frontier.hints.of(source.id)
    assert plain is not None
    assert plain.topics == ("news",)
    assert taken[1].hint is None


def test_what_two_say_of_an_address_comes_together(bench: Bench) -> None:
    bench.offer("http://a.test/")
    address = bench.next()
    assert address is not None
    hints = bench.frontier.hints
    assert hints.tell(address.id, Hint(priority=0.3, topics=("health",), query="kedi"), 7)
    bench.commit()
    assert hints.tell(address.id, Hint(author="Ece", topics=("economy", "health")), 8)
    assert not hints.tell(address.id, Hint(author="Ece"), 8), "nothing new about its topics"
    bench.commit()
    stored = bench.store.hint(address.id)
    assert stored == Hint(priority=0.3, topics=("health", "economy"), query="kedi", author="Ece", source=7)
    assert bench.frontier.address(address.id).hint == stored


def test_a_hint_cannot_fill_the_store(bench: Bench) -> None:
    bench.offer("http://a.test/")
    address = bench.next()
    assert address is not None
    many = tuple(f"topic {number}" for number in range(10_000))
    bench.frontier.hints.tell(address.id, Hint(title="x" * 1_000_000, categories=many, topics=many))
    bench.commit()
    stored = bench.store.hint(address.id)
    assert stored is not None
    assert (len(stored.title), len(stored.categories), len(stored.topics)) == (300, 20, 20)
