"""Sketches: equal for equal words, alike for texts that are alike, and always the same."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.analysis import Analyser, likeness
from mekik.analysis.prints import word_numbers
from mekik.analysis.sketch import SHORTEST, SIZE, outline
from mekik.lab.demo.entries import load_sites
from mekik.lab.demo.markup import to_plain
from mekik.lab.demo.truth import Kind
from mekik.page import Document
from mekik.settings import AnalysisSettings, DuplicatesSettings

ROOT = Path(__file__).parent.parent.parent
FLOORS = tomllib.loads((ROOT / "quality.toml").read_text(encoding="utf-8"))["trust"]
THRESHOLD = DuplicatesSettings().threshold
PASSAGES = ROOT.parent / "shared" / "data" / "retrieval"
"""Real passages in five languages, where they are at hand; the demo web's texts are always there."""


def of(text: str) -> bytes:
    return outline(text.lower().encode()).sketch


def demo_texts() -> Iterator[str]:
    for _, entries in load_sites():
        for entry in entries:
            if entry.label is Kind.PAGE and len(entry.body.split()) >= 60:
                yield to_plain(entry.body)


def passages() -> Iterator[str]:
    for corpus in sorted(PASSAGES.glob("*/corpus.jsonl")):
        for line in corpus.read_bytes().splitlines()[:120]:
            text = msgspec.json.decode(line)["text"]
            if len(text.split()) >= 60:
                yield text


@cache
def texts() -> list[str]:
    return list(dict.fromkeys([*demo_texts(), *passages()]))


def changed(text: str, share: float, chance: random.Random) -> str:
    words = text.split()
    others = chance.choices([word for other in texts()[:40] for word in other.split()], k=len(words))
    for place in chance.sample(range(len(words)), round(share * len(words))):
        words[place] = others[place] + "x"
    return " ".join(words)


def test_texts_with_a_twentieth_of_their_words_changed_are_alike() -> None:
    chance = random.Random(5)
    found = [likeness(of(text), of(changed(text, 0.05, chance))) >= THRESHOLD for text in texts()]
    assert len(found) >= 90
    assert sum(found) / len(found) >= FLOORS["duplicates.recall"]["at_least"]


def test_different_texts_are_not_alike() -> None:
    sketches = np.array([np.frombuffer(of(text), dtype=np.uint8) for text in texts()])
    pairs = wrong = 0
    for place, one in enumerate(sketches[:-1]):
        same = (sketches[place + 1 :] == one).mean(axis=1)
        pairs += len(same)
        wrong += int((same >= THRESHOLD).sum())
    assert pairs > 4000
    assert 1000 * wrong / pairs <= FLOORS["duplicates.false_pairs"]["at_most"]


def test_the_estimate_is_near_the_truth() -> None:
    """The share of common word pairs, for texts that have more and more of another one in them."""
    one, other = " ".join(texts()[:12]).split()[:900], " ".join(texts()[12:24]).split()[:900]
    for kept in (900, 700, 500, 300, 0):
        mixed = one[:kept] + other[kept:]
        pairs = [set(pairwise(words)) for words in (one, mixed)]
        truth = len(pairs[0] & pairs[1]) / len(pairs[0] | pairs[1])
        assert abs(likeness(of(" ".join(one)), of(" ".join(mixed))) - truth) < 0.2


def test_white_space_and_punctuation_do_not_count() -> None:
    analyser = Analyser(AnalysisSettings())
    text = texts()[0]
    one = analyser.analyse(Document(text=text, language="tr"), "http://example.org/")
    other = analyser.analyse(
        Document(text=text.replace(". ", " — ").replace(" ", "  \n"), language="tr"), "http://example.org/"
    )
    assert one.traits == other.traits
    assert one.traits.words == len(one.content_exact.split())


def test_a_sketch_is_the_same_for_ever() -> None:
    """Stored ones are compared with new ones; whoever changes this changes `sketch.VERSION`."""
    words = " ".join(f"word{number} ışık" for number in range(200))
    assert outline(words.encode()).sketch.hex()[:32] == "225bd268028be2da084090a3a1f738f5"


@given(st.lists(st.text("abcçdeğışçöü日本語", min_size=1, max_size=30), max_size=60), st.integers(1, 3))
@settings(max_examples=100, deadline=None)
def test_any_words_have_numbers_and_equal_ones_the_same(words: list[str], blanks: int) -> None:
    text = (" " * blanks).join(words).encode()
    numbers = word_numbers(text)
    assert len(numbers) == len(words)
    for (one, first), (other, second) in combinations(list(zip(words, numbers, strict=True))[:12], 2):
        if one == other:
            assert first == second
    found = outline(text)
    assert (found.words, found.pairs) == (len(words), len({*pairwise(numbers.tolist())}))
    assert len(found.sketch) == (SIZE if len(words) >= SHORTEST else 0)


@pytest.mark.parametrize("text", [b"", b" ", b"one", b"   one  two   "])
def test_short_texts(text: bytes) -> None:
    assert len(word_numbers(text)) == len(text.split())
    assert outline(text).sketch == b""
    assert likeness(b"", b"") == 0.0
