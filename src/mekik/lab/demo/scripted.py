"""Pages that only a browser can read: an empty frame, the same for all of them, and a script that fills it."""

from __future__ import annotations

from html import escape

from mekik.lab.demo.entries import Entry

SCRIPT = "/rooms/rooms.js"


def shell(entry: Entry) -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{entry.language}"><head><meta charset="utf-8">'
        f"<title>{escape(entry.title)}</title></head>\n"
        f'<body><div id="room"></div><script src="{SCRIPT}"></script></body></html>\n'
    )
