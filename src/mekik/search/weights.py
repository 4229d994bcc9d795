"""The weights of the ranking, from one file: `weights.toml`, where each is explained."""

from __future__ import annotations

from importlib import resources

import msgspec


class Weights(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Every one is needed. They are read where they are used, so that who tunes them can change them."""

    title_exact: float
    title_root: float
    exact: float
    root: float
    short: float
    rest: float
    heading: float
    anchor: float
    address: float
    whole_title: float
    linked: float
    fresh: float
    alike: float
    others: float
    phrase_root: float
    phrase_short: float
    pair_exact: float
    pair_root: float
    all_words: float
    like: float
    translated: float


WEIGHTS = msgspec.toml.decode((resources.files(__package__) / "weights.toml").read_bytes(), type=Weights)
