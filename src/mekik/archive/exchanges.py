"""From records back to exchanges: which records belong together, and what they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

import msgspec

from mekik.archive.cdxj import line_of
from mekik.archive.conversion import conversion_head
from mekik.archive.digest import EMPTY, parse_digest, sha1
from mekik.archive.names import Position
from mekik.archive.record import HEAD_END, NOT_MODIFIED
from mekik.archive.records import Record, parse_lines
from mekik.outcome import Outcome
from mekik.page import Capture, Exchange

_STATUS = re.compile(rb"HTTP/\d+(?:\.\d+)?[ \t]+(\d{3})(?!\d)")
_BY_LABEL = {outcome.label: outcome for outcome in Outcome}
_HEADER = re.compile(r"\n([^:\s]+)[ \t]*:[ \t]*([^\r\n]*)")
_FOLD = re.compile(r"\r?\n[ \t]+")
ANSWERS = {"response", "revisit"}
CONVERSION = "conversion"


class Archived(msgspec.Struct):
    """One exchange as the archive holds it."""

    exchange: Exchange
    """Of a revisit the body is empty here; `archive.read` finds the original's."""
    capture: Capture
    via: str
    path: str
    outcome: str
    """As it was archived: the label of an Outcome."""
    end: Position
    """Behind its last record: reading on from here gives the next exchange."""
    original_url: str = ""
    original_date: str = ""
    """Of the capture that a revisit repeats, where the record says so."""
    rendered: bool = False
    """Not what the server sent but what a browser made of it: the page's text and links."""


class Group(msgspec.Struct):
    """Records of one exchange, as they come."""

    url: str
    start: int
    end: int = 0
    answer: Record | None = None
    request: Record | None = None
    metadata: Record | None = None


def group_records(records: Iterable[Record], *, conversions: bool = False) -> Iterator[Group]:
    """Neighbours of one address belong together until a second of one kind comes; metadata is the last. Conversions
    are our own renderings, and of interest in our own archive only."""
    group: Group | None = None
    for record in records:
        kind, url = record.type, record.url
        if kind in ANSWERS or (conversions and kind == CONVERSION):
            slot = "answer"
        elif kind in ("request", "metadata"):
            slot = kind
        else:
            continue
        if not url:
            continue
        if group is not None and (group.url != url or getattr(group, slot) is not None):
            yield group
            group = None
        if group is None:
            group = Group(url, record.offset)
        setattr(group, slot, record)
        group.end = record.offset + record.length
        if slot == "metadata":
            yield group
            group = None
    if group is not None:
        yield group


def split_http(block: bytes) -> tuple[bytes, bytes]:
    end = HEAD_END.search(block)
    return (block[: end.end()], block[end.end() :]) if end else (block, b"")


def status_of(head: bytes) -> int:
    match = _STATUS.match(head)
    return int(match[1]) if match else 0


def parse_headers(head: bytes) -> dict[str, str]:
    """By lower-case name; repeated ones joined with ', ', folded lines with a blank."""
    text = head.decode("latin-1")
    if "\n " in text or "\n\t" in text:
        text = _FOLD.sub(" ", text)
    headers: dict[str, str] = {}
    for name, value in _HEADER.findall(text):
        name, value = name.lower(), value.rstrip()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def epoch(date: str) -> float:
    try:
        moment = datetime.fromisoformat(date)
    except ValueError:
        return 0.0
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def outcome_of(status: int, truncated: str | None = None) -> Outcome:
    """What a status says when nothing else is known."""
    special = {304: Outcome.NOT_MODIFIED, 401: Outcome.FORBIDDEN, 403: Outcome.FORBIDDEN, 404: Outcome.NOT_FOUND,
               407: Outcome.FORBIDDEN, 410: Outcome.NOT_FOUND, 429: Outcome.RATE_LIMITED}  # fmt: skip
    if status in special:
        return special[status]
    by_hundred = {2: Outcome.TRUNCATED if truncated else Outcome.OK, 3: Outcome.REDIRECT,
                  4: Outcome.CLIENT_ERROR, 5: Outcome.SERVER_ERROR}  # fmt: skip
    return by_hundred.get(status // 100, Outcome.PROTOCOL_ERROR)


def capture_of(answer: Record, file: str, payload: bytes) -> Capture:
    digest = parse_digest(answer.fields.get("warc-payload-digest", ""))
    if digest is None:
        digest = sha1(payload) if payload else EMPTY
    return Capture(file, answer.offset, answer.length, digest, answer.type == "revisit")


def archived(group: Group, file: str) -> Archived:
    answer, request, metadata = group.answer, group.request, group.metadata
    first = answer or request or metadata
    assert first is not None
    fields = first.fields
    notes = parse_lines(metadata.block.decode("utf-8", "replace")) if metadata else {}
    rendered = answer is not None and answer.type == CONVERSION
    if rendered and answer is not None:
        head, body = conversion_head(notes), answer.block
    else:
        head, body = split_http(answer.block) if answer else (b"", b"")
    status = status_of(head)
    truncated = notes.get("truncated") or (fields.get("warc-truncated") if first.type == "response" else None)
    outcome = _BY_LABEL.get(notes.get("outcome", "")) or outcome_of(status, truncated)
    exchange = Exchange(
        url=group.url, outcome=outcome, reason=notes.get("reason", ""),
        started_at=epoch(fields.get("warc-date", "")),
        elapsed=_milliseconds(notes.get("fetchtimems")), first_byte=_milliseconds(notes.get("firstbytems")),
        status=status, address=fields.get("warc-ip-address", ""),
        protocol=fields.get("warc-protocol", "http/1.1"),
        request_head=request.block if request else b"", response_head=head, body=body,
        truncated=truncated, headers=parse_headers(head),
    )  # fmt: skip
    capture = capture_of(answer, file, body) if answer else Capture(file, group.start, first.length, EMPTY)
    return Archived(
        exchange, capture, notes.get("via", ""), notes.get("hopsfromseed", ""), outcome.label,
        Position(file, group.end), _refers(fields, "target-uri"), _refers(fields, "date"), rendered,
    )  # fmt: skip


def _refers(fields: dict[str, str], name: str) -> str:
    return fields.get(f"warc-refers-to-{name}", "")


def _milliseconds(text: str | None) -> float:
    return int(text) / 1000 if text and text.isascii() and text.isdigit() and len(text) < 12 else 0.0


def cdx_of(record: Record, file: str) -> bytes | None:
    """The CDXJ line that a record should have; None for the kinds that have none."""
    if record.type not in ANSWERS:
        return None
    head, body = split_http(record.block)
    capture = capture_of(record, file, body)
    has_digest = record.fields.get("warc-profile", "") != NOT_MODIFIED.decode()
    date, mime = record.fields.get("warc-date", ""), parse_headers(head).get("content-type", "")
    return line_of(record.url, date, plain_type(mime), status_of(head), capture, has_digest)


def plain_type(content_type: str) -> str:
    """Without parameters."""
    return content_type.partition(";")[0].strip().lower()[:100] or "unk"
