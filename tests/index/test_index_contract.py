"""What every engine of the index promises. Add an engine to ENGINES and it is held to the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from index_kit import URL, make_entry

from mekik.index import IndexEntry, IndexReader, IndexWriter, TantivyReader, TantivyWriter
from mekik.settings import IndexSettings


class Engine(NamedTuple):
    writer: Callable[[], IndexWriter]
    reader: Callable[[], IndexReader]


def tantivy_engine(path: Path) -> Engine:
    small = IndexSettings(memory=15_000_000)
    return Engine(lambda: TantivyWriter(path, small), lambda: TantivyReader(path))


ENGINES = {"tantivy": tantivy_engine}


@pytest.fixture(params=sorted(ENGINES))
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    return ENGINES[request.param](tmp_path / "index")


def test_an_index_that_is_not_there_is_empty(engine: Engine) -> None:
    reader = engine.reader()
    assert reader.count() == 0
    assert reader.entry("ayse", URL) is None


def test_what_was_committed_is_there_with_everything_stored(engine: Engine) -> None:
    writer = engine.writer()
    entry = make_entry(topics=("ekonomi", "spor"), nosnippet=True)
    writer.put(entry)
    writer.commit()
    found = engine.reader().entry("ayse", URL)
    assert found is not None
    stored = {name for name in IndexEntry.__struct_fields__ if not name.startswith(("title_", "content_"))}
    stored = stored - {"anchors"} | {"content_type"}
    assert {name: getattr(found, name) for name in stored} == {name: getattr(entry, name) for name in stored}
    writer.close()


def test_what_was_not_committed_is_not_seen(engine: Engine) -> None:
    writer, reader = engine.writer(), engine.reader()
    writer.put(make_entry())
    assert reader.count() == 0
    writer.commit()
    assert reader.count() == 1
    writer.close()


def test_putting_again_replaces(engine: Engine) -> None:
    writer, reader = engine.writer(), engine.reader()
    writer.put(make_entry(title="eski"))
    writer.put(make_entry(title="yeni"))  # in one batch
    writer.commit()
    assert reader.count() == 1
    writer.put(make_entry(title="en yeni"))  # in another
    writer.commit()
    found = reader.entry("ayse", URL)
    assert reader.count() == 1
    assert found is not None
    assert found.title == "en yeni"
    writer.close()


def test_a_job_leaves_with_all_its_entries_and_no_other(engine: Engine) -> None:
    """faults: 72"""
    writer, reader = engine.writer(), engine.reader()
    for number in range(5):
        writer.put(make_entry(url=f"{URL}{number}", job="ayse~haber"))
    writer.put(make_entry(url=URL + "other", job="ayse~haber-2"))
    writer.commit()
    writer.put(make_entry(url=URL + "late", job="ayse~haber"))
    writer.remove_job("ayse~haber")
    writer.commit()
    assert reader.count() == 1
    assert reader.entry("ayse", URL + "other") is not None
    writer.close()


def test_two_owners_have_an_address_each(engine: Engine) -> None:
    writer, reader = engine.writer(), engine.reader()
    writer.put(make_entry(owner="ayse", title="bir"))
    writer.put(make_entry(owner="ali", title="iki"))
    writer.commit()
    writer.remove("ayse", URL)
    writer.commit()
    found = reader.entry("ali", URL)
    assert reader.count() == 1
    assert reader.entry("ayse", URL) is None
    assert found is not None
    assert found.title == "iki"
    writer.close()


def test_removing_what_is_not_there_is_no_fault(engine: Engine) -> None:
    writer = engine.writer()
    writer.remove("ayse", URL)
    writer.put(make_entry())
    writer.remove("ayse", URL)
    writer.put(make_entry(title="wieder"))
    writer.commit()
    assert engine.reader().count() == 1
    writer.close()


def test_a_batch_that_is_played_twice_leaves_one_of_each(engine: Engine) -> None:
    reader = engine.reader()
    for _ in range(2):
        writer = engine.writer()
        for number in range(20):
            writer.put(make_entry(f"{URL}/{number}"))
        writer.close()
    assert reader.count() == 20


def test_closing_commits(engine: Engine) -> None:
    writer = engine.writer()
    writer.put(make_entry())
    writer.close()
    assert engine.reader().count() == 1


def test_a_commit_in_the_background_is_seen_when_it_is_done(engine: Engine) -> None:
    writer, reader = engine.writer(), engine.reader()
    for number in range(300):
        writer.put(make_entry(f"{URL}/{number}"), replace=False)
    writer.commit_in_background()
    for number in range(300, 310):
        writer.put(make_entry(f"{URL}/{number}"), replace=False)  # while it runs
    writer.wait()
    assert writer.poll_committed()
    assert reader.count() >= 300
    writer.commit()
    assert reader.count() == 310
    writer.close()


def test_a_commit_asked_for_during_a_commit_covers_what_was_put_before_it(engine: Engine) -> None:
    writer, reader = engine.writer(), engine.reader()
    for round in range(5):
        writer.put(make_entry(f"{URL}/{round}/a"), replace=False)
        writer.commit_in_background()
        writer.put(make_entry(f"{URL}/{round}/b"), replace=False)
        writer.commit_in_background()
        writer.wait()
        assert reader.count() == 2 * (round + 1)
    writer.close()


def test_polling_without_a_commit_says_that_none_is_under_way(engine: Engine) -> None:
    writer = engine.writer()
    assert writer.poll_committed()
    writer.commit()
    writer.commit_in_background()
    writer.wait()
    writer.close()


def test_one_bad_entry_costs_nobody_else(engine: Engine) -> None:
    """faults: 31"""
    writer, reader = engine.writer(), engine.reader()
    writer.put(make_entry(URL + "/1"))
    writer.put(make_entry(URL + "/2", title="\ud800", content="a\udfffb", content_exact="\ud800 kelime", host="\ud800"))
    writer.put(make_entry(URL + "/3", title="\x00", content="\x00" * 10, job="j" * 100_000, fetched=1e300))
    writer.put(make_entry(URL + "/4", content_exact="u" * 70_000, topics=("\ud800",), fetched=float("nan"), size=2**70))
    writer.put(make_entry(URL + "/5\ud800", owner="\ud800"))
    writer.remove("\ud800", URL + "/5\ud800")
    writer.commit()
    assert reader.count() == 4
    found = reader.entry("ayse", URL + "/2")
    assert found is not None
    assert (found.title, found.content) == ("?", "a?b")
    writer.close()


operations = st.lists(
    st.tuples(
        st.sampled_from(["put", "remove", "commit", "background"]), st.sampled_from("abc"), st.sampled_from("xy")
    ),
    max_size=25,
)


@pytest.mark.parametrize("name", sorted(ENGINES))
@given(steps=operations)
@settings(max_examples=25, deadline=None)
def test_an_index_is_a_dictionary_by_owner_and_address(
    name: str, steps: list[tuple[str, str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    engine = ENGINES[name](tmp_path_factory.mktemp("index"))
    writer, reader = engine.writer(), engine.reader()
    expected: dict[tuple[str, str], str] = {}
    for number, (step, page, owner) in enumerate(steps):
        if step == "put":
            writer.put(make_entry(page, owner=owner, title=str(number)), replace=True)
            expected[owner, page] = str(number)
        elif step == "remove":
            writer.remove(owner, page)
            expected.pop((owner, page), None)
        elif step == "commit":
            writer.commit()
            assert reader.count() == len(expected)
        else:
            writer.commit_in_background()
    writer.close()
    assert reader.count() == len(expected)
    for (owner, page), title in expected.items():
        found = reader.entry(owner, page)
        assert found is not None
        assert found.title == title
