"""An order visits a made-up web one page at a time: told, asked and obeyed as by the frontier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mekik.lab.topical.web import TopicalWeb
from mekik.ordering import Lesson, Selective, Waiting, make
from mekik.page import Links
from mekik.settings import OrderingSettings
from mekik.urls import key


def walk(
    web: TopicalWeb, order: str, settings: OrderingSettings | None = None, seeds: Sequence[int] = (0,), most: int = 1000
) -> Iterator[int]:
    """Numbers of the pages in the order of their visits, `most` at most."""
    ordering = make(order, settings)
    selective = ordering if isinstance(ordering, Selective) else None
    ids: dict[int, int] = {}
    numbers: dict[int, int] = {}
    anchors: dict[int, tuple[str, int | None, int]] = {}
    refused: set[int] = set()

    def waiting(number: int, depth: int, source: int | None, anchor: str) -> Waiting:
        page = web.pages[number]
        id = ids.setdefault(number, len(ids) + 1)
        numbers[id] = number
        return Waiting(id, page.site + 1, depth, source, key=key(page.url), url=page.url, anchor=anchor)

    for host in {page.site + 1 for page in web.pages}:
        ordering.wake(host)
    ordering.add([waiting(number, 0, None, "") for number in seeds])
    for number in seeds:
        anchors[number] = ("", None, 0)
    visited = 0
    while visited < most and (taken := ordering.pop()):
        number = numbers[taken[1]]
        anchor, source, depth = anchors[number]
        page = web.pages[number]
        named = Waiting(taken[1], taken[0], depth, source, url=page.url, anchor=anchor)
        if selective and source is not None and selective.refusal(named):
            refused.add(number)
            continue
        yield number
        visited += 1
        targets = [web.pages[target] for target, _ in page.links]
        links = Links(urls=[target.url for target in targets], anchors=[text for _, text in page.links])
        if ordering.learns:
            ordering.learn(
                Lesson(taken[1], taken[0], key(page.url), page.url, depth, links, page.title, "en", page.words, "",
                       anchor=anchor, found_on=source)
            )  # fmt: skip
        for target, text in page.links:
            if target in anchors and target not in refused:
                continue
            found = waiting(target, depth + 1, taken[1], text)
            anchors[target] = (text, taken[1], depth + 1)
            if selective and selective.refusal(found):
                refused.add(target)
                continue
            refused.discard(target)
            ordering.add([found])
