"""A whole HTML tree as XML, element by element, without recursion and without holding the output."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

from mekik.parse import xml_words
from mekik.parse.tree import Node

DEEPEST = 250
"""Elements in elements. Deeper ones lose their tags and keep their content: parsers refuse more than 256."""


def walk(root: Node) -> Iterator[tuple[Node, bool]]:
    """Every node below and with `root` when it begins (True) and, if it is an element, when it ends (False).
    What templates hold is visited too."""
    node, end = root, root.mem_id
    templates: list[tuple[int, Node]] = []
    """Where the content of a template hangs, and the template."""
    while True:
        yield node, True
        child = node.child
        if child is None and node.tag == "template":
            child = _content(node, templates)
        if child is not None:
            node = child
            continue
        while True:
            if node.is_element_node:
                yield node, False
            if node.mem_id == end:
                return
            following = node.next
            if following is not None:
                node = following
                break
            node = node.parent
            if templates and node.mem_id == templates[-1][0]:
                node = templates.pop()[1]


def _content(template: Node, templates: list[tuple[int, Node]]) -> Node | None:
    fragments = template.template_fragments()
    child = fragments[0].child if fragments else None
    if child is not None:
        templates.append((child.parent.mem_id, template))
    return child


def write_tree(tree: LexborHTMLParser) -> Iterator[str]:
    root: Node = tree.root
    document = root.parent
    node = document.child if document is not None else root
    while node is not None:
        if node.is_comment_node:
            yield xml_words.comment(node.comment_content or "") + "\n"
        elif node.mem_id == root.mem_id:
            yield from _element(root)
            yield "\n"
        node = node.next


def _element(root: Node) -> Iterator[str]:
    depth = 0
    waiting = ""
    """The last opening tag, which ends as an empty one when nothing follows."""
    for node, begins in walk(root):
        if not begins:
            if depth <= DEEPEST:
                yield f"{waiting}/>" if waiting else f"</{xml_words.name(node.tag)}>"
                waiting = ""
            depth -= 1
            continue
        if node.is_element_node:
            depth += 1
            if depth <= DEEPEST:
                if waiting:
                    yield f"{waiting}>"
                waiting = f"<{xml_words.name(node.tag)}{xml_words.attributes(node.attributes)}"
            continue
        if node.is_text_node:
            piece = xml_words.runs(node.text_content or "")
        elif node.is_comment_node:
            piece = xml_words.comment(node.comment_content or "")
        else:
            continue
        if waiting:
            yield f"{waiting}>"
            waiting = ""
        yield piece
