"""A budget that is never overdrawn, whatever is asked of it and when."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.revisit import Allowance

DAY = 86_400.0


@settings(max_examples=100, deadline=None)
@given(
    st.floats(1, 1e6), st.integers(1, 50), st.floats(0, 1),
    st.lists(st.tuples(st.floats(0, 4000), st.integers(0, 60)), max_size=60),
)  # fmt: skip
def test_no_span_of_time_sees_more_than_the_burst_and_what_drips_into_it(
    per_day: float, burst: int, filled: float, asked: list[tuple[float, int]]
) -> None:
    allowance = Allowance(per_day, burst, filled * burst, 0.0)
    now, taken = 0.0, []
    for pause, wanted in asked:
        now += pause
        for _ in range(min(wanted, allowance.whole(now))):
            allowance.take(now)
            taken.append(now)
    ahead = [number - moment * per_day / DAY for number, moment in enumerate(taken)]
    for last, one in enumerate(ahead):
        assert one + 1 - min(ahead[: last + 1]) <= burst + 1e-3
    assert allowance.taken == len(taken)


def test_the_next_permit_is_there_when_it_was_foretold() -> None:
    allowance = Allowance(24.0, 3, 0.0, 100.0)
    assert allowance.whole(100.0) == 0
    assert abs(allowance.ready_at(1) - 3700.0) < 1
    assert allowance.whole(3699.0) == 0
    assert allowance.whole(allowance.ready_at(1)) == 1
    assert allowance.whole(1e9) == 3, "no more is saved up than the burst"
    for _ in range(5):  # what had to be asked for all the same
        allowance.take(1e9)
    assert allowance.level(1e9) == -2
    assert allowance.whole(1e9 + 2 * 3600 - 1) == 0
    assert allowance.whole(1e9 + 3 * 3600 + 1) == 1
