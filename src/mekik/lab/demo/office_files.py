"""Office Open XML, as small as it may be: docx, xlsx, pptx."""

from __future__ import annotations

from html import escape

from mekik.lab.demo.paper import HEAD, Paper, zipped
from mekik.media import MEDIA_TYPES

_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"
_DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"


def relations(*rows: tuple[str, str, str]) -> str:
    """(id, last word of the type, target); an address is an external target."""
    outside = ' TargetMode="External"'
    lines = "".join(
        f'<Relationship Id="{id}" Type="{_OFFICE}/{kind}" Target="{escape(target)}"'
        f"{outside if '://' in target else ''}/>"
        for id, kind, target in rows
    )
    return f'{HEAD}<Relationships xmlns="{_RELATIONS}">{lines}</Relationships>'


def _office(paper: Paper, main: str, kind: str, parts: dict[str, str | bytes]) -> bytes:
    core = (
        f'{HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
        f"<dc:title>{escape(paper.title)}</dc:title><dc:creator>{escape(paper.author)}</dc:creator>"
        f"<dc:language>{paper.language}</dc:language><dcterms:created>2024-03-02T10:00:00Z</dcterms:created>"
        "<dcterms:modified>2024-03-05T12:30:00+03:00</dcterms:modified></cp:coreProperties>"
    )
    types = (
        f'{HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/{main}" ContentType="{MEDIA_TYPES[kind][0]}.main+xml"/></Types>'
    )
    top = relations(("rId1", "officeDocument", main))
    return zipped({"[Content_Types].xml": types, "_rels/.rels": top, "docProps/core.xml": core, **parts})


def docx(paper: Paper) -> bytes:
    links: list[tuple[str, str, str]] = []
    lines = [f'<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>{escape(paper.title)}</w:t></w:r></w:p>']
    for block in paper.blocks:
        runs = []
        for text, href in block:
            run = f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
            if href:
                links.append((f"rId{len(links) + 1}", "hyperlink", href))
                run = f'<w:hyperlink r:id="{links[-1][0]}">{run}</w:hyperlink>'
            runs.append(run)
        lines.append(f"<w:p>{''.join(runs)}</w:p>")
    document = f'{HEAD}<w:document xmlns:w="{_WORD}" xmlns:r="{_OFFICE}"><w:body>{"".join(lines)}</w:body></w:document>'
    parts: dict[str, str | bytes] = {
        "word/document.xml": document, "word/_rels/document.xml.rels": relations(*links)
    }  # fmt: skip
    return _office(paper, "word/document.xml", "docx", parts)


def xlsx(paper: Paper) -> bytes:
    """A row for each paragraph, a cell for each piece of it."""
    links: list[tuple[str, str, str]] = []
    strings: list[str] = []
    rows, hyperlinks = [], []
    for number, block in enumerate(paper.blocks, start=1):
        cells = []
        for column, (text, href) in enumerate(block):
            place = f"{chr(65 + min(column, 25))}{number}"
            strings.append(f"<si><t>{escape(text.strip())}</t></si>")
            cells.append(f'<c r="{place}" t="s"><v>{len(strings) - 1}</v></c>')
            if href:
                links.append((f"rId{len(links) + 1}", "hyperlink", href))
                hyperlinks.append(f'<hyperlink ref="{place}" r:id="{links[-1][0]}" display="{escape(text)}"/>')
        rows.append(f'<row r="{number}">{"".join(cells)}<c r="Z{number}"><v>{number * 100}</v></c></row>')
    sheet = (
        f'{HEAD}<worksheet xmlns="{_SHEET}" xmlns:r="{_OFFICE}"><sheetData>{"".join(rows)}</sheetData>'
        f"<hyperlinks>{''.join(hyperlinks)}</hyperlinks></worksheet>"
    )
    workbook = (
        f'{HEAD}<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}"><sheets>'
        f'<sheet name="{escape(paper.title[:31])}" sheetId="1" r:id="rId1"/></sheets></workbook>'
    )
    return _office(paper, "xl/workbook.xml", "xlsx", {
        "xl/workbook.xml": workbook,
        "xl/_rels/workbook.xml.rels": relations(
            ("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId2", "sharedStrings", "sharedStrings.xml")
        ),
        "xl/sharedStrings.xml": f'{HEAD}<sst xmlns="{_SHEET}">{"".join(strings)}</sst>',
        "xl/worksheets/sheet1.xml": sheet,
        "xl/worksheets/_rels/sheet1.xml.rels": relations(*links),
    })  # fmt: skip


def pptx(paper: Paper) -> bytes:
    """A slide for each paragraph."""
    parts: dict[str, str | bytes] = {}
    slides: list[tuple[str, str, str]] = []
    for number, block in enumerate(paper.blocks, start=1):
        links: list[tuple[str, str, str]] = []
        runs = []
        for text, href in block:
            properties = ""
            if href:
                links.append((f"rId{len(links) + 1}", "hyperlink", href))
                properties = f'<a:rPr><a:hlinkClick r:id="{links[-1][0]}"/></a:rPr>'
            runs.append(f"<a:r>{properties}<a:t>{escape(text)}</a:t></a:r>")
        head = '<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>'
        title = f"{head}{escape(paper.title)}</a:t></a:r></a:p></p:txBody></p:sp>" if number == 1 else ""
        parts[f"ppt/slides/slide{number}.xml"] = (
            f'{HEAD}<p:sld xmlns:p="{_SLIDES}" xmlns:a="{_DRAWING}" xmlns:r="{_OFFICE}"><p:cSld><p:spTree>{title}'
            f"<p:sp><p:txBody><a:p>{''.join(runs)}</a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>"
        )
        parts[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(*links)
        slides.append((f"rId{number}", "slide", f"slides/slide{number}.xml"))
    # The list gives the order, not the names of the parts.
    ids = "".join(f'<p:sldId id="{256 + place}" r:id="{slide[0]}"/>' for place, slide in enumerate(slides))
    parts["ppt/presentation.xml"] = (
        f'{HEAD}<p:presentation xmlns:p="{_SLIDES}" xmlns:r="{_OFFICE}"><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>'
    )
    parts["ppt/_rels/presentation.xml.rels"] = relations(*slides)
    return _office(paper, "ppt/presentation.xml", "pptx", parts)
