"""Pages that say the same, in a whole crawl: groups, what is shown, why, and after a reindex."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from crawl_kit import OPTIONS, Crawled

import mekik
from hostile import HostileServer, answer
from mekik.crawl.bands import Bands, keys_of
from mekik.crawl.texts import Texts
from mekik.frontier import Batch, SqliteStore
from mekik.lab.demo import Kind
from mekik.lab.demo.lookalikes import LISTS
from mekik.settings import DuplicatesSettings
from mekik.workspace import Workspace

WORDS = [f"kelime{number}" for number in range(3000)]


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as server:
        server.on("/robots.txt", answer(404))
        yield server


def prose(seed: int, count: int = 200) -> list[str]:
    return random.Random(seed).choices(WORDS, k=count)


def page(words: list[str], title: str = "t", head: str = "", links: str = "") -> bytes:
    return answer(200, f"<title>{title}</title>{head}<p>{' '.join(words)}</p>{links}".encode())


def crawl(folder: Path, server: HostileServer, **options: Any) -> Workspace:
    workspace = mekik.open(folder)
    named = {name.replace("__", "."): value for name, value in options.items()}
    workspace.crawl(server.root + "/", {**OPTIONS, "parse.workers": 0, **named})
    return workspace


def site(server: HostileServer) -> dict[str, str]:
    """A page, the same text in other clothes, nearly the same text, and another one."""
    text = prose(1)
    near = [*text]
    for place in range(0, 200, 25):
        near[place] = "anders"
    pages = {
        "/print/a": page(text, "Print", f'<link rel=canonical href="{server.root}/a">', "<p>.</p>"),
        "/a": page(text, "A"),
        "/nearly": page(near, "Nearly"),
        "/other": page(prose(2), "Other"),
        "/short": page(["kısa", "sayfa"], "Short"),
        "/short2": page(["kısa", "sayfa", "."], "Short too"),
    }
    server.on("/", page(prose(3), "Home", links="".join(f'<a href="{path}">x</a> ' for path in pages)))
    for path, body in pages.items():
        server.on(path, body)
    return {path: server.root + path for path in pages}


def test_a_copy_of_what_came_first_is_not_called_a_copy_of_what_is_shown(folder: Path, server: HostileServer) -> None:
    text = prose(1)
    near = [*text[:-8], *["anders"] * 8]
    server.on(
        "/", page(prose(3), "Home", links='<a href="/x/first">1</a> <a href="/x/y/copy">2</a> <a href="/n">3</a>')
    )
    for path, words in {"/x/first": text, "/x/y/copy": text, "/n": near}.items():
        server.on(path, page(words, path))
    workspace = crawl(folder, server)
    for path in ("/x/first", "/x/y/copy"):
        told = workspace.why(server.root + path)
        assert (told.duplicate_of, told.likeness is not None and 0.8 < told.likeness < 1) == (server.root + "/n", True)


def test_groups_and_what_why_says(folder: Path, server: HostileServer) -> None:
    """faults: 39"""
    urls = site(server)
    workspace = crawl(folder, server)
    why = {path: workspace.why(url) for path, url in urls.items()}
    assert {path: answer.duplicate_of for path, answer in why.items()} == {
        "/print/a": urls["/a"], "/a": None, "/nearly": urls["/a"], "/other": None, "/short": None, "/short2": None,
    }  # fmt: skip
    assert why["/print/a"].likeness == 1.0
    near = why["/nearly"].likeness
    assert near is not None
    assert 0.7 < near < 1
    assert len({why[path].group for path in ("/print/a", "/a", "/nearly")}) == 1
    assert why["/short"].group is None
    assert set(why["/a"].similar) == {urls["/print/a"], urls["/nearly"]}
    assert all(answer.indexed and answer.outcome == "ok" for answer in why.values())
    result = workspace.search(WORDS[0] + " OR " + " OR ".join(prose(1)[:20]), limit=50)
    hits = {hit.url: hit for hit in result.hits}
    assert hits[urls["/a"]].similar == 2
    assert urls["/print/a"] not in hits


def test_groups_are_the_same_after_a_reindex_and_after_the_rules_changed(folder: Path, server: HostileServer) -> None:
    urls = site(server)
    workspace = crawl(folder, server)
    group = workspace.why(urls["/a"]).group
    workspace.reindex()
    assert workspace.search(f"group:{group}").total == 3
    assert workspace.why(urls["/nearly"]).duplicate_of == urls["/a"]
    server.on("/a", page(prose(9), "Rewritten"))
    crawl(folder, server, duplicates__near=False)
    assert workspace.why(urls["/a"]).duplicate_of is None
    assert workspace.why(urls["/print/a"]).duplicate_of == urls["/nearly"], "it named another page as the right one"
    workspace.reindex()
    assert workspace.why(urls["/print/a"]).duplicate_of is None
    assert workspace.search(f"group:{group}").total == 1


def test_a_page_that_is_gone_stands_for_no_other(folder: Path, server: HostileServer) -> None:
    urls = site(server)
    workspace = crawl(folder, server)
    assert workspace.why(urls["/nearly"]).duplicate_of == urls["/a"]
    server.on("/a", answer(404, b"gone"))
    for _ in range(2):  # once might be a mistake of the server
        crawl(folder, server)
    assert workspace.why(urls["/nearly"]).duplicate_of is None
    assert workspace.why(urls["/nearly"]).similar == [urls["/print/a"]]
    group = workspace.why(urls["/nearly"]).group
    assert {hit.url for hit in workspace.search(f"group:{group}").hits} == {urls["/nearly"], urls["/print/a"]}


def test_nothing_is_grouped_that_is_imported_once(folder: Path, tmp_path: Path) -> None:
    lines = [f'{{"id": "{n}", "text": "{" ".join(prose(n % 3))}"}}' for n in range(6)]
    (tmp_path / "d.jsonl").write_text("\n".join(lines), encoding="utf-8")
    workspace = mekik.open(folder)
    workspace.import_files([tmp_path / "d.jsonl"])
    assert workspace.why("http://d.invalid/4").duplicate_of == "http://d.invalid/1"
    assert workspace.search(f"job:import {prose(1)[0]}").total <= 3
    assert workspace.search("job:import").total == 3
    assert workspace.search("job:import", similar="all").total == 6


def test_the_demo_webs_near_duplicates_and_no_others(crawled: Crawled) -> None:
    labelled = {t.url: t.duplicate_of for t in crawled.web.truth() if t.kind == Kind.NEAR_DUPLICATE.label}
    found = {
        truth.url: why.similar
        for truth in crawled.web.truth()
        if truth.kind not in (Kind.TRAP.label, Kind.DUPLICATE.label, Kind.SPAM.label)
        and truth.topic != LISTS
        and (why := crawled.workspace.why(truth.url)).similar
    }
    assert {url for url in found if url in labelled} == set(labelled)
    assert all(labelled[url] in found[url] for url in labelled)
    assert set(found) <= set(labelled) | set(labelled.values())


def test_memory_is_bounded_and_new_texts_are_still_found(tmp_path: Path) -> None:
    """Flat cost: 136 bytes a text, and never more than the setting says."""
    store = SqliteStore(tmp_path / "f.sqlite")
    texts = Texts(store, DuplicatesSettings(memory=1_000_000))
    chance = random.Random(4)
    sketches = [chance.randbytes(64) for _ in range(30_000)]
    for number, sketch in enumerate(sketches):
        row, alike = texts.place(number, chance.getrandbits(64), sketch)
        assert (row.number, alike) == (number + 1, None)
        if number % 4000 == 0:
            store.write(Batch(texts=texts.give()))
    near = bytearray(sketches[-1])
    near[::5] = bytes(13)
    row, alike = texts.place(99_999, 1, bytes(near))
    assert row.address == len(sketches) - 1
    assert alike == pytest.approx(51 / 64, abs=0.02)
    store.write(Batch(texts=texts.give()))
    again = Texts(store, DuplicatesSettings())
    assert again.place(99_998, 2, bytes(near))[0].address == len(sketches) - 1
    assert again.place(99_997, 3, sketches[11])[0].address == 11
    store.close()


def test_levels_hold_what_was_put_into_them() -> None:
    bands = Bands(10**9)
    chance = random.Random(1)
    rows = [(chance.getrandbits(63), chance.randbytes(64)) for _ in range(9000)]
    for number, (group, sketch) in enumerate(rows):
        bands.add(keys_of(group, sketch), number)
    for number in range(0, 9000, 97):
        assert bands.candidates(keys_of(*rows[number]))[0] == number
    assert bands.candidates(keys_of(5, chance.randbytes(64))) == []
    assert 9000 * 17 - 50 < len(bands) <= 9000 * 17
