"""A page as the indexer reads it, as XML: texts, links and pictures in their order, each with its weight.

<page url="…" language="en">
<title weight="title">…</title>
<text weight="heading" level="1">…</text>
<text weight="plain">…</text>
<link href="…" weight="bold">…<image src="…" alt="…" weight="plain"/></link>
</page>
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from selectolax.lexbor import LexborHTMLParser

from mekik.parse import xml_words
from mekik.parse.html import UNSEEN
from mekik.parse.nesting import INLINE
from mekik.parse.pictures import source_of
from mekik.parse.scripts import in_script_link
from mekik.parse.text import line
from mekik.parse.tree import Node
from mekik.parse.xml_tree import walk

Resolve = Callable[[str], str]
"""From an address as it is written to the whole one, empty when there is none."""

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BOLD = {"b", "strong", "th"}
_FRAMES = {"iframe", "frame"}
_WEIGHTS = ("plain", "bold", "heading")
_LONGEST_LINE = 1_000_000


class _View:
    """What was read since the last item was given out."""

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve
        self._level = 0
        """Of the heading that we are in, 0 outside."""
        self._bold = 0
        self._weight = 0
        self._run: list[str] = []
        self._link: list[str] | None = None
        """Pieces of the link that we are in."""
        self._link_start = ""
        self._link_weight = 0

    def begin(self, node: Node) -> Iterator[str]:
        if node.is_text_node:
            yield from self._text(node.text_content or "")
            return
        tag = node.tag
        if tag not in INLINE:
            yield from self._border()
        if tag in _HEADINGS:
            self._level = _HEADINGS[tag]
        elif tag in _BOLD:
            self._bold += 1
        elif tag == "a":
            yield from self._end_link()
            yield from self._flush()
            self._begin_link(node.attributes)
        elif tag == "img":
            yield from self._image(node)
        elif tag == "area":
            yield from self._lone_link(node.attributes, "href", node.attributes.get("alt") or "")

    def end(self, node: Node) -> Iterator[str]:
        tag = node.tag
        if tag not in INLINE:
            yield from self._border()
        if tag in _HEADINGS:
            self._level = 0
        elif tag in _BOLD:
            self._bold -= 1
        elif tag == "a":
            yield from self._end_link()

    def finish(self) -> Iterator[str]:
        yield from self._end_link()
        yield from self._flush()

    def frame(self, node: Node) -> Iterator[str]:
        yield from self._lone_link(node.attributes, "src", node.attributes.get("title") or "")

    @property
    def _now(self) -> int:
        return 2 if self._level else 1 if self._bold > 0 else 0

    def _text(self, words: str) -> Iterator[str]:
        if self._link is None and self._now != self._weight:
            yield from self._flush()
            self._weight = self._now
        if self._link is not None and words.strip():
            self._link_weight = max(self._link_weight, self._now)
        self._run.append(words)

    def _border(self) -> Iterator[str]:
        if self._link is None:
            yield from self._flush()
        else:
            self._run.append(" ")

    def _flush(self) -> Iterator[str]:
        words = line("".join(self._run), _LONGEST_LINE)
        self._run.clear()
        if self._link is not None:
            if words:
                self._link.append(xml_words.text(words))
        elif words:
            level = f' level="{self._level}"' if self._weight == 2 and self._level else ""
            yield f'<text weight="{_WEIGHTS[self._weight]}"{level}>{xml_words.text(words)}</text>\n'

    def _begin_link(self, attributes: dict[str, str | None]) -> None:
        if "href" in attributes:
            self._link, self._link_weight = [], self._now
            self._link_start = self._address("href", attributes)

    def _address(self, name: str, attributes: dict[str, str | None]) -> str:
        href = (attributes.get(name) or "").strip()
        if href[:11].lower() == "javascript:":
            href = in_script_link(href)
        relation = line(attributes.get("rel") or "", 100)
        rel = f' rel="{xml_words.value(relation)}"' if relation else ""
        return f'href="{xml_words.value(self._resolve(href) if href else "")}"{rel}'

    def _end_link(self) -> Iterator[str]:
        if self._link is None:
            return
        yield from self._flush()
        content, self._link = "".join(self._link), None
        self._weight = self._now
        yield f'<link {self._link_start} weight="{_WEIGHTS[self._link_weight]}">{content}</link>\n'

    def _lone_link(self, attributes: dict[str, str | None], name: str, words: str) -> Iterator[str]:
        if not attributes.get(name):
            return
        yield from self.finish()
        start, weight = self._address(name, attributes), _WEIGHTS[self._now]
        yield f'<link {start} weight="{weight}">{xml_words.text(line(words, _LONGEST_LINE))}</link>\n'

    def _image(self, node: Node) -> Iterator[str]:
        yield from self._flush()
        attributes = node.attributes
        source = source_of(attributes)
        told = "".join(
            f' {name}="{xml_words.value(line(attributes.get(name) or "", _LONGEST_LINE))}"'
            for name in ("alt", "title", "width", "height")
            if attributes.get(name)
        )
        address = xml_words.value(self._resolve(source) if source else "")
        image = f'<image src="{address}"{told} weight="{_WEIGHTS[self._now]}"/>'
        if self._link is not None:
            self._link.append(image)
        else:
            yield image + "\n"


def write_view(tree: LexborHTMLParser, url: str, resolve: Resolve) -> Iterator[str]:
    root: Node = tree.root
    language = line(root.attributes.get("lang") or "", 40)
    told = {"url": url, "language": language}
    yield "<page" + "".join(f' {name}="{xml_words.value(text)}"' for name, text in told.items() if text) + ">\n"
    title: Node = tree.css_first("head title") or tree.css_first("title")
    if title is not None:
        yield f'<title weight="title">{xml_words.text(line(title.text(), _LONGEST_LINE))}</title>\n'
    view = _View(resolve)
    body: Node = tree.css_first("body,frameset")
    skipped = 0
    for node, begins in walk(body) if body is not None else ():
        tag = node.tag
        if tag in UNSEEN or tag == "title":
            skipped += 1 if begins else -1
            if begins and skipped == 1 and tag in _FRAMES:
                yield from view.frame(node)
        elif skipped == 0:
            if not begins:
                yield from view.end(node)
            elif node.is_text_node or node.is_element_node:
                if tag == "frame":
                    yield from view.frame(node)
                else:
                    yield from view.begin(node)
    yield from view.finish()
    yield "</page>\n"
