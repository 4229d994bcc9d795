"""Addresses that a selective order does not follow: what becomes of them."""

from __future__ import annotations

from pathlib import Path

from mekik.frontier import ClockBook, Frontier, SqliteStore, links_of
from mekik.outcome import Outcome, Status
from mekik.page import Address, LinkKind, Links
from mekik.settings import FrontierSettings, OrderingSettings
from mekik.urls import keys

_SETTINGS = FrontierSettings(delay=0, response_factor=0)


class Kit:
    def __init__(self, folder: Path, order: str = "topic") -> None:
        self.store = SqliteStore(folder / "frontier.sqlite")
        self.clocks = ClockBook(folder / "hosts.sqlite")
        ordering = OrderingSettings(words=("cat",))
        self.frontier = Frontier(self.store, self.clocks, _SETTINGS, order, 0.0, ordering)
        self.now = 1.0

    def seed(self) -> Address:
        urls = ["http://a.test/"]
        self.frontier.offer(links_of(urls, keys(urls), LinkKind.SEED), None, lambda *_: None, 1.0, self.now)
        return self.take()

    def take(self) -> Address:
        address = self.frontier.next(self.now)
        assert address is not None
        return address

    def name(self, source: Address, url: str, anchor: str, kind: LinkKind = LinkKind.ANCHOR) -> None:
        links = Links(urls=[url], keys=keys([url]), anchors=[anchor], kinds=bytes([kind]))
        self.frontier.offer(links, source, lambda *_: None, 1.0, self.now)

    def commit(self) -> None:
        batch = self.frontier.take_batch()
        self.store.write(batch)
        self.frontier.written(batch)

    def close(self) -> None:
        self.store.close()
        self.clocks.close()


def test_a_link_without_the_word_is_refused_and_says_why(tmp_path: Path) -> None:
    kit = Kit(tmp_path)
    source = kit.seed()
    kit.name(source, "http://a.test/dogs", "dogs")
    kit.commit()
    record = kit.store.record(int.from_bytes(keys(["http://a.test/dogs"]), "little", signed=True))
    assert record is not None
    assert record.outcome is Outcome.OFF_TOPIC
    assert "cat" in record.reason
    assert kit.frontier.counts[Status.REFUSED] == 1
    kit.close()


def test_another_page_may_call_it_by_a_better_name(tmp_path: Path) -> None:
    for committed in (False, True):
        folder = tmp_path / str(committed)
        folder.mkdir()
        kit = Kit(folder)
        source = kit.seed()
        kit.name(source, "http://a.test/1", "here")
        if committed:
            kit.commit()
        kit.name(source, "http://a.test/1", "still here")
        assert kit.frontier.counts[Status.WAITING] == 0
        kit.name(source, "http://a.test/1", "our cat")
        assert kit.frontier.counts == {**kit.frontier.counts, Status.WAITING: 1, Status.REFUSED: 0}
        kit.frontier.release(source, kit.now)
        kit.commit()
        kit.now += 10
        address = kit.take()
        assert (address.url, address.anchor) == ("http://a.test/1", "our cat")
        assert kit.frontier.off_topic(address) == ""
        kit.close()


def test_what_was_refused_is_known_after_a_restart(tmp_path: Path) -> None:
    kit = Kit(tmp_path)
    source = kit.seed()
    kit.name(source, "http://a.test/1", "here")
    kit.commit()
    kit.close()
    kit = Kit(tmp_path)
    source = kit.take()
    kit.name(source, "http://a.test/1", "our cat")
    assert kit.frontier.counts[Status.WAITING] == 1
    kit.close()


def test_redirects_are_followed_whatever_they_are_called(tmp_path: Path) -> None:
    kit = Kit(tmp_path)
    source = kit.seed()
    kit.name(source, "http://a.test/new", "", LinkKind.REDIRECT)
    assert kit.frontier.counts[Status.WAITING] == 1
    kit.frontier.release(source, kit.now)
    kit.now += 10
    assert kit.frontier.off_topic(kit.take()) == ""
    kit.close()


def test_an_order_that_follows_everything_takes_up_what_was_refused(tmp_path: Path) -> None:
    kit = Kit(tmp_path)
    source = kit.seed()
    kit.name(source, "http://a.test/dogs", "dogs")
    kit.frontier.release(source, kit.now)
    kit.commit()
    kit.frontier.change_order("breadth", kit.now)
    assert kit.frontier.counts[Status.REFUSED] == 0
    kit.now += 10
    assert kit.take().url == "http://a.test/dogs"
    kit.close()
