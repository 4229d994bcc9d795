r"""Rich Text Format, in one pass: `{\rtf1\ansi\ansicpg1254 … \b bold\b0 … \'fe … \u287? … }`.

A group inherits the state of the one around it and gives it back at its end. Groups that hold no text (fonts, styles,
pictures, and every `\*` destination that is not known) are passed over.
"""

from __future__ import annotations

import codecs
import re

import msgspec

from mekik.outcome import Outcome
from mekik.parse.dates import read_date
from mekik.parse.documents.draft import Draft, Trouble

_TOKEN = re.compile(
    rb"\\([A-Za-z]{1,32})(-?[0-9]{1,10})? ?|\\'([0-9A-Fa-f]{2})|\\([^A-Za-z'])|([{}])|([\r\n\0]+)|([^\\{}\r\n\0]+)|\\"
)
_DEEPEST = 10_000
_SKIPPED = {
    "fonttbl", "colortbl", "stylesheet", "listtable", "listoverridetable", "revtbl", "rsidtbl", "generator", "pict",
    "object", "themedata", "colorschememapping", "latentstyles", "datastore", "xmlnstbl", "mmathPr", "filetbl",
    "bkmkstart", "bkmkend", "fldinst", "info", "nonshppict", "atnid", "atnauthor", "xe", "tc", "template",
    "operator", "company", "manager", "category", "keywords", "comment", "doccomm", "hlinkbase", "userprops",
}  # fmt: skip
_FACTS = {"title", "author", "subject"}
_DATES = {"creatim": "created", "revtim": "modified"}
_BREAKS = {"par", "line", "sect", "page", "cell", "row", "nestcell", "nestrow", "column"}
_LETTERS = {
    "tab": " ", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "bullet": "•", "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
_SIGNS = {b"~": "\xa0", b"_": "-", b"\\": "\\", b"{": "{", b"}": "}", b"\n": "\f", b"\r": "\f", b"-": ""}
_CHARSETS = {
    0: 1252, 77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255,
    178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250,
}  # fmt: skip
"""Of a font → its code page."""
_HYPERLINK = re.compile(r'HYPERLINK\s+"?([^"\s]{1,2000})', re.IGNORECASE)


class _State(msgspec.Struct, frozen=True, gc=False):
    """What a group gives back at its end."""

    codec: str
    skip: bool = False
    hidden: bool = False
    fact: str = ""
    """The title, author or field instruction that this group holds; empty: it holds text."""
    in_fonts: bool = False
    fallback: int = 1
    r"""How many letters stand after `\u` for those who cannot read it."""


class _Reader:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._state = _State("cp1252")
        self._default = "cp1252"
        self._stack: list[_State] = []
        self._optional = False
        self._pass = 0
        """Letters still to be passed over, because `\\u` stood before them."""
        self._bytes = bytearray()
        self._facts: dict[str, list[str]] = {}
        self._date: dict[str, str] = {}
        self._font = 0
        self._fonts: dict[int, str] = {}
        self._high = 0

    def read(self, body: bytes) -> None:
        position, end = 0, len(body)
        scan = _TOKEN.match
        while position < end:
            token = scan(body, position)
            if token is None:  # cannot be: one of the alternatives takes any byte
                break
            position = token.end()
            word, number, byte, sign, brace, _, text = token.groups()
            if text is not None:
                self._letters(text)
            elif byte is not None:
                self._letters(bytes.fromhex(byte.decode()))
            elif word is not None:
                if word == b"bin" and number:
                    position += max(int(number), 0)
                    continue
                self._word(word.decode(), int(number) if number else None)
            elif brace is not None:
                self._flush()
                self._group(opens=brace == b"{")
            elif sign is not None:
                self._sign(sign)
        self._flush()
        self._end_fact()

    def _group(self, *, opens: bool) -> None:
        self._optional = False
        self._pass = 0
        if opens:
            if len(self._stack) >= _DEEPEST:
                raise Trouble(Outcome.PARSE_LIMIT, f"groups are nested deeper than {_DEEPEST}")
            self._stack.append(self._state)
        elif self._stack:
            before, self._state = self._state, self._stack.pop()
            if before.fact and before.fact != self._state.fact:
                self._end_fact()

    def _word(self, word: str, number: int | None) -> None:
        if word == "u" and number is not None:
            self._unicode(number & 0xFFFF)
            return
        self._flush()
        state = self._state
        if self._optional and word not in _SKIPPED and word not in _FACTS and word not in _DATES:
            self._optional = False
            if word not in ("shpinst", "shptxt", "fldinst"):
                self._state = msgspec.structs.replace(state, skip=True)
            return
        self._optional = False
        if word in _BREAKS:
            if not state.skip and not state.fact:
                self._draft.end_paragraph()
        elif word in _LETTERS:
            self._say(_LETTERS[word])
        elif word in _FACTS or word in _DATES or word == "fldinst":
            self._state = msgspec.structs.replace(state, fact=word, skip=False)
        elif word in _SKIPPED:
            self._state = msgspec.structs.replace(state, skip=True, in_fonts=word == "fonttbl")
        else:
            self._set(word, number)

    def _set(self, word: str, number: int | None) -> None:
        state = self._state
        if word == "v":
            self._state = msgspec.structs.replace(state, hidden=number != 0)
        elif word == "plain":
            self._state = msgspec.structs.replace(state, hidden=False, codec=self._default)
        elif word == "uc" and number is not None:
            self._state = msgspec.structs.replace(state, fallback=min(max(number, 0), 10))
        elif word == "ansicpg" and number:
            self._default = _codec(number)
            self._state = msgspec.structs.replace(state, codec=self._default)
        elif word == "mac":
            self._state = msgspec.structs.replace(state, codec="mac-roman")
        elif word == "f" and number is not None:
            self._font = number
            if not state.in_fonts:
                self._state = msgspec.structs.replace(state, codec=self._fonts.get(number, self._default))
        elif word == "fcharset" and number is not None and state.in_fonts and len(self._fonts) < 10_000:
            page = _CHARSETS.get(number, 0)
            self._fonts[self._font] = _codec(page) if page and number else self._default
        elif state.fact in _DATES and number is not None and word in ("yr", "mo", "dy", "hr", "min", "sec"):
            self._date[word] = str(number)

    def _letters(self, raw: bytes) -> None:
        if self._pass:
            passed = min(self._pass, len(raw))
            self._pass -= passed
            raw = raw[passed:]
        if raw and not self._state.skip:
            self._bytes += raw

    def _unicode(self, number: int) -> None:
        self._flush()
        self._pass = self._state.fallback
        if 0xD800 <= number < 0xDC00:
            self._high = number
        elif 0xDC00 <= number < 0xE000:
            if self._high:
                self._say(chr(0x10000 + ((self._high - 0xD800) << 10) + number - 0xDC00))
            self._high = 0
        else:
            self._say(chr(number))

    def _sign(self, sign: bytes) -> None:
        self._flush()
        if sign == b"*":
            self._optional = True
        else:
            self._say(_SIGNS.get(sign, ""))

    def _flush(self) -> None:
        """Bytes wait until all of a run are there: a letter may be two of them."""
        if self._bytes:
            text = self._bytes.decode(self._state.codec, "replace")
            self._bytes.clear()
            self._say(text)

    def _say(self, text: str) -> None:
        state = self._state
        if state.fact:
            found = self._facts.setdefault(state.fact, [])
            if len(found) < 500:
                found.append(text[:4000])
        elif not state.skip and not state.hidden and text:
            self._draft.add(text)

    def _end_fact(self) -> None:
        """A group of facts ended."""
        draft = self._draft
        for name in list(self._facts):
            text = "".join(self._facts.pop(name))
            if name == "title":
                draft.title = draft.title or text
            elif name == "author":
                draft.author = draft.author or text
            elif name == "subject":
                draft.description = draft.description or text
            elif name == "fldinst":
                link = _HYPERLINK.search(text[:4000])
                if link:
                    draft.link(link[1])

    @property
    def date(self) -> int | None:
        year, month, day, hour, minute = (int(self._date.get(name, "0")) for name in ("yr", "mo", "dy", "hr", "min"))
        return read_date(f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:00Z") if year else None


def read_rtf(body: bytes, draft: Draft) -> None:
    if not body.lstrip(b"\xef\xbb\xbf \r\n\t\0").startswith(b"{\\rtf"):
        raise Trouble(Outcome.UNREADABLE, "it does not begin as RTF does")
    draft.begin_page()
    reader = _Reader(draft)
    reader.read(body)
    draft.modified = reader.date


def _codec(page: int) -> str:
    """The name of a code page that Python can read, the usual one for others. 65001 is UTF-8."""
    name = "utf-8" if page == 65001 else "mac-roman" if page == 10000 else f"cp{page}"
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"
