"""Small real documents in every format that Mekik reads."""

from __future__ import annotations

from collections.abc import Callable

from mekik.lab.demo.office_files import docx, pptx, xlsx
from mekik.lab.demo.open_files import epub, odp, ods, odt, rtf
from mekik.lab.demo.paper import Paper
from mekik.lab.demo.pdf_files import pdf

MAKERS: dict[str, Callable[[Paper], bytes]] = {
    "pdf": pdf, "docx": docx, "xlsx": xlsx, "pptx": pptx, "odt": odt, "ods": ods, "odp": odp, "epub": epub, "rtf": rtf,
}  # fmt: skip
"""By the short name of the type."""
