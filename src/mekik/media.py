"""Short names of content types: what people write in settings and searches, and what stands behind them.

`pdf` is easier to write than `application/pdf`, and `office` than the twenty types that office programs use. The same
names are used for what is fetched (`fetch.types`), what is made searchable (`index.types`) and what is searched
(`type:pdf`).
"""

from __future__ import annotations

from collections.abc import Iterable

_OOXML = "application/vnd.openxmlformats-officedocument."
_ODF = "application/vnd.oasis.opendocument."
_MICROSOFT = "application/vnd.ms-"

MEDIA_TYPES: dict[str, tuple[str, ...]] = {
    "html": ("text/html", "application/xhtml+xml"),
    "text": ("text/plain", "text/markdown"),
    "xml": ("text/xml", "application/xml"),
    "feed": ("application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"),
    "json": ("application/json",),
    "pdf": ("application/pdf", "application/x-pdf"),
    "docx": (
        _OOXML + "wordprocessingml.document", _OOXML + "wordprocessingml.template",
        _MICROSOFT + "word.document.macroenabled.12", _MICROSOFT + "word.template.macroenabled.12",
    ),
    "xlsx": (
        _OOXML + "spreadsheetml.sheet", _OOXML + "spreadsheetml.template",
        _MICROSOFT + "excel.sheet.macroenabled.12", _MICROSOFT + "excel.template.macroenabled.12",
    ),
    "pptx": (
        _OOXML + "presentationml.presentation", _OOXML + "presentationml.slideshow",
        _OOXML + "presentationml.template", _MICROSOFT + "powerpoint.presentation.macroenabled.12",
        _MICROSOFT + "powerpoint.slideshow.macroenabled.12",
    ),
    "odt": (_ODF + "text", _ODF + "text-template", _ODF + "text-master"),
    "ods": (_ODF + "spreadsheet", _ODF + "spreadsheet-template"),
    "odp": (_ODF + "presentation", _ODF + "presentation-template"),
    "rtf": ("application/rtf", "text/rtf", "application/x-rtf"),
    "epub": ("application/epub+zip",),
    "image": ("image/*",),
}  # fmt: skip
"""The first of each is the one that we ourselves give a document of this kind."""

GROUPS: dict[str, tuple[str, ...]] = {
    "office": ("docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf"),
    "document": ("pdf", "docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf", "epub"),
}
"""Names for several kinds at once."""

EXTENSIONS = {
    "pdf": "pdf", "docx": "docx", "docm": "docx", "dotx": "docx", "xlsx": "xlsx", "xlsm": "xlsx", "pptx": "pptx",
    "pptm": "pptx", "ppsx": "pptx", "odt": "odt", "ods": "ods", "odp": "odp", "rtf": "rtf", "epub": "epub",
}  # fmt: skip
"""Endings of file names that give a document away, with its short name."""

_BY_ENDING = {
    "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "txt": "text/plain",
    "md": "text/markdown", "csv": "text/plain", "log": "text/plain", "tex": "text/plain", "rst": "text/plain",
    "xml": "application/xml", "rss": "application/rss+xml", "atom": "application/atom+xml", "json": "application/json",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "svg": "image/svg+xml",
}  # fmt: skip

UNTOLD = ("application/octet-stream", "binary/octet-stream", "application/x-download", "application/force-download",
          "application/zip", "application/x-zip-compressed")  # fmt: skip
"""What servers say when they do not know what they serve."""

_SHORT = {media: short for short, medias in MEDIA_TYPES.items() for media in medias}


def type_name(content_type: str) -> str:
    """`html` of `text/html; charset=utf-8`; the subtype itself where there is no shorter name."""
    essence = content_type.partition(";")[0].strip().lower()
    found = _SHORT.get(essence)
    if found:
        return found
    if essence.startswith("image/"):
        return "image"
    if essence == "application/msword" or essence.startswith((_OOXML, _ODF, _MICROSOFT)):
        return "office"
    return essence.rpartition("/")[2][:64] or "unknown"


def type_names(name: str) -> tuple[str, ...]:
    """All short names that a name or a media type stands for: `office` for seven and for the old formats."""
    name = name.strip().lower()
    if name in GROUPS:
        return (*GROUPS[name], name)
    return (type_name(name),)


def media_types(names: Iterable[str]) -> tuple[str, ...]:
    """The media types behind short names; what is none of them is a media type already."""
    found: dict[str, None] = {}
    for name in names:
        name = name.strip().lower()
        for short in GROUPS.get(name, (name,)):
            found.update(dict.fromkeys(MEDIA_TYPES.get(short, (short,))))
    return tuple(found)


def ending(url: str) -> str:
    """The short name of the kind of document that an address or a file name ends like, or nothing."""
    path = url.partition("?")[0]
    return EXTENSIONS.get(path[path.rfind(".") + 1 :].lower(), "") if "." in path[-6:] else ""


def type_of_file(name: str, start: bytes) -> str:
    """The media type of a file, by the ending of its name or, where that says nothing, by its first bytes."""
    last = name[name.rfind(".") + 1 :].lower() if "." in name else ""
    if last in EXTENSIONS:
        return MEDIA_TYPES[EXTENSIONS[last]][0]
    return _BY_ENDING.get(last) or (UNTOLD[0] if b"\0" in start else "text/plain")
