"""Searchable: step 7. What a page leaves in the index, and who writes and reads it there.

`entry_of` turns a finished `Page` into an `IndexEntry`, or into nothing when the page is not for the index.
`IndexWriter` and `IndexReader` are the plug points; `TantivyWriter` and `TantivyReader` are the built-in engine.
One process writes, any number read, and a reader follows every commit by itself.

    schema.py    the fields, and what each of them costs
    entry.py     a page as the index wants it
    shown.py     the pictures that a page shows
    protocol.py  what an engine must be able to do
    operation.py one change of the index, ready for tantivy
    writer.py    tantivy, writing: puts at once, commits in the background, loses no batch
    reader.py    tantivy, reading: always the newest commit
    names.py     names of people as words
    samples.py   which pages stand for many
    trouble.py   tantivy's complaints in our own words
"""

from __future__ import annotations

from mekik.index.entry import IndexEntry, entry_of, uid_of
from mekik.index.names import name_words
from mekik.index.protocol import IndexReader, IndexWriter
from mekik.index.reader import TantivyReader
from mekik.index.writer import TantivyWriter
from mekik.media import type_name

__all__ = [
    "IndexEntry",
    "IndexReader",
    "IndexWriter",
    "TantivyReader",
    "TantivyWriter",
    "entry_of",
    "name_words",
    "type_name",
    "uid_of",
]
