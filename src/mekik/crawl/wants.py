"""Which types of documents a job fetches, and which of them it makes searchable."""

from __future__ import annotations

import difflib

from mekik.errors import SettingError
from mekik.media import GROUPS, MEDIA_TYPES, UNTOLD, ending, media_types, type_name, type_names
from mekik.settings import Settings

_IMAGE = "image"


class Wants:
    def __init__(self, settings: Settings) -> None:
        """Raises SettingError for a name that is none."""
        for setting, names in (("fetch.types", settings.fetch.types), ("index.types", settings.index.types)):
            for name in names:
                _check(setting, name.strip().lower())
        named = [name.strip().lower() for name in settings.index.types]
        fetched = media_types([*settings.fetch.types, *(name for name in named if not _is_image(name))])
        self._fetched = fetched
        self._untold = (*fetched, *UNTOLD)
        self._endings = {short for short, types in MEDIA_TYPES.items() if types[0] in fetched}
        self._indexed = frozenset(short for name in named for short in type_names(name))

        self.pictures = settings.parse.images or _IMAGE in self._indexed or any(map(_is_image, fetched))
        """Pictures are searchable, through the pages that show them."""
        self.picture_files = any(map(_is_image, fetched))
        """They are fetched, too."""

    def types_for(self, url: str) -> tuple[str, ...]:
        """Content types that are welcome at this address. Where it ends like a document, also those by which a
        server says that it does not know."""
        return self._untold if ending(url) in self._endings else self._fetched

    def indexed(self, content_type: str) -> bool:
        return not self._indexed or type_name(content_type) in self._indexed


def _is_image(name: str) -> bool:
    return name in (_IMAGE, "*") or name.startswith("image/")


def _check(setting: str, name: str) -> None:
    known = (*MEDIA_TYPES, *GROUPS)
    if name in known or "/" in name or name == "*":
        return
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    raise SettingError(
        f"{setting} holds {name!r}, which is no type of document: {', '.join(known)}, or a content type such as "
        f"application/pdf.{hint}"
    )
