"""The baseline file has the shape that its readers rely on."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

_PATH = Path(__file__).parent.parent / "quality.toml"
_SPEED: dict[str, dict[str, Any]] = tomllib.loads(_PATH.read_text(encoding="utf-8"))["speed"]


@pytest.mark.parametrize("name", _SPEED)
def test_a_measure_has_one_floor_and_an_aim_beyond_it(name: str) -> None:
    row = dict(_SPEED[name])
    assert row.pop("what")
    assert row.pop("unit")
    aim = row.pop("aim")
    ((kind, floor),) = row.items()
    assert kind in ("at_least", "at_most")
    assert all(isinstance(value, float) for value in (aim, floor))
    assert min(aim, floor) > 0 or (name == "serve.errors" and aim == floor == 0)
    assert aim >= floor if kind == "at_least" else aim <= floor


def test_every_job_of_the_comparison_has_its_floors() -> None:
    jobs = {name.partition(".")[0] for name in _SPEED if name.endswith(".cpu")}
    assert jobs == {"archive", "one_field", "full", "serve"}
    assert {"one_field.ratio", "full.ratio"} <= set(_SPEED)


def test_the_promised_floors_are_not_lowered_by_accident() -> None:
    """Lowering one is a decision: it is made here and there."""
    assert _SPEED["one_field.ratio"]["at_least"] >= 6
    assert _SPEED["full.ratio"]["at_least"] >= 3
    assert _SPEED["flat.memory"]["at_most"] <= 900
    assert _SPEED["frontier.memory"]["at_most"] <= 16
    assert _SPEED["normalise.rate"]["at_least"] >= 150_000
