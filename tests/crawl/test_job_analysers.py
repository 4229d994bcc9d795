"""A search reads words as the jobs did."""

from __future__ import annotations

from pathlib import Path

from mekik.analysis import Analyser
from mekik.crawl.catalogue import Catalogue
from mekik.crawl.folder import Folder
from mekik.index import IndexEntry, TantivyWriter
from mekik.page import Document
from mekik.settings import build
from mekik.workspace import Workspace


def test_synonyms_and_analysers_of_a_job_hold_for_its_searches(tmp_path: Path) -> None:
    table = tmp_path / "words.txt"
    table.write_text("araba: otomobil\n", encoding="utf-8")
    jobs = {
        "cars": {"analysis.own_words": str(table), "analysis.analyser": "prefix"},
        "plain": {"analysis.analyser": "none"},
    }
    folder = Folder(tmp_path / "data")
    folder.create()
    catalogue = Catalogue(folder.jobs_database)
    writer = TantivyWriter(folder.index)
    for name, values in jobs.items():
        settings = build({"seeds": ["http://a.test/"], **values})
        catalogue.save(name, settings)
        page = Document(text="Otomobillerin fiyatları bu yıl yine arttı.", language="tr")
        found = Analyser(settings.analysis).analyse(page, f"http://{name}.test/")
        writer.put(
            IndexEntry(
                owner="local", url=f"http://{name}.test/", job=name, host=f"{name}.test", language="tr",
                content=page.text, content_exact=found.content_exact, content_root=found.content_root,
            )
        )  # fmt: skip
    writer.close()
    catalogue.close()
    workspace = Workspace(folder.path)

    def urls(query: str, job: str | None = None) -> list[str]:
        return [hit.url for hit in workspace.search(query, job=job).hits]

    assert urls("araba") == ["http://cars.test/"], "the analyser that finds roots counts"
    assert set(urls("otomobillerin")) == {"http://cars.test/", "http://plain.test/"}
    assert urls("arabalar", "cars") == ["http://cars.test/"]
    assert urls("araba", "plain") == []
    hit = workspace.search("araba").hits[0]
    assert [hit.snippet.text[start:end] for start, end in hit.snippet.highlights] == ["Otomobillerin"]
