"""Measures of rankings: by hand, by another way of reckoning, and by trec_eval itself."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.search.evaluation import MEASURES, compare, measures
from mekik.search.evaluation.significance import incomplete_beta

TREC_NAMES = {
    "ndcg@10": "ndcg_cut_10", "map": "map", "bpref": "bpref", "rr": "recip_rank", "recall@100": "recall_100",
    "recall@1000": "recall_1000", **{f"p@{cut}": f"P_{cut}" for cut in (5, 10, 15, 20, 30, 100, 200, 500, 1000)},
}  # fmt: skip
JUDGED = {"a": 1, "b": 1, "c": 1, "x": 0, "y": 0}
RANKING = ["a", "x", "u", "b", "y", "c"]
names = st.sampled_from([f"d{number}" for number in range(30)])
cases = st.tuples(
    st.lists(names, unique=True),
    st.dictionaries(names, st.integers(0, 3), min_size=1).filter(lambda d: any(d.values())),
)


def test_values_by_hand() -> None:
    """u is unjudged. One judged other stands before b, two before c; R = 3, N = 2."""
    found = measures(RANKING, JUDGED)
    assert found["p@5"] == 2 / 5
    assert found["p@10"] == 3 / 10
    assert found["recall@100"] == found["rr"] == 1
    assert found["map"] == pytest.approx((1 / 1 + 2 / 4 + 3 / 6) / 3)
    assert found["bpref"] == pytest.approx((1 + (1 - 1 / 2) + (1 - 2 / 2)) / 3)
    assert found["bpref_2004"] == pytest.approx((1 + (1 - 1 / 3) + (1 - 2 / 3)) / 3)
    best = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert found["ndcg@10"] == pytest.approx((1 + 1 / math.log2(5) + 1 / math.log2(7)) / best)


def test_grades_count_for_ndcg_alone() -> None:
    graded = measures(["b", "a"], {"a": 3, "b": 1})
    assert graded["ndcg@10"] == pytest.approx((1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3)))
    assert graded["map"] == 1


def test_nothing_found_is_nothing_and_others_not_judged_do_no_harm() -> None:
    assert set(measures([], JUDGED).values()) == {0.0}
    assert measures(["u", "v", "a"], {"a": 1})["bpref"] == 1


@settings(max_examples=150, deadline=None)
@given(cases)
def test_bpref_by_counting_pairs(case: tuple[list[str], dict[str, int]]) -> None:
    ranking, judged = case
    relevant = {name for name, value in judged.items() if value}
    others = [name for name in ranking if judged.get(name) == 0]
    total = 0.0
    for name in relevant & set(ranking):
        before = [other for other in others[: len(relevant)] if ranking.index(other) < ranking.index(name)]
        divisor = min(len(relevant), len(judged) - len(relevant))
        total += 1 - len(before) / divisor if before else 1
    assert measures(ranking, judged)["bpref"] == pytest.approx(total / len(relevant))


_JUDGE = """
import json, sys, pytrec_eval
names, cases = json.load(sys.stdin)
answers = []
for ranking, judged in cases:
    run = {name: float(len(ranking) - place) for place, name in enumerate(ranking)}
    answers.append(pytrec_eval.RelevanceEvaluator({"q": judged}, set(names)).evaluate({"q": run}).get("q", {}))
json.dump(answers, sys.stdout)
"""


@pytest.mark.parametrize("seed", range(10))
def test_trec_eval_agrees(seed: int) -> None:
    """Asked in a process of its own: the library that wraps it crashes on an empty ranking, now and then."""
    pytest.importorskip("pytrec_eval", reason="pytrec-eval-terrier is not installed: trec_eval is not asked")
    chance = random.Random(seed)
    drawn = [_drawn(chance) for _ in range(20)]
    question = json.dumps([list(TREC_NAMES.values()), drawn])
    done = subprocess.run([sys.executable, "-c", _JUDGE], input=question, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for (ranking, judged), theirs in zip(drawn, json.loads(done.stdout), strict=True):
        ours = measures(ranking, judged)
        wanted = {ours_name: theirs.get(name, 0.0) for ours_name, name in TREC_NAMES.items()}
        assert {name: ours[name] for name in TREC_NAMES} == pytest.approx(wanted)
    assert set(MEASURES) - set(TREC_NAMES) == {"bpref_2004"}


def _drawn(chance: random.Random) -> tuple[list[str], dict[str, int]]:
    """Something is found, and something is relevant."""
    names = [f"d{number}" for number in range(chance.randrange(1, 40))]
    ranking = chance.sample(names, chance.randrange(1, len(names) + 1))
    some = chance.sample(names, chance.randrange(1, len(names) + 1))
    return ranking, {name: chance.choice((0, 0, 1, 1, 2, 3)) for name in some} | {some[0]: 1}


def test_a_difference_by_hand() -> None:
    """Differences 1, 2, 3: t = 2 / (1 / √3); of eight exchanges two are as far from zero."""
    found = compare([1.0, 2.0, 3.0], [0.0, 0.0, 0.0])
    assert (found.mean, found.better, found.worse, found.equal) == (2, 3, 0, 0)
    assert found.t == pytest.approx(2 * math.sqrt(3))
    assert found.t_test == pytest.approx(1 - found.t / math.sqrt(found.t**2 + 2))  # closed form of two degrees
    assert found.randomisation == 2 / 8


def test_equal_configurations_do_not_differ() -> None:
    found = compare([0.5, 0.1], [0.5, 0.1])
    assert (found.t_test, found.randomisation, found.equal) == (1.0, 1.0, 2)


def test_many_queries_are_exchanged_at_random_and_the_tests_agree() -> None:
    first = [0.5 + 0.01 * (number % 7) for number in range(60)]
    second = [0.5 + 0.01 * (number * 3 % 8) for number in range(60)]
    found = compare(first, second)
    assert found.randomisation == pytest.approx(found.t_test, abs=0.02)
    assert compare(second, first).randomisation == found.randomisation
    assert compare([value + 1 for value in first], second).randomisation < 0.001


@pytest.mark.parametrize(("a", "b", "x"), [(0.5, 0.5, 0.3), (2, 3, 0.9), (50, 0.5, 0.99), (591.5, 0.5, 0.88)])
def test_the_incomplete_beta_function(a: float, b: float, x: float) -> None:
    special = pytest.importorskip("scipy.special", reason="scipy is not installed")
    assert incomplete_beta(a, b, x) == pytest.approx(special.betainc(a, b, x), rel=1e-9)
