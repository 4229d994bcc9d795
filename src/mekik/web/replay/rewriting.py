"""A page's addresses become links to archived copies of the same time; what only runs or sends is taken out.

This is so that a page looks as it did. That it can do no harm does not rest on it: see `policy.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from selectolax.lexbor import LexborHTMLParser

from mekik.parse.charset import to_utf8
from mekik.parse.nesting import HARMLESS, flatten
from mekik.urls import Normaliser
from mekik.web.replay.signing import LONGEST, Mode, Signer
from mekik.web.replay.styles import rewrite_style

MOST_HTML = 2_000_000
"""Bytes of a page that are shown."""
MOST_LINKS = 10_000
_DEEPEST = 400
_EMPTIED = {"script", "base", "object", "embed", "applet", "portal", "fencedframe"}
"""They lose their attributes and stay in the tree: what is freed may be a parent of what is still to come."""
_RELATIONS = {"stylesheet": Mode.STYLE, "icon": Mode.PART, "apple-touch-icon": Mode.PART}
_SOURCES = {
    "img": ("src",), "source": ("src",), "audio": ("src",), "video": ("src", "poster"), "track": ("src",),
    "input": ("src",), "image": ("href", "xlink:href"), "body": ("background",), "table": ("background",),
    "td": ("background",), "th": ("background",), "tr": ("background",),
}  # fmt: skip
_DROPPED = {
    "srcdoc", "ping", "integrity", "nonce", "crossorigin", "action", "formaction", "manifest", "http-equiv",
    "autofocus", "target", "attributionsrc",
}  # fmt: skip
_FRAMES = {"iframe", "frame"}

Node = Any
"""A node of selectolax."""


class Rewriter:
    """For one page, one person and one time."""

    def __init__(self, signer: Signer, application: str, url: str, at: str, person: str) -> None:
        self._signer, self._application = signer, application
        self._base, self._at, self._person = url, at, person
        self._normaliser = Normaliser()
        self._left = MOST_LINKS

    def style(self, body: bytes, content_type: str) -> bytes:
        return self._style(to_utf8(body[:MOST_HTML], content_type).utf8.decode()).encode()

    def page(self, body: bytes, content_type: str) -> bytes:
        html = to_utf8(body[:MOST_HTML], content_type).utf8
        if html.count(b"<") > HARMLESS:
            html = flatten(html, _DEEPEST)[0]
        tree = LexborHTMLParser(html)
        bases = tree.css("base[href]")
        if bases:
            self._base = self._resolve(bases[0].attributes.get("href") or "") or self._base
        for node in tree.css("*"):
            self._node(node)
        # A template's content stands in a tree of its own, but nothing shows it without a script.
        return b"<!DOCTYPE html>" + ((tree.root and tree.root.html) or "").encode("utf-8", "replace")

    def _node(self, node: Node) -> None:
        tag = node.tag
        attributes = node.attributes
        if tag in _EMPTIED or (tag == "meta" and ("http-equiv" in attributes or "charset" in attributes)):
            _empty(node, attributes)
            if tag == "script":
                node.attrs["type"] = "text/plain"
            return
        if tag == "style":
            self._style_element(node)
        if not attributes:
            return
        for name in attributes:
            if name in _DROPPED or name.startswith("on"):
                del node.attrs[name]
        if "style" in attributes:
            node.attrs["style"] = self._style(attributes["style"] or "")
        if "srcset" in attributes or "imagesrcset" in attributes:
            self._srcset(node, attributes)
        if tag == "link":
            self._link_element(node, attributes)
        elif tag in _FRAMES:
            self._replace(node, "src", attributes, self._part(Mode.PAGE))
        elif tag in _SOURCES:
            for name in _SOURCES[tag]:
                self._replace(node, name, attributes, self._part(Mode.PART))
        elif tag == "use":  # only what stands in the page itself
            for name in ("href", "xlink:href"):
                self._replace(node, name, attributes, lambda written: written if written.startswith("#") else None)
        else:
            for name in ("href", "xlink:href"):
                if name in attributes:
                    self._replace(node, name, attributes, self._click)
                    if not (attributes[name] or "").strip().startswith("#"):
                        node.attrs["target"] = "_top"

    def _link_element(self, node: Node, attributes: dict[str, str | None]) -> None:
        words = (attributes.get("rel") or "").lower().split()
        mode = next((_RELATIONS[word] for word in words if word in _RELATIONS), None)
        if mode is None or "alternate" in words:
            _empty(node, attributes)
            return
        self._replace(node, "href", attributes, self._part(mode))

    def _style_element(self, node: Node) -> None:
        children = list(node.iter(include_text=True))
        text = node.text(deep=True) or ""
        if any(child.tag != "-text" for child in children) or not ("url(" in text.lower() or "@import" in text.lower()):
            return
        for child in children:
            child.decompose()
        node.insert_child(self._style(text).replace("</", "<\\/"))

    def _srcset(self, node: Node, attributes: dict[str, str | None]) -> None:
        part = self._part(Mode.PART)
        for name in ("srcset", "imagesrcset"):
            written = attributes.get(name)
            if written is None:
                continue
            choices = []
            for choice in written[:LONGEST].split(", "):
                address, _, size = choice.strip().partition(" ")
                target = part(address.strip(","))
                if target:
                    choices.append(f"{target} {size.strip(' ,')}".strip())
            if choices:
                node.attrs[name] = ", ".join(choices)
            else:
                del node.attrs[name]

    def _replace(
        self, node: Node, name: str, attributes: dict[str, str | None], change: Callable[[str], str | None]
    ) -> None:
        if name not in attributes:
            return
        target = change((attributes[name] or "").strip())
        if target is None:
            del node.attrs[name]
        else:
            node.attrs[name] = target

    def _part(self, mode: Mode) -> Callable[[str], str | None]:
        def change(written: str) -> str | None:
            if written[:5].lower() == "data:":
                return written if mode is Mode.PART else None
            url = self._resolve(written)
            return self._signer.link(mode, url, self._at, self._person) if url else None

        return change

    def _click(self, written: str) -> str | None:
        """Back through the application, which asks who it is and shows the banner anew."""
        if written.startswith("#"):
            return written
        url = self._resolve(written)
        if url is None:
            return None
        mark = written.partition("#")[1] + written.partition("#")[2]
        return f"{self._application}/archived?" + urlencode({"url": url, "at": self._at}) + mark[:200]

    def _resolve(self, written: str) -> str | None:
        self._left -= 1
        if not written or len(written) > LONGEST or self._left < 0:
            return None
        return self._normaliser.normalise(written, self._base)

    def _style(self, sheet: str) -> str:
        def link(written: str, is_sheet: bool) -> str | None:
            return self._part(Mode.STYLE if is_sheet else Mode.PART)(written)

        return rewrite_style(sheet, link)


def _empty(node: Node, attributes: dict[str, str | None]) -> None:
    for name in attributes:
        del node.attrs[name]
