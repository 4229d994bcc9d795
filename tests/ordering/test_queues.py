"""Scores that change while addresses wait: always the best of the awake hosts, as a plain search finds it."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.ordering.queues import ScoredQueues, ranks_of


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**9).map(random.Random), st.integers(1, 6))
def test_hands_out_the_best_whatever_changes(chance: random.Random, hosts: int) -> None:
    queues = ScoredQueues()
    waiting: dict[int, tuple[int, float]] = {}
    awake: set[int] = set()
    last = 0
    for _ in range(120):
        what = chance.random()
        host = chance.randrange(hosts)
        if what < 0.25:
            count = chance.randrange(1, 5)
            scores = [float(np.float32(chance.choice([0.0, 0.25, chance.random()]))) for _ in range(count)]
            ids = list(range(last + 1, last + count + 1))
            last += count
            waiting |= {id: (host, score) for id, score in zip(ids, scores, strict=True)}
            queues.add(np.array(ids), [host] * count, np.array(scores))
        elif what < 0.5 and last:
            ids = chance.sample(range(1, last + 1), min(last, 3))
            scores = [float(np.float32(chance.random())) for _ in ids]
            queues.update(np.array(ids), np.array(scores))
            for id, score in zip(ids, scores, strict=True):
                if id in waiting:
                    waiting[id] = (waiting[id][0], score)
        elif what < 0.6:
            awake.add(host)
            queues.wake(host)
        elif what < 0.65:
            awake.discard(host)
            queues.rest(host)
        elif what < 0.68:
            gone = sorted(id for id, (at, _) in waiting.items() if at == host)
            assert queues.drain(host) == gone
            for id in gone:
                del waiting[id]
        elif what < 0.72:
            ids = sorted(waiting)
            assert queues.waiting().tolist() == ids
            scores = [float(np.float32(chance.random())) for _ in ids]
            queues.replace(np.array(ids, dtype=np.int64), np.array(scores))
            waiting = {id: (waiting[id][0], score) for id, score in zip(ids, scores, strict=True)}
        else:
            able = [(-score, id, at) for id, (at, score) in waiting.items() if at in awake]
            answer = queues.pop()
            if not able:
                assert answer is None
                continue
            _, id, at = min(able)
            assert answer is not None
            assert answer[:2] == (at, id)
            del waiting[id]


def test_scores_that_change_for_ever_take_bounded_room() -> None:
    queues = ScoredQueues()
    ids = np.arange(10)
    queues.add(ids, [1] * 10, np.zeros(10))
    queues.wake(1)
    chance = np.random.default_rng(1)
    for _ in range(2000):
        queues.update(ids, chance.random(10))
    assert len(queues._queues[1]) < 100
    assert len(queues._heads) < 2000


def test_the_bits_of_a_score_sort_like_the_score() -> None:
    scores = np.array([0.0, -0.0, 1e-30, 1e-9, 0.5, 1.0, 1e6])
    ranks = ranks_of(scores).tolist()
    assert ranks == sorted(ranks, reverse=True)
    assert ranks[0] == ranks[1]
