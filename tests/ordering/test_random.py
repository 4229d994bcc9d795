"""random: seeded, and uniform among what may be handed out."""

from __future__ import annotations

from collections import Counter

from mekik import ordering
from mekik.ordering import Waiting
from mekik.settings import OrderingSettings


def _lots(seed: int) -> list[tuple[int, int]]:
    model = ordering.make("random", OrderingSettings(seed=seed))
    model.add([Waiting(id, id % 5, 0, None) for id in range(100)])
    for host in range(5):
        model.wake(host)
    return list(iter(model.pop, None))


def test_the_same_seed_gives_the_same_order_and_another_seed_another() -> None:
    assert _lots(7) == _lots(7)
    assert _lots(7) != _lots(8)


def test_every_waiting_address_is_equally_likely_whatever_its_host_and_age() -> None:
    """One host has nine of twelve addresses, one two, one a late one; a fourth is asleep."""
    draws: Counter[int] = Counter()
    rounds = 6000
    for seed in range(rounds):
        model = ordering.make("random", OrderingSettings(seed=seed))
        for host in range(3):
            model.wake(host)
        model.add([Waiting(id, 0 if id < 9 else 1, 0, None) for id in range(11)])
        model.add([Waiting(id, 3, 0, None) for id in range(50, 90)])
        assert model.pop() is not None
        model.add([Waiting(11, 2, 5, 1)])
        answer = model.pop()
        assert answer is not None
        draws[answer[1]] += 1
    assert set(draws) == set(range(12))
    newcomer = rounds / 11  # ten of the first eleven were left beside it
    assert abs(draws[11] - newcomer) < 5 * newcomer**0.5
    for id in range(11):
        assert abs(draws[id] - (rounds - newcomer) / 11) < 5 * newcomer**0.5


def test_hosts_that_come_and_go_keep_the_shares_right() -> None:
    model = ordering.make("random")
    for host in range(40):
        model.add([Waiting(1000 * host + number, host, 0, None) for number in range(host)])
        if host % 3:
            model.wake(host)
    for host in range(0, 40, 2):
        model.rest(host)
    left = {host for host in range(40) if host % 3 and host % 2}
    taken = Counter(host for host, _ in iter(model.pop, None))
    assert taken == Counter({host: host for host in left})
