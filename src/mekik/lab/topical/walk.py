"""An order visits a made-up web one page at a time: told, asked and obeyed as by the frontier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mekik.lab.topical.web import Named, TopicalWeb
from mekik.ordering import Example, Lesson, Selective, Waiting, make
from mekik.page import Links
from mekik.settings import OrderingSettings
from mekik.urls import key


def walk(
    web: TopicalWeb, order: str, settings: OrderingSettings | None = None, seeds: Sequence[int] = (0,),
    most: int = 1000, examples: Sequence[Example] = (), *, around: bool = True,
) -> Iterator[int]:  # fmt: skip
    """Numbers of the pages in the order of their visits, `most` at most. Without `around` the words beside links are
    kept from the order."""
    ordering = make(order, settings, lambda: examples)
    selective = ordering if isinstance(ordering, Selective) else None
    ids: dict[int, int] = {}
    numbers: dict[int, int] = {}
    named: dict[int, tuple[Named, int | None, int]] = {}
    refused: set[int] = set()

    def waiting(link: Named, depth: int, source: int | None) -> Waiting:
        page = web.pages[link.target]
        id = ids.setdefault(link.target, len(ids) + 1)
        numbers[id] = link.target
        named[link.target] = (link, source, depth)
        beside = link.around if around else ""
        return Waiting(
            id, page.site + 1, depth, source, key=key(page.url), url=page.url, anchor=link.anchor, around=beside
        )  # fmt: skip

    for host in {page.site + 1 for page in web.pages}:
        ordering.wake(host)
    ordering.add([waiting(Named(number, "", ""), 0, None) for number in seeds])
    visited = 0
    while visited < most and (taken := ordering.pop()):
        number = numbers[taken[1]]
        link, source, depth = named[number]
        page = web.pages[number]
        if selective and source is not None and selective.refusal(waiting(link, depth, source)):
            refused.add(number)
            continue
        yield number
        visited += 1
        links = Links(
            urls=[web.pages[link.target].url for link in page.links], anchors=[link.anchor for link in page.links]
        )  # fmt: skip
        if ordering.learns:
            ordering.learn(
                Lesson(taken[1], taken[0], key(page.url), page.url, depth, links, page.title, "en", page.words, "",
                       anchor=link.anchor, found_on=source, around=link.around if around else "")
            )  # fmt: skip
        for further in page.links:
            if further.target in named and further.target not in refused:
                continue
            found = waiting(further, depth + 1, taken[1])
            if selective and selective.refusal(found):
                refused.add(further.target)
                continue
            refused.discard(further.target)
            ordering.add([found])
