"""Everything the store knows of an address, in one row."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from mekik.frontier.store import Record
from mekik.outcome import OUTCOME_BY_NUMBER, Status

_FIELDS = Record.__struct_fields__
_RECORD = """
SELECT a.id, a.url, a.status, a.outcome, a.reason, a.depth, a.path, a.anchor, a.host, a.found_on, s.url,
       a.found_at, a.attempts, a.next_visit, l.address IS NOT NULL,
       v.at, v.code, t.text, v.bytes, v.ms, f.text, v.offset, v.length, v.etag, v.last_modified, v.language,
       d.url, v.indexed, i.query
FROM address a
LEFT JOIN address s ON s.id = a.found_on
LEFT JOIN lease l ON l.address = a.id
LEFT JOIN visit v ON v.address = a.id
LEFT JOIN name t ON t.number = v.type
LEFT JOIN name f ON f.number = v.file
LEFT JOIN address d ON d.id = v.duplicate_of
LEFT JOIN hint i ON i.address = a.id
"""


def read_records(db: sqlite3.Connection, where: str, arguments: tuple[Any, ...]) -> Iterator[Record]:
    """`where` may name the tables by their letters."""
    for row in db.execute(_RECORD + where, arguments):
        fields = dict(zip(_FIELDS, row, strict=True))
        fields["status"] = Status(fields["status"])
        fields["outcome"] = OUTCOME_BY_NUMBER.get(fields["outcome"])
        for name in ("running", "indexed"):
            fields[name] = bool(fields[name])
        for name in ("reason", "found_on_url", "content_type", "file", "language", "duplicate_of", "query"):
            fields[name] = fields[name] or ""
        yield Record(**fields)
