"""XML as a stream of events, for parts of documents: nothing is expanded, nothing is loaded, nothing is built up.

A document that declares entities is refused at the declaration, wherever it stands; one that only names a document
type, as XHTML does, is read, and entities that it does not declare are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.parsers import expat

from mekik.outcome import Outcome
from mekik.parse.documents.draft import Trouble

Attributes = dict[str, str]

DEEPEST = 20_000
"""Elements in elements."""


class Events:
    """What a reader wants to hear; names come without their prefixes."""

    def start(self, name: str, attributes: Attributes) -> None: ...
    def end(self, name: str) -> None: ...
    def text(self, text: str) -> None: ...


def read_xml(pieces: Iterable[bytes], events: Events) -> None:
    """Raises Trouble for what is no XML, or wants to be more than that."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.buffer_size = 1 << 16
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    depth = 0
    start, end = events.start, events.end

    def started(name: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise Trouble(Outcome.PARSE_LIMIT, f"elements are nested deeper than {DEEPEST}")
        start(name[name.rfind(":") + 1 :], attributes)

    def ended(name: str) -> None:
        nonlocal depth
        depth -= 1
        end(name[name.rfind(":") + 1 :])

    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = events.text
    parser.EntityDeclHandler = _refuse
    parser.ExternalEntityRefHandler = _pass_over
    try:
        for piece in pieces:
            parser.Parse(piece, False)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise Trouble(Outcome.UNREADABLE, f"not well-formed: {error}"[:200]) from None
    except (LookupError, ValueError) as error:  # an encoding that nobody knows
        raise Trouble(Outcome.UNREADABLE, f"cannot be read as XML: {error}"[:200]) from None


def attribute(attributes: Attributes, name: str) -> str:
    """By its name without a prefix."""
    found = attributes.get(name)
    if found is not None:
        return found
    ending = ":" + name
    return next((value for key, value in attributes.items() if key.endswith(ending)), "")


def _refuse(*_: object) -> None:
    raise Trouble(Outcome.PARSE_LIMIT, "it declares entities, which are never expanded")


def _pass_over(*_: object) -> int:
    return 1


class Collected(Events):
    """The texts of named elements, in order: for small parts that hold facts."""

    def __init__(self, wanted: Iterable[str], most: int = 2000) -> None:
        self._wanted, self._most = frozenset(wanted), most
        self._open: list[str] | None = None
        self.found: dict[str, list[str]] = {}

    def start(self, name: str, attributes: Attributes) -> None:  # noqa: ARG002 - of the protocol
        if name in self._wanted:
            self._open = []

    def text(self, text: str) -> None:
        if self._open is not None and len(self._open) < self._most:
            self._open.append(text[: self._most])

    def end(self, name: str) -> None:
        if self._open is not None and name in self._wanted:
            texts = self.found.setdefault(name, [])
            if len(texts) < self._most:
                texts.append("".join(self._open)[: self._most].strip())
            self._open = None

    def first(self, name: str) -> str:
        return next((text for text in self.found.get(name, ()) if text), "")


class Elements(Events):
    """The attributes of named elements, in order: for manifests and relationships."""

    def __init__(self, wanted: Iterable[str], most: int) -> None:
        self._wanted, self._most = frozenset(wanted), most
        self.found: list[tuple[str, Attributes]] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if name in self._wanted and len(self.found) < self._most:
            self.found.append((name, attributes))
