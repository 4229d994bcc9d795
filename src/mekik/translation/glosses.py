"""An entry of a dictionary taken apart: its words, and what they are called in the other language.

FreeDict's entries were made from many sources and are set for people. The first line has the words, with their sound
between slashes and notes between brackets; each further line has translations between commas, with or without the
number of a sense. What is indented deeply is an example or a reference.
"""

from __future__ import annotations

import re

MOST_GLOSSES = 12
"""Of one entry; what comes after them is far from the word's meaning."""
LONGEST_GLOSS = 60
_SOUND = re.compile(r"(?:^|\s)/[^/\n]*/(?=[\s,;)]|$)")
_NOTE = re.compile(r"<[^<>\n]*>|\[[^\[\]\n]*\]|\([^()\n]*\)|\{[^{}\n]*\}")
_SENSE = re.compile(r"\d{1,3}\.\s+")
_REMARK = re.compile(r'"|(?:Synonyms?|Antonyms?|see|Note|Example|Usage)\b')
_BETWEEN = re.compile(r"[,;]")


def read_entry(entry: str) -> tuple[list[str], list[str]]:
    """Its words and its translations, the best first."""
    first, *lines = entry.split("\n")
    words = [word for word in map(_bare, _BETWEEN.split(_NOTE.sub(" ", _SOUND.sub(" ", first)))) if word]
    glosses: dict[str, None] = {}
    for line in lines:
        text = line.strip()
        if not text or line.startswith("   ") or _REMARK.match(text):
            continue
        if sense := _SENSE.match(text):
            text = text[sense.end() :]
        for piece in _BETWEEN.split(_NOTE.sub(" ", _SOUND.sub(" ", text))):
            gloss, *more = [part for part in map(_bare, piece.split(".")) if part] or [""]
            if gloss and len(gloss) <= LONGEST_GLOSS:
                glosses.setdefault(gloss)
            if more:  # after a full stop come derived words with translations of their own
                break
        if len(glosses) >= MOST_GLOSSES:
            break
    return words, list(glosses)[:MOST_GLOSSES]


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(" -…!?'\"")
