"""What makes an address worth visiting next: one file per model, all behind `Ordering`.

The frontier tells an ordering which addresses wait and which hosts may be visited now; the ordering answers
with the best of them. `make(name, settings)` gives a model by its name; `NAMES` lists them.

`RankedOrdering` serves every model whose worth of an address does not change while it waits: such a model is
one function from `Waiting` to an integer (`breadth.py`, `depth.py`). `topic.py`, `topic_focused.py` and `focused.py`
also say which links are not followed at all (`Selective`); what they share is in `words_of.py` and `remembered.py`,
and the two halves of `focused` are `classifier.py` (of pages) and `predictor.py` (of links).

`ScoredOrdering` serves the models whose scores change while addresses wait, or follow from what pages name: such a
model is a `Scorer` (`link_score.py`, `inlinks.py`, `opic.py`, `pagerank.py`, `hub.py`,
`freshness.py`). `mix.py` adds up any models; `once.py` and `popularity/scored.py` are what the others are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mekik.errors import SettingError
from mekik.ordering.breadth import breadth
from mekik.ordering.depth import depth
from mekik.ordering.focused import Focused
from mekik.ordering.freshness import FreshnessScorer
from mekik.ordering.hub import HubScorer, hits
from mekik.ordering.inlinks import InlinkScorer
from mekik.ordering.link_score import Factors, LinkScorer, Range, is_home
from mekik.ordering.mix import Part, SelectiveMix, mixed
from mekik.ordering.once import OnceScorer, lots
from mekik.ordering.opic import OpicScorer
from mekik.ordering.pagerank import PageRankScorer
from mekik.ordering.popularity import explain_among, popularity, popularity_scorer
from mekik.ordering.protocol import (
    ORDINARY,
    USUAL_PRIORITY,
    Example,
    Grade,
    Lesson,
    Ordering,
    Score,
    Selective,
    Taught,
    Waiting,
)
from mekik.ordering.random import RandomOrdering
from mekik.ordering.ranked import RankedOrdering
from mekik.ordering.scored import ScoredOrdering
from mekik.ordering.topic import Topic
from mekik.ordering.topic_focused import TopicFocused
from mekik.settings import OrderingSettings


def _link_score(settings: OrderingSettings) -> Ordering:
    factors = Factors(Range(*settings.link_score_intra), Range(*settings.link_score_inter))
    scorer = LinkScorer("link_score", factors, settings.seed, home_pages=True)
    return ScoredOrdering(scorer, refill=settings.link_score_refill)


def _baker(settings: OrderingSettings) -> Ordering:
    intra, inter = settings.baker_intra, settings.baker_inter
    factors = Factors(Range(intra, intra), Range(inter, inter))
    return ScoredOrdering(LinkScorer("baker", factors, settings.seed, home_pages=False))


def _mix(settings: OrderingSettings, examples: Callable[[], Iterable[Example]]) -> Ordering:
    if "mix" in settings.mix:
        raise SettingError("A mix cannot be part of itself.")
    return mixed([_part(name, weight, settings, examples) for name, weight in settings.mix.items()], settings.refresh)


def _part(name: str, weight: float, settings: OrderingSettings, examples: Callable[[], Iterable[Example]]) -> Part:
    """A model as a mix has it."""
    model = make(name, settings, examples)
    if isinstance(model, ScoredOrdering):
        return Part(weight, model.scorer)
    if isinstance(model, Topic | TopicFocused | Focused):
        notice = model.notice if isinstance(model, TopicFocused) else None
        return Part(
            weight, OnceScorer(name, model.worth, model.explain, model.learn), model, notice, reads_around(model)
        )
    if isinstance(model, RankedOrdering):
        rank = model.rank
        return Part(weight, OnceScorer(name, lambda address: -float(rank(address)), model.explain, model.learn))
    return Part(weight, popularity_scorer(settings) if name == "popularity" else lots(settings.seed))


_MODELS: dict[str, Callable[[OrderingSettings], Ordering]] = {
    "breadth": lambda settings: breadth(),
    "depth": lambda settings: depth(),
    "link_score": _link_score,
    "baker": _baker,
    "inlinks": lambda settings: ScoredOrdering(InlinkScorer()),
    "pagerank": lambda settings: ScoredOrdering(PageRankScorer(settings.pagerank_damping, settings.refresh)),
    "opic": lambda settings: ScoredOrdering(OpicScorer()),
    "freshness": lambda settings: ScoredOrdering(FreshnessScorer()),
    "hub": lambda settings: ScoredOrdering(HubScorer(settings.refresh)),
    "topic": Topic,
    "topic_focused": TopicFocused,
    "focused": Focused,
    "popularity": popularity,
    "random": lambda settings: RandomOrdering(settings.seed),
}

NAMES = (*_MODELS, "mix")
SELECTIVE = ("topic", "topic_focused", "focused")
"""Those that do not follow every link."""


def make(
    name: str, settings: OrderingSettings | None = None, examples: Callable[[], Iterable[Example]] = tuple
) -> Ordering:
    """`examples` is asked only for a model that is taught."""
    if name == "mix":
        return _mix(settings or OrderingSettings(), examples)
    try:
        model = _MODELS[name]
    except KeyError:
        raise SettingError(f"There is no order {name!r}. There are: {', '.join(NAMES)}.") from None
    ordering = model(settings or OrderingSettings())
    if isinstance(ordering, Taught):
        for example in examples():
            ordering.study(example)
    return ordering


def weighs_all(model: Ordering) -> bool:
    """Whether what it says of an address depends on what else waits."""
    return model.name in ("pagerank", "hub", "mix", "popularity")


def reads_around(model: Ordering) -> bool:
    """Whether it wants the words around links, which other jobs need not read."""
    return isinstance(model, Focused) or (isinstance(model, SelectiveMix) and model.reads_around)


__all__ = [
    "NAMES",
    "ORDINARY",
    "SELECTIVE",
    "USUAL_PRIORITY",
    "Example",
    "Grade",
    "Lesson",
    "Ordering",
    "RankedOrdering",
    "Score",
    "Selective",
    "Taught",
    "Waiting",
    "explain_among",
    "hits",
    "is_home",
    "make",
    "reads_around",
    "weighs_all",
]
