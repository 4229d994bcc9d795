"""tantivy's own troubles: a full disk, a killed writer, a second writer, another version, a swapped directory."""

from __future__ import annotations

import platform
import resource
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import tantivy
from index_kit import URL, make_entry

import mekik.index.writer
from mekik.errors import DiskFull, Locked, OldFormat, StorageError
from mekik.index import TantivyReader, TantivyWriter
from mekik.settings import IndexSettings

SMALL = IndexSettings(memory=15_000_000)
HERE = str(Path(__file__).parent)


@contextmanager
def no_room() -> Iterator[None]:
    """Files cannot grow beyond 2 KB."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def put_many(writer: TantivyWriter, first: int, last: int) -> None:
    for number in range(first, last):
        words = " ".join(f"kelime{number}x{turn}" for turn in range(60))
        writer.put(make_entry(f"{URL}/{number}", content=words, content_exact=words), replace=number % 2 == 0)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """faults: 42"""
    writer, reader = TantivyWriter(tmp_path, SMALL), TantivyReader(tmp_path)
    put_many(writer, 0, 50)
    writer.commit()
    put_many(writer, 50, 100)
    with no_room():
        with pytest.raises(DiskFull, match="mekik resume"):
            writer.commit()
        put_many(writer, 100, 120)
        writer.commit_in_background()
        with pytest.raises(DiskFull):
            writer.wait()
        assert reader.count() == 50
    writer.commit()
    assert reader.count() == 120
    assert reader.entry("ayse", f"{URL}/119") is not None
    writer.close()


def test_a_background_commit_on_a_full_disk_is_tried_again_by_polling(tmp_path: Path) -> None:
    """faults: 42"""
    writer, reader = TantivyWriter(tmp_path, SMALL), TantivyReader(tmp_path)
    put_many(writer, 0, 50)
    with no_room():
        writer.commit_in_background()
        with pytest.raises(DiskFull):
            writer.wait()
    writer.wait()
    assert reader.count() == 50
    writer.close()


def test_a_kill_leaves_the_last_commit_and_no_lock(tmp_path: Path) -> None:
    """faults: 40, 44"""
    script = textwrap.dedent(f"""
        import os, sys
        from pathlib import Path
        sys.path.insert(0, {HERE!r})
        from index_kit import URL, make_entry
        from mekik.index import TantivyWriter
        from mekik.settings import IndexSettings
        writer = TantivyWriter(Path(sys.argv[1]), IndexSettings(memory=15_000_000))
        for number in range(20):
            writer.put(make_entry(f"{{URL}}/{{number}}"))
        writer.commit()
        for number in range(20, 40):
            writer.put(make_entry(f"{{URL}}/{{number}}"))
        os.kill(os.getpid(), {int(signal.SIGKILL)})
    """)
    ended = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False, timeout=60)
    assert ended.returncode == -signal.SIGKILL
    reader = TantivyReader(tmp_path)
    assert reader.count() == 20
    writer = TantivyWriter(tmp_path, SMALL)
    for number in range(10, 40):  # played again, from before the last commit
        writer.put(make_entry(f"{URL}/{number}"))
    writer.close()
    assert reader.count() == 40


def test_a_reader_follows_the_commits_of_another_process(tmp_path: Path) -> None:
    reader = TantivyReader(tmp_path)
    before = reader.generation
    script = textwrap.dedent(f"""
        import sys
        from pathlib import Path
        sys.path.insert(0, {HERE!r})
        from index_kit import make_entry
        from mekik.index import TantivyWriter
        writer = TantivyWriter(Path(sys.argv[1]))
        for line in sys.stdin:
            writer.put(make_entry(line.strip()))
            writer.commit()
            print("done", flush=True)
        writer.close()
    """)
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for number in range(1, 4):
            child.stdin.write(f"{URL}/{number}\n")
            child.stdin.flush()
            assert child.stdout.readline() == "done\n"
            assert reader.count() == number
        child.stdin.close()
    assert reader.generation != before


def test_a_searcher_stays_as_it_is_while_commits_go_on(tmp_path: Path) -> None:
    writer, reader = TantivyWriter(tmp_path, SMALL), TantivyReader(tmp_path)
    writer.put(make_entry())
    writer.commit()
    searcher = reader.searcher()
    writer.remove("ayse", URL)
    writer.commit()
    assert searcher.num_docs == 1
    assert reader.count() == 0
    writer.close()


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    """faults: 44"""
    writer = TantivyWriter(tmp_path, SMALL)
    with pytest.raises(Locked):
        TantivyWriter(tmp_path, SMALL)
    writer.close()
    TantivyWriter(tmp_path, SMALL).close()


def test_an_index_of_another_version_is_named_as_such(tmp_path: Path) -> None:
    """faults: 49"""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body")
    tantivy.Index(builder.build(), path=str(tmp_path))
    with pytest.raises(OldFormat, match="mekik reindex"):
        TantivyWriter(tmp_path, SMALL)
    with pytest.raises(OldFormat, match="mekik reindex"):
        TantivyReader(tmp_path)


def test_a_damaged_index_is_said_to_be_so(tmp_path: Path) -> None:
    """faults: 43"""
    writer = TantivyWriter(tmp_path, SMALL)
    writer.put(make_entry())
    writer.close()
    (tmp_path / "meta.json").write_text("{")
    with pytest.raises(StorageError, match="mekik reindex"):
        TantivyReader(tmp_path)


def test_a_missing_segment_is_said_to_be_so(tmp_path: Path) -> None:
    """faults: 43"""
    writer = TantivyWriter(tmp_path, SMALL)
    writer.put(make_entry())
    writer.close()
    for file in [*tmp_path.glob("*.term"), *tmp_path.glob("*.idx")]:
        file.unlink()
    with pytest.raises(StorageError, match="mekik reindex"):
        TantivyReader(tmp_path)


def test_a_reader_follows_when_the_index_is_exchanged(tmp_path: Path) -> None:
    old, new = tmp_path / "index", tmp_path / "index.new"
    for path, entries in ((old, 1), (new, 3)):
        writer = TantivyWriter(path, SMALL)
        for number in range(entries):
            writer.put(make_entry(f"{URL}/{number}"))
        writer.close()
    reader = TantivyReader(old)
    assert reader.count() == 1
    old.rename(tmp_path / "index.old")
    assert reader.count() == 1  # nothing there for a moment
    new.rename(old)
    assert reader.count() == 3
    writer = TantivyWriter(old, SMALL)
    writer.remove("ayse", f"{URL}/0")
    writer.close()
    assert reader.count() == 2


def test_a_batch_beyond_the_memory_is_committed_before_its_time(tmp_path: Path) -> None:
    writer, reader = TantivyWriter(tmp_path, SMALL), TantivyReader(tmp_path)
    large = "x" * 1_000_000
    for number in range(40):
        writer.put(make_entry(f"{URL}/{number}", content=large), replace=False)
    writer.wait()
    seen = reader.count()
    assert seen >= 16
    writer.close()
    assert reader.count() == 40


def _anonymous() -> int:
    status = Path("/proc/self/status").read_text()
    return int(status.split("RssAnon:")[1].split()[0]) * 1024


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library keeps its memory otherwise")
def test_freed_memory_goes_back_to_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mekik.index.writer, "_GIVE_BACK", 0.0)
    writer = TantivyWriter(tmp_path, SMALL)
    scattered = [bytes(1000) for _ in range(100_000)]
    scattered = scattered[::100]
    put_many(writer, 0, 20)
    before = _anonymous()
    writer.commit()
    assert _anonymous() < before - 50_000_000
    assert len(scattered) == 1000
    writer.close()


def test_a_writer_that_gets_more_than_it_takes_up_says_so(tmp_path: Path) -> None:
    writer = TantivyWriter(tmp_path, SMALL)
    words = " ".join(f"kelime{number}" for number in range(20_000))
    put = 0

    def put_more(entries: int) -> None:
        nonlocal put
        for _ in range(entries):
            put += 1
            writer.put(make_entry(f"{URL}/{put}", content_exact=words), replace=False)

    for _ in range(20):  # a commit that ends too soon shows nothing
        put_more(30)
        seen = [writer.behind]  # what a commit covers does not count
        writer.commit_in_background()
        put_more(40)
        seen.append(writer.behind)
        writer.commit()
        seen.append(writer.behind)
        if any(seen):
            break
    assert seen == [False, True, False]
    writer.close()
    assert TantivyReader(tmp_path).count() == put
