"""Entries and pages for the tests of the index."""

from __future__ import annotations

from typing import Any

from mekik.index import IndexEntry
from mekik.outcome import Outcome
from mekik.page import Address, Analysis, Capture, Document, Exchange, Page
from mekik.urls import key

URL = "http://www.gazete.com.tr/gundem/kopru"


def make_entry(url: str = URL, **changes: Any) -> IndexEntry:
    values: dict[str, Any] = {
        "owner": "ayse", "url": url, "job": "gazete", "host": "www.gazete.com.tr", "domain": "gazete.com.tr",
        "type": "html", "content_type": "text/html", "language": "tr", "title": "Köprü açıldı",
        "content": "Yeni köprünün açılışı yapıldı.", "fetched": 1_700_000_000.0, "size": 1234,
        "file": "gazete-00001.warc.gz", "offset": 5678, "title_exact": "köprü açıldı", "title_root": "köprü aç",
        "content_exact": "yeni köprünün açılışı yapıldı", "content_root": "yeni köprü açılış yap",
        "content_short": "yeni köprü açılı yapıl",
    }  # fmt: skip
    return IndexEntry(**{**values, **changes})


def make_page(url: str = URL, **changes: Any) -> Page:
    document = Document(title="Köprü açıldı", text="Yeni köprünün açılışı yapıldı.", content_type="text/html")
    analysis = Analysis(
        language="tr", title_exact="köprü açıldı", title_root="köprü aç", content_exact="yeni köprünün açılışı yapıldı",
        content_root="yeni köprü açılış yap", content_short="yeni köprü açılı yapıl",
    )  # fmt: skip
    page = Page(
        address=Address(id=1, url=url, key=key(url), authority="www.gazete.com.tr"),
        exchange=Exchange(url=url, outcome=Outcome.OK, started_at=1_700_000_000.0, body=b"x" * 500, status=200),
        capture=Capture(file="gazete-00001.warc.gz", offset=5678, length=900, digest=b"d" * 20),
        document=document,
        analysis=analysis,
    )
    for name, value in changes.items():
        setattr(page, name, value)
    return page
