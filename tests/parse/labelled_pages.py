"""Pages whose main content is known: `labelled/*.html`, each a layout of its own with sentences of its own.

What a reader came for stands between `<!--main-->` and `<!--/main-->`: headline, text, captions, tables and lists that
belong to it, the posts of a thread. Menus, adverts, boxes, share bars, tags, comments under an article and footers are
outside. The comments are taken out before anybody sees the page.

The measure is F1 over words as a bag: precision is the share of the extracted words that are in the main content,
recall the share of its words that were extracted, each word as often as it stands there.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "labelled"
_MAIN = re.compile(r"<!--main-->(.*?)<!--/main-->", re.DOTALL)
_LABEL = re.compile(r"<!--/?main-->")
_INLINE = re.compile(r"</?(?:a|abbr|b|cite|code|em|font|i|small|span|strong|time)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_WORD = re.compile(r"\w+")


class LabelledPage(NamedTuple):
    name: str
    language: str
    html: str
    wanted: str
    held_out: bool
    """Every third page is kept from those who tune."""


def labelled_pages() -> list[LabelledPage]:
    pages = []
    for path in sorted(FOLDER.glob("*.html")):
        source = path.read_text(encoding="utf-8")
        wanted = html.unescape(_TAG.sub(" ", _INLINE.sub("", " ".join(_MAIN.findall(source)))))
        number, language, _ = path.stem.split("-", 2)
        pages.append(LabelledPage(path.stem, language, _LABEL.sub("", source), wanted, int(number) % 3 == 0))
    return pages


def word_f1(found: str, wanted: str) -> float:
    ours, theirs = Counter(_WORD.findall(found.lower())), Counter(_WORD.findall(wanted.lower()))
    common = (ours & theirs).total()
    return 2 * common / (ours.total() + theirs.total()) if common else 0.0


def mean_f1(extract: Callable[[str], str], pages: list[LabelledPage]) -> float:
    return sum(word_f1(extract(page.html), page.wanted) for page in pages) / len(pages)
