"""Conditions that a page meets or not, whatever its rank: host, type, language, dates."""

from __future__ import annotations

import re
from datetime import datetime

import tantivy

from mekik.index import name_words
from mekik.index.schema import schema
from mekik.media import type_names
from mekik.search.dates import read_date

Query = tantivy.Query
_PIECES = re.compile(r"[^\W_]+")
_MOST_PIECES = 32


def condition(name: str, value: str) -> Query | None:
    """The condition `name:value`, which adds nothing to a page's score. None when the value makes no sense."""
    match name:
        case "site":
            return on_site(host_of(value))
        case "host" | "domain":
            return is_value(name, host_of(value))
        case "type":
            return of_type(value)
        case "language":
            return is_value("language", value.lower().partition("-")[0])
        case "job":
            return is_value("job", value)
        case "topic":
            return is_value("topics", value)
        case "query":
            return is_value("query", value)
        case "group":
            return _group(value)
        case "url":
            return _all_words("url", _PIECES.findall(value.lower()))
        case "author":
            return _all_words("author_words", name_words(value))
        case "before" | "after":
            moment = read_date(value)
            if moment is None:
                return None
            return between(None, moment) if name == "before" else between(moment, None)
    return None


def on_site(name: str) -> Query:
    """Of this host, or of any host of this registrable domain."""
    return either(is_value("host", name), is_value("domain", name))


def of_type(name: str) -> Query:
    """`pdf`, `application/pdf`, or a name for several types such as `office`."""
    return either(*(is_value("type", short) for short in type_names(name)))


def is_value(field: str, value: str) -> Query:
    value = value.encode("utf-8", "replace").decode()
    return Query.const_score_query(Query.term_query(schema(), field, value, index_option="basic"), 0.0)


def either(*queries: Query) -> Query:
    return Query.const_score_query(Query.boolean_query([(tantivy.Occur.Should, query) for query in queries]), 0.0)


def between(since: datetime | None, until: datetime | None) -> Query:
    """Of `since` or later, and before `until`; a page's date is when it was published, else when it was fetched."""
    first, last = tantivy.MIN_DATETIME, tantivy.MAX_DATETIME  # nanoseconds in 64 bits: 1677 to 2262
    found = Query.range_query(
        schema(),
        "date",
        tantivy.FieldType.Date,
        lower_bound=None if since is None else min(max(since, first), last),
        upper_bound=None if until is None else min(max(until, first), last),
        include_upper=until is None,
    )
    return Query.const_score_query(found, 0.0)


def fetched_since(day: datetime) -> Query:
    first = day.year * 10_000 + day.month * 100 + day.day
    found = Query.range_query(schema(), "tstamp", tantivy.FieldType.Unsigned, lower_bound=first, upper_bound=None)
    return Query.const_score_query(found, 0.0)


def _group(value: str) -> Query | None:
    try:
        number = int(value, 16)
    except ValueError:
        return None
    if not 0 <= number < 1 << 63:
        return None
    return Query.const_score_query(Query.term_query(schema(), "group", number, index_option="basic"), 0.0)


def host_of(value: str) -> str:
    """The host in what may be an address, as the index has it."""
    value = value.lower().rpartition("://")[2].partition("/")[0].rpartition("@")[2].strip(".")
    if not value.startswith("["):
        value = value.partition(":")[0]
    if not value.isascii():
        try:
            value = value.encode("idna").decode()
        except UnicodeError:
            return value
    return value


def _all_words(field: str, words: list[str]) -> Query | None:
    """Every one of them stands somewhere in the field; None when there are none."""
    if not words:
        return None
    found = [
        (tantivy.Occur.Must, Query.term_query(schema(), field, word, index_option="basic"))
        for word in words[:_MOST_PIECES]
    ]
    return Query.const_score_query(Query.boolean_query(found), 0.0)
