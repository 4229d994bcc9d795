"""Bytes become a `Document`: title, visible text, links, and what the page asks of robots.

`parse` is the one way in. It takes a `Source`, raises nothing but MemoryError on what a stranger sent, and always
answers with an `Outcome`. It still belongs into a process that may be killed: time and memory are guarded from outside.

    reader.py   unpack, decide by content type
    charset.py  bytes to text: BOM, header, meta, content
    html.py     HTML: one parse, one pass over the tree, then one reader after the other
    tree.py     what those readers share, and how to add one
    head.py     title, base, description, and what the page asks of robots
    targets.py  the elements that name other addresses
    hidden.py   links that are no anchors: handlers, scripts, buttons
    scripts.py  literal addresses in scripts
    headers.py  links of the answer's header, for every type of document
    links.py    targets by column, resolved and counted once
    metadata.py what the page says about itself, with
    jsonld.py, microdata.py   things described for machines,
    dates.py    dates as people write them, and
    pictures.py images with their words
    marks.py, hints.py         what the text must remember of the tags, and what names of elements say
    content.py, pieces.py, furniture.py   the main content of a page, told from its menus and boxes
    text.py     what a visitor reads
    unseen.py   text that a visitor does not see, taken out before anything reads it
    styles.py   what styles say about being seen; colours.py knows the colours
    listings.py sitemaps and feeds, told apart by content: sniff.py; sitemap.py, feed.py, json_feed.py, all over
                xml_tokens.py, which reads XML in any state and expands nothing
    xml.py      the same page as XML: xml_tree.py all of it, xml_view.py what the indexer sees, in xml_words.py
    nesting.py  documents that nest too deeply are flattened before they cost anything
    robots.py   noindex and its kin, from meta and header
"""

from __future__ import annotations

from mekik.parse.reader import parse
from mekik.parse.xml import to_xml, xml_pieces

__all__ = ["parse", "to_xml", "xml_pieces"]
