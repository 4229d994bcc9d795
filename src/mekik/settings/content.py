"""Settings of steps 5 to 7: parse, analyse, index."""

from __future__ import annotations

from typing import Annotated

from mekik.settings.base import AtLeast0, Section, row


class ParseSettings(Section, frozen=True, kw_only=True):
    workers: Annotated[
        AtLeast0 | None,
        row("Worker processes; 0 parses inside the engine; by default the cores less one, at least one.", admin=True),
    ] = None
    timeout: Annotated[float, row("For one document.", unit="s", gt=0)] = 10.0
    memory: Annotated[int, row("For one worker.", unit="bytes", ge=200_000_000, admin=True)] = 1_500_000_000
    max_links: Annotated[int, row("Links taken from one page.")] = 5000
    max_images: Annotated[int, row("Pictures remembered of one page.", ge=0)] = 50
    max_nesting: Annotated[int, row("Deeper elements are not looked into.", ge=50)] = 512
    max_text: Annotated[int, row("Characters of text kept of one page.", unit="characters", ge=1000)] = 2_000_000
    max_document_pages: Annotated[
        int, row("Pages of a PDF, slides, sheets or chapters read of one document; the rest is left out.", ge=1)
    ] = 2000
    max_document_size: Annotated[
        int, row("What the parts of a zipped document may unpack to.", unit="bytes", ge=1_000_000)
    ] = 200_000_000
    max_document_parts: Annotated[int, row("Parts of a zipped document.", ge=10)] = 10_000
    images: Annotated[
        bool,
        row(
            "Make the pictures that pages show searchable (type:image) by alternative text, caption and file name; "
            "nothing is fetched for it."
        ),
    ] = False
    bare_links: Annotated[bool, row("Follow addresses that stand as plain text in documents.")] = True
    main_content: Annotated[
        bool, row("Tell the text that a page is for from menus, adverts and boxes, which then count less in a search.")
    ] = True
    hidden_text: Annotated[bool, row("Index text that a visitor does not see, too.")] = False


class AnalysisSettings(Section, frozen=True, kw_only=True):
    analyser: Annotated[
        str,
        row(
            "auto: by the page's language; none: one field of plain words; words, turkish, prefix, f5, snowball, "
            "simplemma; or a language code for all pages."
        ),
    ] = "auto"
    own_words: Annotated[
        str, row("A file with synonyms, misspellings and roots of your own, 'root: word word' a line.", admin=True)
    ] = ""
    languages: Annotated[
        tuple[str, ...],
        row("Languages whose dictionaries may be loaded; others are indexed by plain words."),
    ] = ("tr", "en", "de", "fr", "es", "it", "sl")
    identifier: Annotated[
        str,
        row(
            "Who tells the language of a page: fast; ngram, which knows the languages that you trained; short; or "
            "lingua, where it is installed."
        ),
    ] = "fast"
    keywords: Annotated[int, row("Words kept of a page that say what it is about; 0 for none.", ge=0, le=100)] = 8


class IndexSettings(Section, frozen=True, kw_only=True):
    enabled: Annotated[bool, row("Make pages searchable.")] = True
    commit_interval: Annotated[float, row("New pages are searchable after this long.", unit="s", gt=0, le=5)] = 4.0
    memory: Annotated[int, row("Buffer of the index writer.", unit="bytes", ge=15_000_000, admin=True)] = 180_000_000
    words: Annotated[tuple[str, ...], row("Only pages with one of these words are indexed.", flag="--words")] = ()
    types: Annotated[
        tuple[str, ...],
        row(
            "Only these types are made searchable, by short name: html, pdf, office, docx, epub, image …; empty: all "
            "that are fetched. What is named here is fetched too, but for images, which are known by their pages.",
            flag="--types",
        ),
    ] = ()
