"""A crawl of the demo web, judged by its labels: what was found, by which way, and what fooled us."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from mekik.lab.demo.truth import Kind, Truth
from mekik.lab.demo.web import DemoWeb
from mekik.workspace import Workspace


class Share(msgspec.Struct):
    """So many of so many labelled ones."""

    right: int
    labelled: int
    wrong: list[str] = []
    """Addresses or values that are missing, or that should not be there; paths without their host."""


class Judgement(msgspec.Struct):
    outcomes: Share
    """Every labelled address ended as its label says."""
    searchable: Share
    """What should be found by a search is indexed, and nothing else."""
    ways: dict[str, Share]
    """Pages that only one way leads to, by that way."""
    finds: Share
    """E-mail addresses and phone numbers, each on its page; a false one counts as wrong."""
    spam: Share
    duplicates: Share
    """Copies and near copies that are known as such."""
    unseen: Share
    """Pages with words that no visitor sees, which no search finds either."""
    trap_requests: int
    requests: int
    untouched: Share
    """Forms and links that would have changed something."""


def judge(web: DemoWeb, workspace: Workspace, job: str, *, skip: frozenset[str] = frozenset()) -> Judgement:
    """`skip` are ways that the crawl could not go, such as a browser where there is none."""
    labelled = [truth for truth in web.truth() if truth.found_by and truth.found_by not in skip and truth.outcomes]
    answers = {truth.url: workspace.why(truth.url, job) for truth in labelled}
    single = [
        truth for truth in labelled if truth.found_by not in ("link", "seed") and Kind.RESULTS.label != truth.kind
    ]
    ways = sorted({truth.found_by for truth in single})
    requests = [f"http://{host}{path}" for _, host, path, _, _ in web.requests]
    spam = {truth.url for truth in labelled if truth.kind == Kind.SPAM.label}
    judged = {url for url, why in answers.items() if why.spam is not None and why.spam.action}
    return Judgement(
        outcomes=_share(labelled, lambda truth: answers[truth.url].outcome in truth.outcomes),
        searchable=_share(
            [truth for truth in labelled if truth.kind != Kind.TRAP.label],
            lambda truth: answers[truth.url].indexed == truth.indexed,
        ),
        ways={
            way: _share(
                [truth for truth in single if truth.found_by == way],
                lambda truth: answers[truth.url].outcome in truth.outcomes,
            )
            for way in ways
        },
        finds=_finds(labelled, workspace, job),
        spam=Share(len(spam & judged), len(spam), sorted(map(_path, spam ^ judged))),
        duplicates=_share(
            [truth for truth in labelled if truth.kind in (Kind.DUPLICATE.label, Kind.NEAR_DUPLICATE.label)],
            lambda truth: bool(answers[truth.url].duplicate_of or answers[truth.url].group),
        ),
        unseen=_share([truth for truth in labelled if truth.unseen and truth.indexed], _Unseen(web, workspace)),
        trap_requests=sum(_kind(web, url) == Kind.TRAP.label for url in requests),
        requests=len(requests),
        untouched=_share(
            [truth for truth in labelled if truth.kind == Kind.UNTOUCHABLE.label],
            lambda truth: answers[truth.url].outcome in truth.outcomes,
        ),
    )


def _share(labelled: list[Truth], right: Callable[[Truth], bool]) -> Share:
    wrong = [truth for truth in labelled if not right(truth)]
    return Share(len(labelled) - len(wrong), len(labelled), sorted(_path(truth.url) for truth in wrong))


def _finds(labelled: list[Truth], workspace: Workspace, job: str) -> Share:
    wanted = Counter((truth.url, kind, value) for truth in labelled for kind, value in truth.finds)
    found = Counter((find.url, find.kind, find.value) for find in workspace.finds(job))
    odd = [f"{_path(url)} {value}" for url, _, value in (wanted - found) + (found - wanted)]
    return Share((wanted & found).total(), wanted.total(), sorted(odd))


class _Unseen:
    """Whether a search for words that stand only where nobody sees them leaves the page out."""

    def __init__(self, web: DemoWeb, workspace: Workspace) -> None:
        self._web, self._workspace = web, workspace

    def __call__(self, truth: Truth) -> bool:
        titles = " ".join(entry.title for entry in self._web.entries(truth.host)).lower().split()
        words = " OR ".join(f'"{word}"' for word in truth.unseen if word not in titles)  # as boxes show them
        result = self._workspace.search(f"({words}) AND site:{truth.host}", limit=100, similar="all")
        return truth.url not in {hit.url for hit in result.hits}


def _kind(web: DemoWeb, url: str) -> str:
    truth = web.label(url)
    return truth.kind if truth else ""


def _path(url: str) -> str:
    return "/" + url.split("/", 3)[3]
