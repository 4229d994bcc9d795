"""Precision and recall of what is picked out of texts, on labelled sets, against the floors of quality.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from mekik.analysis.capture import emails, phones
from mekik.analysis.capture.searching import Text

LABELS = Path(__file__).parent / "labels"
FLOORS = tomllib.loads((Path(__file__).parent.parent.parent / "quality.toml").read_text(encoding="utf-8"))["capture"]


class Labelled(NamedTuple):
    text: str
    wanted: frozenset[str]
    country: str | None = None


def _lines(name: str, fields: int) -> Iterator[list[str]]:
    for line in (LABELS / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split(" | ", fields)


def _of_emails(part: str = "") -> tuple[list[Labelled], list[Labelled]]:
    """`part`: "_unseen" for the texts that were written without a look at the program."""
    found = [Labelled(text, frozenset(values.lower().split())) for values, text in _lines(f"emails{part}_found.txt", 1)]
    return found, [Labelled(text, frozenset()) for (text,) in _lines(f"emails{part}_none.txt", 0)]


def _of_phones() -> tuple[list[Labelled], list[Labelled]]:
    found = [
        Labelled(text, frozenset(values.split()), None if country == "-" else country)
        for country, values, text in _lines("phones_found.txt", 2)
    ]
    none = _lines("phones_none.txt", 1)
    return found, [Labelled(text, frozenset(), None if country == "-" else country) for country, text in none]


def _email_values(one: Labelled) -> set[str]:
    return {span.value.lower() for span in emails(Text(one.text))}


def _phone_values(one: Labelled) -> set[str]:
    return {span.value for span in phones(Text(one.text), one.country)}


@pytest.mark.parametrize(
    ("kind", "sets", "values", "least"),
    [
        ("email", _of_emails(), _email_values, 150),
        ("email", _of_emails("_unseen"), _email_values, 70),
        ("phone", _of_phones(), _phone_values, 100),
    ],
    ids=["email", "email unseen", "phone"],
)
def test_precision_and_recall_on_the_labelled_texts(
    kind: str, sets: tuple[list[Labelled], list[Labelled]], values: Callable[[Labelled], set[str]], least: int
) -> None:
    assert min(map(len, sets)) >= least
    right = wrong = missed = 0
    faults = []
    for one in [*sets[0], *sets[1]]:
        got = values(one)
        right += len(got & one.wanted)
        wrong += len(got - one.wanted)
        missed += len(one.wanted - got)
        if got != one.wanted:
            faults.append((one.text, sorted(one.wanted), sorted(got)))
    assert right / (right + wrong) >= FLOORS[f"{kind}.precision"]["at_least"], faults
    assert right / (right + missed) >= FLOORS[f"{kind}.recall"]["at_least"], faults


def test_the_promised_floors_are_not_lowered_by_accident() -> None:
    assert FLOORS["email.precision"]["at_least"] >= 0.98
    assert FLOORS["email.recall"]["at_least"] >= 0.95


def test_every_spelling_stays_whole_inside_a_page() -> None:
    """All positive texts one after the other: an address does not swallow or lose what stands beside it."""
    found, _ = _of_emails()
    text = " ‖ ".join(one.text for one in found)
    wanted = {value for one in found for value in one.wanted}
    got = {span.value for span in emails(Text(text))}
    assert len(wanted - got) <= len(wanted) * 0.03, wanted - got
    assert len(got - wanted) <= len(wanted) * 0.03, got - wanted
