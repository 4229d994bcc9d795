"""A query in other languages: its words with what they are called there, or its sentences as a machine says them.

Only plain words are translated. Phrases, prefixes, conditions and what is excluded stay as they are typed, in every
version.
"""

from __future__ import annotations

from collections.abc import Sequence as Several

import msgspec

from mekik.analysis import query_tokens
from mekik.errors import TranslationError
from mekik.search.tree import All, Any, Excluded, Node, Rendered, Required, Sequence, Version, Versions, Word
from mekik.settings import AnalysisSettings
from mekik.translation import Translator, head, words_of

MOST_WORDS = 64
"""Words of a query that are translated."""


class Translation(msgspec.Struct, frozen=True):
    """A query in all the languages into which it could be translated."""

    tree: Node
    source: str
    languages: tuple[str, ...]
    notices: tuple[str, ...] = ()


def in_other_languages(
    tree: Node, translator: Translator | None, source: str, targets: Several[str], pivots: Several[str] = ()
) -> Translation:
    """The tree with a version for each language that the translator knows, and for translations of pages in `pivots`;
    a query whose language is not clear may be in each of those."""
    versions: list[Version] = []
    notices: list[str] = []
    if translator is not None and source:
        versions, notices = _versions(tree, translator, source, list(dict.fromkeys((*targets, *pivots))))
    others = tuple(version for version in versions if version.language in targets)
    meant = [Version(pivot, tree) for pivot in pivots if source in ("", pivot)]
    meant += [version for version in versions if version.language in pivots]
    whole = Versions(tree, others, tuple(meant)) if others or meant else tree
    return Translation(whole, source, tuple(version.language for version in versions), tuple(notices))


def _versions(
    tree: Node, translator: Translator, source: str, targets: Several[str]
) -> tuple[list[Version], list[str]]:
    versions, notices = [], []
    for target in targets:
        if target == source:
            continue
        if not translator.knows(source, target):
            notices.append(f"nothing translates from {source} to {target}")
            continue
        try:
            child = _Turner(translator, source, target).turned(tree)
        except TranslationError as error:
            notices.append(f"not translated into {target}: {error}")
            continue
        if child is not None and child != tree:
            versions.append(Version(target, child))
    return versions, notices


class _Turner:
    """Turns trees into one language. None is what has nothing to look for."""

    def __init__(self, translator: Translator, source: str, target: str) -> None:
        self._translator, self._source, self._target = translator, source, target
        self._left = MOST_WORDS

    def turned(self, node: Node) -> Node | None:
        match node:
            case Word():
                return _joined(self._words([node]))
            case Required(child):
                inner = self.turned(child)
                return None if inner is None else Required(inner)
            case All(children):
                return self._each(children, All)
            case Any(children):
                return self._each(children, Any)
            case Sequence(children):
                return self._sequence(children)
        return node

    def _each(self, children: Several[Node], kind: type[All] | type[Any]) -> Node | None:
        found = [turned for turned in map(self.turned, children) if turned is not None]
        return found[0] if len(found) == 1 else kind(tuple(found)) if found else None

    def _sequence(self, children: Several[Node]) -> Node | None:
        """Words that stand side by side are translated together."""
        found: list[Node] = []
        run: list[Word] = []
        for child in (*children, None):
            if isinstance(child, Word):
                run.append(child)
                continue
            if run:
                found += self._words(run)
                run = []
            if child is not None and (turned := self.turned(child)) is not None:
                found.append(turned)
        if all(isinstance(one, Excluded) for one in found):
            return None
        return _joined(found)

    def _words(self, run: Several[Word]) -> list[Node]:
        texts = [text for word in run for text in words_of(word.text)]
        said, rest = texts[: self._left], texts[self._left :]
        self._left -= len(said)
        if not said:
            return list(run)
        answer = self._translator.query(said, self._source, self._target)
        if answer.sentence:
            tokens = query_tokens(answer.sentence, self._target, AnalysisSettings())
            return [Word(text) for text in (*(token.text for token in tokens), *rest)]
        if len(answer.words) != len(said):
            return list(run)  # a machine that had nothing to say
        found: list[Node] = [
            Rendered(head(text, self._source), one.renderings, one.spellings)
            for text, one in zip(said, answer.words, strict=True)
            if not one.empty
        ]
        return [*found, *map(Word, rest)] or list(run)


def _joined(found: list[Node]) -> Node | None:
    if not found:
        return None
    return found[0] if len(found) == 1 else Sequence(tuple(found))
