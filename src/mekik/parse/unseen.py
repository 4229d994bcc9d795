"""Text that a visitor does not see leaves the tree before anything reads the text; what it said is kept for a while.

A page without styles costs one question to its tree. In others only the elements that a style names are looked at:
those that it hides, and those whose colour may be that of what they stand on. Elements stay where they are, so that
links in a closed menu are still followed; only their text goes.
"""

from __future__ import annotations

from itertools import islice

from mekik.parse.colours import BLACK, CLEAR, UNKNOWN, WHITE, colour, near
from mekik.parse.styles import NO_RULES, NOTHING, Look, Sheet, declared, merge, sheet_of
from mekik.parse.tree import HtmlPage, Node

_INLINE = "[style],[hidden],font[color],[bgcolor],body[text]"
_MOST_NODES = 20_000
"""Elements of a page that are looked at; fewer when it has many rules."""
_MOST_WORK = 5_000_000
_MOST_SEARCHED = 50_000_000
"""Bytes of a page, times the selectors that are looked for in it."""
_MOST_PAIRS = 10_000
KEPT = 20_000
"""Characters of unseen text that are kept to judge it by."""
_TEXT = "-text"
_NOT_TEXT = {"script", "style", "noscript", "template"}
_TRICKS = ("gone", "invisible", "transparent", "tiny", "away", "clipped")
SAME_COLOUR = "same_colour"


def hide(page: HtmlPage) -> None:
    """For `html.WHOLE`, after everything that wants the whole page."""
    if not page.with_text or page.settings.hidden_text:
        return
    inline: list[Node] = page.tree.css(_INLINE) if page.styled else []
    sheet = sheet_of("\n".join(page.sheets)) if page.sheets else NO_RULES
    if inline or sheet.rules:
        _Hiding(page, inline, sheet).run()


class _Hiding:
    def __init__(self, page: HtmlPage, inline: list[Node], sheet: Sheet) -> None:
        self._page = page
        self._inline = inline
        self._sheet = sheet
        self._looks: dict[int, Look] = {}
        self._done: set[int] = set()
        self._kept: dict[str, list[str]] = {}
        self._room = KEPT

    def run(self) -> None:
        for node in self._suspects():
            if node.mem_id in self._done:
                continue
            trick = self._trick(node)
            if trick:
                self._empty(node, trick)
        self._page.document.unseen = {trick: " ".join(texts) for trick, texts in self._kept.items()}

    # which elements to look at

    def _suspects(self) -> list[Node]:
        tree = self._page.tree
        left = min(_MOST_NODES, _MOST_WORK // (len(self._sheet.rules) + 1))
        inline = self._inline[:left]
        own = [self._own(node) for node in inline]
        rules = self._sheet.rules
        said = [*own, *(rule.look for rule in rules)]
        grounds = {look.ground for look in said if look.ground is not None} | {WHITE}
        colours = {look.colour for look in said if look.colour is not None} | {BLACK}
        same = _shared(colours, grounds)

        def suspicious(look: Look) -> bool:
            return any(look[:6]) or look.colour == CLEAR or look.colour in same or look.ground in same

        found = [node for node, look in zip(inline, own, strict=True) if suspicious(look) or node.tag == "font"]
        selectors = dict.fromkeys(rule.selector for rule in rules if suspicious(rule.look))
        for selector in islice(selectors, _MOST_SEARCHED // (len(self._page.html) + 1)):
            nodes = tree.css(selector)[:left]
            left -= len(nodes)
            found += nodes
        return found

    # how an element looks

    def _look(self, node: Node) -> Look:
        """By style sheets, attributes and inline style together."""
        known = self._looks.get(node.mem_id)
        if known is None:
            attributes = node.attributes
            classes = (attributes.get("class") or "").split()[:20]
            by_sheet = self._sheet.looks(node.tag, attributes.get("id") or "", classes)
            known = merge([*by_sheet, self._own(node)])
            self._looks[node.mem_id] = known
        return known

    def _own(self, node: Node) -> Look:
        attributes, tag = node.attributes, node.tag
        look = NOTHING
        if "hidden" in attributes and tag not in ("html", "body"):
            look = look._replace(gone=(attributes["hidden"] or "").lower() != "until-found")
        if attributes.get("bgcolor"):
            look = look._replace(ground=colour(attributes["bgcolor"]))
        if attributes.get("background"):
            look = look._replace(ground=UNKNOWN)
        if tag == "font" and attributes.get("color"):
            look = look._replace(colour=colour(attributes["color"]))
        if tag == "body" and attributes.get("text"):
            look = look._replace(colour=colour(attributes["text"]))
        style = attributes.get("style")
        if not style:
            return look
        inline = declared(style)
        if tag in ("html", "body"):  # hidden until a script shows the page: it is seen
            inline = NOTHING._replace(colour=inline.colour, ground=inline.ground)
        return merge([look, inline])

    def _trick(self, node: Node) -> str:
        look = self._look(node)
        for trick, is_used in zip(_TRICKS, look, strict=False):
            if is_used:
                return trick
        if look.colour is None and look.ground is None:
            return ""
        return SAME_COLOUR if self._same_colour(node) else ""

    def _same_colour(self, node: Node) -> bool:
        own = ground = None
        above: Node | None = node
        while above is not None and above.tag != "-undef" and (own is None or ground is None):
            look = self._look(above)
            if own is None:
                own = look.colour
                if own is None and above.tag == "a" and "href" in above.attributes:
                    own = UNKNOWN  # links have a colour of their own
            if ground is None and look.ground != CLEAR:
                ground = look.ground
            above = above.parent
        own = BLACK if own is None else own
        if own == CLEAR:
            return True
        return near(own, WHITE if ground is None else ground)

    # what goes

    def _empty(self, root: Node, trick: str) -> None:
        """Takes the text out of an element, but for what a part of it shows again."""
        texts: list[Node] = []
        stack: list[Node] = [root]
        while stack:
            node = stack.pop()
            if node.tag == _TEXT:
                texts.append(node)
                continue
            if node.tag in _NOT_TEXT or (node is not root and self._shown_again(node, trick)):
                continue
            self._done.add(node.mem_id)
            child = node.first_child
            while child is not None:
                stack.append(child)
                child = child.next
        for node in reversed(texts):
            self._keep(node.text_content or "", trick)
            node.decompose()

    def _shown_again(self, node: Node, trick: str) -> bool:
        if trick in ("gone", "transparent", "clipped", "away"):
            return False
        look = self._look(node)
        if trick == "invisible":
            return look.invisible is False
        if trick == "tiny":
            return look.tiny is False
        if look.colour is None and look.ground in (None, CLEAR):
            return node.tag == "a" and "href" in node.attributes
        return not self._same_colour(node)

    def _keep(self, text: str, trick: str) -> None:
        if self._room > 0 and not text.isspace():
            piece = text[: self._room]
            self._room -= len(piece)
            self._kept.setdefault(trick, []).append(piece)


def _shared(colours: set[int], grounds: set[int]) -> set[int]:
    """Colours that are, or nearly are, both."""
    if len(colours) * len(grounds) > _MOST_PAIRS:
        return colours | grounds
    pairs = [(one, other) for one in colours for other in grounds if near(one, other)]
    return {value for pair in pairs for value in pair}
