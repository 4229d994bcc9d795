"""The small markup of the content files, made into HTML.

Blocks are parted by blank lines: `## heading`, `- item`, `> quotation`, `| cell | cell |` (first row: heads),
anything else is a paragraph. Inside them: `**bold**`, `[text](address)`, `![alt](image)`, and `{protected:address}`
for an e-mail address that a script would have to put together. A paragraph may begin with how it looks: `{seen:…}` for
one that a visitor sees all the same and `{unseen:…}` for one that nobody does; inside stands CSS, `.class`, `#id` or
`font=colour`.
"""

from __future__ import annotations

import re
from html import escape

_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]*)\)")
_LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
_PROTECTED = re.compile(r"\{protected:([^}]*)\}")
_KEY = 0x5A
_BOLD = re.compile(r"\*\*([^*]+)\*\*")


def inline(text: str) -> str:
    html = escape(text, quote=False)
    html = _IMAGE.sub(r'<img src="\2" alt="\1" width="120" height="80">', html)
    html = _LINK.sub(r'<a href="\2">\1</a>', html)
    html = _PROTECTED.sub(_protect, html)
    return _BOLD.sub(r"<b>\1</b>", html)


def _protect(match: re.Match[str]) -> str:
    code = bytes([_KEY, *(sign ^ _KEY for sign in match[1].encode())]).hex()
    return f'<span class="protected" data-cfemail="{code}">[e-mail protected]</span>'


_LOOK = re.compile(r"\{(seen|unseen):([^}]*)\} ?")


def unseen_words(text: str) -> set[str]:
    """Words that a visitor of the page does not see anywhere."""
    hidden = [block for block in re.split(r"\n\s*\n", text) if block.startswith("{unseen:")]
    words = {word.strip(".,").lower() for block in hidden for word in _LOOK.sub("", block).split()}
    return words - {word.strip(".,").lower() for word in to_plain(text).split()}


def to_html(text: str) -> str:
    return "\n".join(_block(block) for block in re.split(r"\n\s*\n", text.strip()) if block)


def to_plain(text: str) -> str:
    """What a reader sees of it, without marks."""
    text = re.sub(r"(?ms)^\{unseen:.*?(?:\n\s*\n|\Z)", "", text)
    text = _LOOK.sub("", text)
    text = _IMAGE.sub(r"\1", text)
    text = _LINK.sub(r"\1", text)
    text = _PROTECTED.sub("", text)
    text = _BOLD.sub(r"\1", text)
    return re.sub(r"(?m)^(## |- |> )|\|", " ", text)


def _dressed(look: str, html: str) -> str:
    if look.startswith("font="):
        return f'<p><font color="{look[5:]}">{html}</font></p>'
    name = {".": "class", "#": "id"}.get(look[:1], "style")
    return f'<div {name}="{look.lstrip(".#")}">{html}</div>'


def _block(block: str) -> str:
    lines = block.splitlines()
    if look := _LOOK.match(block):
        return _dressed(look[2], inline(" ".join(block[look.end() :].splitlines())))
    if block.startswith("## "):
        return f"<h2>{inline(block[3:])}</h2>"
    if block.startswith("- "):
        return "<ul>\n" + "\n".join(f"<li>{inline(line[2:])}</li>" for line in lines) + "\n</ul>"
    if block.startswith("> "):
        return "<blockquote><p>" + inline(" ".join(line[2:] for line in lines)) + "</p></blockquote>"
    if block.startswith("|"):
        rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
        table = ["<tr>" + "".join(f"<th>{inline(cell)}</th>" for cell in rows[0]) + "</tr>"]
        table += ["<tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:]]
        return "<table>\n" + "\n".join(table) + "\n</table>"
    return f"<p>{inline(' '.join(lines))}</p>"
