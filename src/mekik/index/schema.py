"""The fields of the index.

Three kinds. *Stored* fields are what a result shows; text among them is kept as bytes, because a text field of
tantivy cannot be stored without being indexed too, and one 15 KB term a page would cost more than all the rest.
*Facets* are whole values (a host, a language) to filter and count by. *Search* fields are not stored: they hold
the words that analysis found, joined by blanks: those of the main content and, in fields of less weight, those of the
rest of the page, so that every word is indexed once. Words and roots keep their positions, for phrases; first letters
need frequencies alone, because a phrase of words that begin so is found among the exact words, and so do roots of the
rest of a page, where nobody looks for phrases in other forms.
"""

from __future__ import annotations

from functools import cache

import tantivy

FACETS = ("host", "domain", "owner", "job", "type", "language", "topics", "keywords")
"""Whole values, also kept by column."""


@cache
def schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("uid", tokenizer_name="raw", index_option="basic")
    for name in FACETS:
        builder.add_text_field(name, stored=True, fast=True, tokenizer_name="raw", index_option="basic")
    # letters and digits of host and path, cut at everything else and in lower case
    builder.add_text_field("url", stored=True, tokenizer_name="default", index_option="basic")
    for name in (
        "content_type", "title", "content", "file", "author", "description", "keyword_texts", "source", "glossary",
    ):  # fmt: skip
        builder.add_bytes_field(name, stored=True)
    for name in ("offset", "main", "width", "height"):
        builder.add_unsigned_field(name, stored=True)
    builder.add_text_field("query", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("size", stored=True, fast=True)
    builder.add_boolean_field("nosnippet", stored=True)
    builder.add_boolean_field("noarchive", stored=True)
    builder.add_unsigned_field("group", stored=True, indexed=True, fast=True)
    builder.add_boolean_field("repeats", indexed=True, fast=True)
    builder.add_unsigned_field("preference", stored=True)
    builder.add_unsigned_field("spam", stored=True, fast=True)
    builder.add_bytes_field("spam_reasons", stored=True)
    builder.add_boolean_field("lowered", indexed=True, fast=True)
    builder.add_boolean_field("shown", indexed=True)
    builder.add_date_field("fetched", stored=True)
    builder.add_date_field("published", stored=True)
    # when it was published, where that is known, else when it was fetched: what people mean by a page's date
    builder.add_date_field("date", indexed=True, fast=True)
    builder.add_unsigned_field("tstamp", indexed=True, fast=True)
    # the powers of two of which a page is one in so many by chance: `samples.py`
    builder.add_unsigned_field("samples", indexed=True)
    for name in ("title_exact", "content_exact", "rest_exact", "title_root", "content_root"):
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="position")
    # the language into which a page was translated, and its words in that language
    builder.add_text_field("pivot", stored=True, tokenizer_name="raw", index_option="basic")
    for name in ("content_short", "rest_root", "headings", "anchors", "translated"):
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    builder.add_unsigned_field("rank", stored=True, indexed=True, fast=True)
    builder.add_text_field("author_words", tokenizer_name="whitespace", index_option="basic")
    return builder.build()
