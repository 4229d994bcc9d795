"""The language by n-grams, as Cavnar and Trenkle do it: whose most frequent ones stand in the most similar order?

The distance of two orders is the sum over a text's n-grams of how far each is from its place in the profile; one that
the profile does not have counts as far as can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mekik.analysis.languages.profiles import KEPT, Profile, all_profiles, ranked
from mekik.analysis.words import primary

_CLEAR = 0.10
"""So much nearer than the next one, and there is no doubt left; with half of it, one may rely on it."""
_SEEN = 4000
"""Characters that are counted; more change nothing."""
_OWN_WORD = 0.05
"""What a declared language is forgiven, of the distance."""


class NgramIdentifier:
    """Knows the profiles that come with Mekik and those trained on this machine, or those that it is given."""

    def __init__(self, profiles: Mapping[str, Profile] | None = None, languages: Iterable[str] = ()) -> None:
        """`languages`: only these; without them all that there are."""
        known = all_profiles() if profiles is None else profiles
        wanted = frozenset(languages) or known.keys()
        self._places = {
            code: {ngram: place for place, ngram in enumerate(profile.ngrams.split(" "))}
            for code, profile in known.items()
            if code in wanted
        }

    def identify(self, text: str, declared: str = "") -> tuple[str, float]:
        ngrams = ranked(text[:_SEEN])
        if not ngrams or not self._places:
            return "", 0.0
        farthest = KEPT * len(ngrams)
        distances = {code: self.distance(ngrams, code) for code in self._places}
        own = primary(declared)
        if own in distances:
            distances[own] *= 1 - _OWN_WORD
        first, second = [*sorted(distances, key=lambda code: (distances[code], code)), ""][:2]
        nearest = distances[first]
        if nearest >= farthest:  # nothing in common with any language
            return "", 0.0
        next_one = distances.get(second, farthest)
        return first, round(min(1.0, (next_one - nearest) / (next_one * _CLEAR)), 4)

    def distance(self, ngrams: list[str], code: str) -> float:
        places = self._places[code]
        return float(sum(abs(places.get(ngram, place + KEPT) - place) for place, ngram in enumerate(ngrams)))

    def languages(self) -> frozenset[str]:
        return frozenset(self._places)
