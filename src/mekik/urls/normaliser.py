"""The one spelling of an address, for a single one and for all links of a page.

A page's links are its dearest part, so `links` avoids the parser where it can: links seen before on this
site are looked up, and a link made of plain characters only is joined by string work. What is plain is
chosen so narrowly that the full rules would give exactly the same. The loop is also written in C (`_links.c`);
`tests/urls/test_links.py` holds both to the full rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mekik.settings import UrlSettings
from mekik.urls.encoding import encode_query
from mekik.urls.files import is_file, normalise_file
from mekik.urls.memory import LONGEST, Known, Memory
from mekik.urls.native import Native, native
from mekik.urls.parts import scheme
from mekik.urls.rules import Rules, parse_base

# Segments that are not empty, do not begin with a dot and hold no `;`; of the escapes only those of bytes
# beyond ASCII, in upper case: they have no other spelling.
_SEGMENT = r"[A-Za-z0-9\-_~!$&'()*+,=:@][A-Za-z0-9\-._~!$&'()*+,=:@]*+"
_ESCAPED = r"%[89A-F][0-9A-F][A-Za-z0-9\-._~!$&'()*+,=:@]*+"
_plain_path = re.compile(rf"(?:/{_SEGMENT}(?:{_ESCAPED})*+)*+/?").fullmatch
_plain_query = re.compile(r"(?:[A-Za-z0-9\-._~!$&()*+,;=:@/?]++|%[89A-F][0-9A-F])++").fullmatch
_plain_root = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]+)?").fullmatch
_other_scheme = re.compile(r"(?!https?:)[a-z][a-z0-9+.\-]*:", re.IGNORECASE | re.ASCII).match

_MOST_ROOTS = 8192
_MOST_STEPS_UP = 16
_UNKNOWN = ""
"""Stands for 'not worked out' where None means 'not fetchable'; no address is empty."""


class _Place(NamedTuple):
    """Where a page stands, as its links need it."""

    base: str
    root: str
    """`http://host`, without the slash."""
    folder: str
    """`http://host/folder`, without the slash."""
    page: str
    """Path and query of the page where they are plain, else empty."""


class Normaliser:
    def __init__(
        self,
        settings: UrlSettings = UrlSettings(),  # noqa: B008 - frozen
        *,
        files: bool = False,
        native: Native | None = native,
    ) -> None:
        """`files`: addresses of local files are addresses too, as a seed or from another file, never from a page.
        `native`: the compiled loop over links, None to do without."""
        self._files = files
        self._rules = Rules(settings)
        self._documents = self._rules.documents
        self._max_length = self._rules.max_length
        self._memory = Memory()
        self._roots: dict[str, str | None] = {}
        self._native = native

    def normalise(self, url: str, base: str | None = None) -> str | None:
        """The one spelling of `url`, seen from the page `base`; None when it cannot be fetched."""
        if self._files and _of_files(url, base):
            return self._file(url, base)[0]
        return self._rules.resolve(url, self._parse_base(base)).url

    def explain(self, url: str, base: str | None = None) -> str:
        """Why `normalise` gives None, as the end of a sentence; empty when it gives an address."""
        if self._files and _of_files(url, base):
            return self._file(url, base)[1]
        return self._rules.resolve(url, self._parse_base(base)).fault

    def links(self, base: str, hrefs: Sequence[str], charset: str = "utf-8") -> list[str | None]:
        """`normalise` for all links of the page `base`, in their order.

        `charset` is the page's own: letters beyond ASCII in a query are sent in it.
        """
        if self._files and is_file(base):
            return [self.normalise(href, base) for href in hrefs]
        if charset not in ("utf-8", "UTF-8", ""):
            hrefs = [self._encode_query(href, charset) for href in hrefs]
        place = self._plain_place(base) or self._place(base)
        if place is None:
            parsed = self._parse_base(base)
            return [self._rules.resolve(href, parsed).url for href in hrefs]
        known = self._memory.of(place.root)
        before = len(known)
        found = self._links(place, hrefs, known)
        self._memory.grew(len(known) - before)
        return found

    def _links(self, place: _Place, hrefs: Sequence[str], known: Known) -> list[str | None]:
        work_out = self._work_out
        if self._native is not None:
            rules = self._rules
            return self._native.links(
                hrefs, known, place, self._roots, rules.documents, rules.dropped, self._max_length, LONGEST, work_out
            )
        look_up = known.get
        found = []
        for href in hrefs:
            url = look_up(href, _UNKNOWN)
            found.append(work_out(href, place, known) if url == _UNKNOWN else url)
        return found

    def _file(self, url: str, base: str | None) -> tuple[str | None, str]:
        if len(url) > self._rules.max_input:
            return None, f"it is longer than {self._max_length} characters"
        found, fault = normalise_file(url, base)
        if found and len(found) > self._max_length:
            return None, f"it is longer than {self._max_length} characters"
        return found, fault

    def _parse_base(self, base: str | None) -> str | None:
        if base is None or len(base) > self._rules.max_input:
            return None
        return parse_base(base)

    def _encode_query(self, href: str, charset: str) -> str:
        if href.isascii() or len(href) > self._rules.max_input:
            return href
        return encode_query(href, charset)

    def _plain_place(self, base: str) -> _Place | None:
        """Pages mostly come with the address that was worked out here before: no parser needed."""
        root_end = base.find("/", 8)
        root = base[:root_end]
        if root_end < 0 or self._root(root) != root:
            return None
        path, _, query = base[root_end:].partition("?")
        if not _plain_path(path) or len(base) > self._max_length or (query and not _plain_query(query)):
            return None
        return _Place(base, root, root + path[: path.rindex("/")], base[root_end:])

    def _place(self, base: str) -> _Place | None:
        parsed = self._parse_base(base)
        if parsed is None:
            return None
        path = parsed.partition("?")[0]
        folder = self._rules.resolve(path[: path.rfind("/") + 1]).url
        if folder is None:
            return None
        return _Place(parsed, folder[: folder.index("/", 8)], folder[:-1], "")

    def _work_out(self, href: str, place: _Place, known: Known) -> str | None:
        """A link that is not known as it stands. Remembers it when the site alone decides what it means."""
        text = href
        if "#" in href:
            text = href[: href.index("#")]
            if text and text[-1] <= " ":  # counts before a fragment, but not at the end of a link
                return self._rules.resolve(href, place.base).url
            url = known.get(text, _UNKNOWN)
            if url != _UNKNOWN:
                return url
        if len(text) > self._max_length:
            return self._rules.resolve(text, place.base).url
        if text[:1] == "/":
            url = self._plain(place.root, text)
        elif text[:7] == "http://" or text[:8] == "https://":
            url = self._absolute(text)
        else:
            return self._relative(text, place)
        if url == _UNKNOWN:
            url = self._rules.resolve(text, place.base).url
        if len(text) <= LONGEST:
            known[text] = url
        return url

    def _plain(self, prefix: str, text: str) -> str:
        """`prefix` and `text`, which begins with a slash, joined; `_UNKNOWN` when it takes the full rules."""
        if _plain_path(text):
            name = text.rpartition("/")[2]
            if name.lower() in self._documents:
                text = text[: -len(name)]
            url = prefix + text
        else:
            path, _, query = text.partition("?")
            if not _plain_path(path) or (query and not _plain_query(query)):
                return _UNKNOWN
            url = prefix + self._rules.finish(path, query)
        return url if len(prefix) + len(text) <= self._max_length else _UNKNOWN

    def _absolute(self, text: str) -> str | None:
        root_end = text.find("/", 8)
        if root_end < 0:
            return _UNKNOWN
        root = self._root(text[:root_end])
        return self._plain(root, text[root_end:]) if root else root

    def _root(self, prefix: str) -> str | None:
        """What scheme and authority become; None when nothing there can be fetched."""
        root = self._roots.get(prefix, _UNKNOWN)
        if root == _UNKNOWN and _plain_root(prefix):
            if len(self._roots) >= _MOST_ROOTS:
                self._roots.clear()
            url = self._rules.resolve(prefix + "/").url
            root = self._roots[prefix] = url and url[:-1]
        return root

    def _relative(self, text: str, place: _Place) -> str | None:
        url: str | None = _UNKNOWN
        if ":" in text:
            url = None if _other_scheme(text) else _UNKNOWN
        elif text and text[0] != "?":
            url = self._plain(*_climb(text, place))
        elif place.page:
            url = self._plain(place.root, place.page.partition("?")[0] + text if text else place.page)
        return self._rules.resolve(text, place.base).url if url == _UNKNOWN else url


def _of_files(url: str, base: str | None) -> bool:
    """A seed that names a file, or a link of a file that names no other scheme."""
    named = scheme(url[:64])
    if base is None:
        return named == "file"
    return is_file(base) and named in ("", "file")


def _climb(text: str, place: _Place) -> tuple[str, str]:
    """The folder that `../` and `./` at the beginning of a link lead to, and the rest of the link."""
    folder = place.folder
    for _ in range(_MOST_STEPS_UP):
        if not text.startswith("../"):
            break
        text = text[3:]
        if len(folder) > len(place.root):
            folder = folder[: folder.rindex("/")]
    return folder, "/" + text.removeprefix("./")
