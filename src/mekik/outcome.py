"""One enum for an address's state, one for what became of it.

Every step reports an `Outcome`; `frontier.settle` alone turns it into a `Status` and writes it.
"""

from __future__ import annotations

from enum import Enum, IntEnum


class Status(IntEnum):
    """Where an address is in its life. The number is what the store keeps."""

    WAITING = 0
    RUNNING = 1
    COMPLETED = 2
    ERROR = 3
    REFUSED = 4

    @property
    def label(self) -> str:
        return self.name.lower()


class Outcome(Enum):
    """What became of an address: (number in the store, status, passing?, sentence for people).

    A *passing* outcome is worth another try after a while.
    """

    # completed
    OK = (1, Status.COMPLETED, False, "fetched")
    NOT_MODIFIED = (2, Status.COMPLETED, False, "unchanged since the last visit")
    REDIRECT = (3, Status.COMPLETED, False, "sends visitors to another address")
    TRUNCATED = (4, Status.COMPLETED, False, "cut at the size limit")
    DUPLICATE = (5, Status.COMPLETED, False, "the same content as another address")
    IMPORTED = (6, Status.COMPLETED, False, "imported from an archive")
    NO_SITEMAP = (7, Status.COMPLETED, False, "a usual place of a sitemap, without one")

    # errors: name and connection
    DNS_NOT_FOUND = (20, Status.ERROR, False, "the host name does not exist")
    DNS_FAILURE = (21, Status.ERROR, True, "the name server did not answer properly")
    DNS_TIMEOUT = (22, Status.ERROR, True, "the name server did not answer in time")
    CONNECT_FAILED = (23, Status.ERROR, True, "no connection to the server")
    TIMEOUT = (24, Status.ERROR, True, "the server took too long")
    RESET = (25, Status.ERROR, True, "the server broke the connection")
    TLS_ERROR = (26, Status.ERROR, False, "the server's certificate or encryption is not acceptable")
    DATA_LOSS = (27, Status.ERROR, True, "the answer was incomplete or contradicted its own length")
    PROTOCOL_ERROR = (28, Status.ERROR, False, "the answer was not proper HTTP")
    HEADER_TOO_LARGE = (29, Status.ERROR, False, "the answer's header was too large")

    # errors: the server's answer
    NOT_FOUND = (40, Status.ERROR, False, "the page does not exist")
    FORBIDDEN = (41, Status.ERROR, False, "the server does not let us in")
    RATE_LIMITED = (42, Status.ERROR, True, "the server asks for fewer requests")
    CLIENT_ERROR = (43, Status.ERROR, False, "the server refuses the request")
    SERVER_ERROR = (44, Status.ERROR, True, "the server has a fault")
    TOO_MANY_REDIRECTS = (45, Status.ERROR, False, "sent round in circles or too far")

    # errors: the document
    PARSE_TIMEOUT = (60, Status.ERROR, False, "the document took too long to read")
    PARSE_CRASHED = (61, Status.ERROR, False, "the document brought its reader down")
    PARSE_LIMIT = (62, Status.ERROR, False, "the document needs more memory or nesting than allowed")
    DECODE_LIMIT = (63, Status.ERROR, False, "the document unpacks to more than allowed")
    UNREADABLE = (64, Status.ERROR, False, "the document cannot be read")
    ENCRYPTED = (65, Status.ERROR, False, "the document opens with a password or a licence only")

    # refused
    INVALID_ADDRESS = (80, Status.REFUSED, False, "not an address that can be fetched")
    BLOCKED_SCHEME = (81, Status.REFUSED, False, "an address of a kind that is not fetched")
    BLOCKED_ADDRESS = (82, Status.REFUSED, False, "a private or forbidden network address")
    OUT_OF_SCOPE = (83, Status.REFUSED, False, "outside the scope of the job")
    EXCLUDED = (84, Status.REFUSED, False, "excluded by a pattern of the job")
    TOO_DEEP = (85, Status.REFUSED, False, "deeper than the job goes")
    OVER_BUDGET = (86, Status.REFUSED, False, "beyond the page budget of its host or of the job")
    ROBOTS_DENIED = (87, Status.REFUSED, False, "the site's robots.txt asks us not to")
    UNWANTED_TYPE = (88, Status.REFUSED, False, "not a type of document that the job wants")
    REDIRECT_OUT_OF_SCOPE = (89, Status.REFUSED, False, "sends visitors out of the job's scope")
    BLOCKED_FILE = (96, Status.REFUSED, False, "a file outside the allowed folders, or no plain file at all")
    NO_CONTACT = (90, Status.REFUSED, False, "no contact is set, so only loopback is crawled")
    OFF_TOPIC = (120, Status.REFUSED, False, "not about what the job looks for")
    LESS_IMPORTANT = (121, Status.REFUSED, False, "less important than the pages that the job keeps")
    TRAP_SUSPECTED = (110, Status.REFUSED, False, "of a pattern that stopped bringing anything new")
    SAME_PAGE = (111, Status.REFUSED, False, "differs from a visited address only by what changes nothing")

    WOULD_CHANGE = (112, Status.REFUSED, False, "a visit would delete, order or log out")

    def __init__(self, number: int, status: Status, passing: bool, sentence: str) -> None:
        self.number, self.status, self.passing, self.sentence = number, status, passing, sentence
        self.label = self._name_.lower()

    __hash__ = object.__hash__  # each is one of a kind, and a page is asked for its outcome often


OUTCOME_BY_LABEL = {outcome.label: outcome for outcome in Outcome}
OUTCOME_BY_NUMBER = {outcome.number: outcome for outcome in Outcome}
