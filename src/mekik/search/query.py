"""Text to tree, in one pass and without recursion, whatever the text is.

What binds tightest comes first: `+ - NOT`, then AND, then OR, then mere succession. So `a b OR c d` is
`a (b OR c) d`. An operator that has nothing to join is read as a word.
"""

from __future__ import annotations

import msgspec

from mekik.search.grammar import Kind, Sign, signs
from mekik.search.tree import All, Any, Excluded, Field, Node, Phrase, Prefix, Required, Sequence, Word, show

DEEPEST = 20
"""Groups in groups; deeper parentheses are read as if they were not there."""
MOST = 256
"""Words, phrases and fields of a query."""


class Query(msgspec.Struct, frozen=True):
    text: str
    tree: Node | None
    """None when there is nothing to look for."""
    notices: tuple[str, ...] = ()

    @property
    def interpretation(self) -> str:
        """How it was read, for people."""
        return interpret(show(self.tree) if self.tree else "", self.notices)


def interpret(reading: str, notices: tuple[str, ...]) -> str:
    return f"{reading} ({'; '.join(notices)})".strip() if notices else reading


class _Group:
    """What stands between two parentheses: a succession of ORs of ANDs."""

    def __init__(self) -> None:
        self.items: list[list[list[Node]]] = []
        self.operator: Sign | None = None
        self.sign: Sign | None = None
        """The first of the signs before the next operand, and what they come to."""
        self.required = self.excluded = False

    def add(self, node: Node) -> None:
        if self.excluded:
            node = Excluded(node)
        elif self.required:
            node = Required(node)
        self.sign, self.required, self.excluded = None, False, False
        if self.operator is None:
            self.items.append([[node]])
        elif self.operator.kind is Kind.AND:
            self.items[-1][-1].append(node)
        else:
            self.items[-1].append([node])
        self.operator = None

    def node(self) -> Node | None:
        parts: list[Node] = []
        for alternatives in self.items:
            joined: list[Node] = [members[0] if len(members) == 1 else All(tuple(members)) for members in alternatives]
            parts.append(joined[0] if len(joined) == 1 else Any(tuple(joined)))
        if len(parts) > 1:
            return Sequence(tuple(parts))
        return parts[0] if parts else None


class _Parser:
    def __init__(self) -> None:
        self.notices: list[str] = []
        self.groups = [_Group()]
        self.too_deep = 0
        self.leaves = 0

    def read(self, text: str) -> Node | None:
        for sign in signs(text, self.notices):
            match sign.kind:
                case Kind.OPEN:
                    self._open()
                case Kind.CLOSE:
                    self._close()
                case Kind.AND | Kind.OR:
                    self._operator(sign)
                case Kind.NOT | Kind.PLUS | Kind.MINUS:
                    self._prefix(sign)
                case _:
                    self._leaf(sign)
        if len(self.groups) > 1:
            self.notices.append("a parenthesis has no partner")
        while len(self.groups) > 1:
            self._close()
        self._finish()
        return self.groups[0].node()

    def _leaf(self, sign: Sign) -> None:
        self.leaves += 1
        if self.leaves > MOST:
            if self.leaves == MOST + 1:
                self.notices.append(f"only the first {MOST} words were read")
            return
        node: Node
        match sign.kind:
            case Kind.PHRASE:
                node = Phrase(sign.text)
            case Kind.PREFIX:
                node = Prefix(sign.text)
            case Kind.FIELD:
                node = Field(sign.field, sign.text)
            case _:
                node = Word(sign.text)
        self.groups[-1].add(node)

    def _open(self) -> None:
        if len(self.groups) > DEEPEST:
            if not self.too_deep:
                self.notices.append(f"more than {DEEPEST} groups in groups")
            self.too_deep += 1
        else:
            self.groups.append(_Group())

    def _close(self) -> None:
        if self.too_deep:
            self.too_deep -= 1
            return
        if len(self.groups) == 1:
            if "a parenthesis has no partner" not in self.notices:
                self.notices.append("a parenthesis has no partner")
            return
        self._finish()
        node = self.groups.pop().node()
        if node is not None:
            self.groups[-1].add(node)

    def _operator(self, sign: Sign) -> None:
        group = self.groups[-1]
        if not group.items or group.operator or group.sign:
            self._as_word(sign)
        else:
            group.operator = sign

    def _prefix(self, sign: Sign) -> None:
        group = self.groups[-1]
        group.sign = group.sign or sign
        if sign.kind is Kind.PLUS:
            group.required = True
        else:
            group.excluded = not group.excluded

    def _finish(self) -> None:
        """A group ends: an operator or sign that still waits for its operand gets none."""
        group = self.groups[-1]
        waiting = group.sign or group.operator
        if waiting is not None:
            group.sign, group.operator, group.required, group.excluded = None, None, False, False
            self._as_word(waiting)

    def _as_word(self, sign: Sign) -> None:
        if sign.text.isalpha():
            self._note(f"{sign.text} has nothing to join and is read as a word")
            self._leaf(Sign(Kind.WORD, sign.text))
        else:
            self._note(f"{sign.text or sign.kind.value} has nothing to join")

    def _note(self, notice: str) -> None:
        if notice not in self.notices:
            self.notices.append(notice)


def parse(text: str) -> Query:
    """Never raises, and takes time in proportion to at most `grammar.LONGEST` characters."""
    parser = _Parser()
    tree = parser.read(text)
    notices = tuple(dict.fromkeys(parser.notices))
    return Query(text, tree, notices)
