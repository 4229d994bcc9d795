"""A large collection of made-up pages, indexed once and kept in bench/work as a data directory.

Words are as frequent as words are (Zipf), so that a query of frequent words meets a large part of the pages. What makes
searches dear in real collections is there too: several owners, keywords, topics, menus, copies, spam.
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from mekik.index import IndexEntry, TantivyWriter
from mekik.index import operation as written_by
from mekik.index import schema as written_in
from mekik.page import Keyword
from mekik.settings import IndexSettings
from mekik.web.site import Site
from mekik.workspace import Workspace
from web import WORK

WORDS = 120_000
LENGTH = 150
"""Words of a page, without its menu."""
HOSTS = 2_000
OWNERS, HIDDEN = 10, 2
"""How many there are, and whose pages visitors do not see."""
TOPICS = ("spor", "ekonomi", "bilim", "dünya", "kültür", "sağlık", "hukuk", "teknik")
COPIES, SPAM = 0.08, 0.01
"""Shares of pages that say what another page said before, and of those that are ranked lower."""
_MENU = 20
_LATEST = 1_000
"""Pages that may be copied."""
_SYLLABLES = [first + last for first in "bcdfghjklmnprstvyz" for last in "aeiou"]


@dataclass(frozen=True)
class Collection:
    path: Path
    """A data directory."""
    pages: int
    words: list[str]
    """The most frequent first."""
    seconds: float
    """That indexing took, once."""

    @property
    def index(self) -> Path:
        return self.path / "index"


def made(pages: int) -> Collection:
    """The collection of so many pages; written only when it is not there yet."""
    path = WORK / f"collection-{pages}-{_edition()}"
    label = path / "collection.json"
    words = vocabulary()
    if not label.exists():
        shutil.rmtree(path, ignore_errors=True)
        Workspace(path).create()
        began = time.perf_counter()
        writer = TantivyWriter(path / "index", IndexSettings(memory=200_000_000))
        for entry in entries(pages, words):
            writer.put(entry, replace=False)
        writer.close()
        _publish(path)
        label.write_text(json.dumps(time.perf_counter() - began))
    return Collection(path, pages, words, float(json.loads(label.read_text())))


def _publish(path: Path) -> None:
    """Visitors see the pages of most owners."""
    site = Site.open(path)
    try:
        for number in range(OWNERS - HIDDEN):
            site.accounts.set_public(f"owner{number}", True)
    finally:
        site.close()


def vocabulary() -> list[str]:
    chance = random.Random(7)
    words = sorted({"".join(chance.choices(_SYLLABLES, k=chance.randint(2, 5))) for _ in range(2 * WORDS)})
    chance.shuffle(words)
    return words[:WORDS]


def entries(pages: int, words: list[str]) -> Iterator[IndexEntry]:
    chance = random.Random(8)
    weights = list(accumulate(1 / (rank + 2) for rank in range(len(words))))
    menus = [" ".join(chance.choices(words[:5_000], k=_MENU)) for _ in range(HOSTS)]
    latest: deque[tuple[int, list[str]]] = deque(maxlen=_LATEST)
    for number in range(pages):
        copied = chance.random() < COPIES and len(latest) > 0
        if copied:
            group, said = latest[chance.randrange(len(latest))]
        else:
            group, said = number + 1, chance.choices(words, cum_weights=weights, k=LENGTH)
            latest.append((group, said))
        text, title, host = " ".join(said), " ".join(said[:6]), f"h{number % HOSTS}.example"
        language, menu = ("tr", "en", "de")[number % 3], menus[number % HOSTS]
        owner = f"owner{number % HOSTS % OWNERS}"
        yield IndexEntry(
            owner=owner, url=f"http://{host}/{number}", job=f"{owner}~job", host=host, domain=host, type="html",
            content_type="text/html", language=language, title=title, content=f"{text}\n{menu}", main=len(text),
            fetched=1.6e9 + number * 60, size=20_000, group=group, repeats=copied, lowered=chance.random() < SPAM,
            topics=(TOPICS[number % len(TOPICS)],) if number % 4 == 0 else (),
            keywords=tuple(Keyword(word, word) for word in dict.fromkeys(said[6:14])),
            headings=" ".join(said[20:26]), anchors=" ".join(said[:3]) if number % 2 else "",
            rank=_rank(chance.random()),
            title_exact=title, content_exact=text, title_root=title, content_root=text, rest_exact=menu, rest_root=menu,
            content_short=" ".join(word[:5] for word in said if len(word) > 5) if language == "tr" else "",
        )  # fmt: skip


def _rank(chance: float) -> int:
    """How well a page is linked: most are not."""
    return 3 if chance < 0.01 else 2 if chance < 0.04 else 1 if chance < 0.14 else 0


def _edition() -> str:
    """Another one after each change of what is written."""
    files = (__file__, written_in.__file__, written_by.__file__)
    return hashlib.blake2b(b"".join(Path(str(file)).read_bytes() for file in files), digest_size=4).hexdigest()
