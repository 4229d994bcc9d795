"""The ways to a page that are no plain links, as an entry's `leads` name them: `script /a | header /b`.

script     an inline script that sends the visitor on      opener   javascript:openWin('…')
handler    onclick="location='…'"                          button   a form without anything to fill in
next       <link rel=next>                                 refresh  <meta http-equiv=refresh>
frame      <iframe>                                        area     a place on a picture
header     a Link header                                   location a Content-Location header
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from mekik.lab.demo.entries import Entry

_HEAD = {
    "next": '<link rel="next" href="{}">',
    "refresh": '<meta http-equiv="refresh" content="30; url={}">',
    "script": "<script>if (window.noRooms) {{ window.location.href = '{}'; }}</script>",
}
_BODY = {
    "opener": "<a href=\"javascript:openWin('{}', 'room', 'width=400')\">Aç</a>",
    "handler": '<div class="door" onclick="location=\'{}\'">Kapı</div>',
    "button": '<form action="{}"><input type="submit" value="Gir"></form>',
    "frame": '<iframe src="{}" width="300" height="200"></iframe>',
    "area": '<map name="plan"><area shape="rect" coords="0,0,60,80" href="{}" alt="Plandaki oda"></map>',
}
_HEADER = {"header": ("Link", '<{}>; rel="next"'), "location": ("Content-Location", "{}")}
WAYS = frozenset((*_HEAD, *_BODY, *_HEADER))


def _leads(entry: Entry) -> Iterator[tuple[str, str]]:
    for item in entry.items("leads"):
        way, path = item.split(" ", 1)
        if way not in WAYS:
            raise ValueError(f"{entry.host}{entry.path}: there is no way {way!r}")
        yield way, path


def in_head(entry: Entry) -> list[str]:
    return [_HEAD[way].format(escape(path)) for way, path in _leads(entry) if way in _HEAD]


def in_body(entry: Entry) -> str:
    return "\n".join(_BODY[way].format(escape(path)) for way, path in _leads(entry) if way in _BODY)


def in_header(entry: Entry) -> list[tuple[str, str]]:
    return [(_HEADER[way][0], _HEADER[way][1].format(path)) for way, path in _leads(entry) if way in _HEADER]
