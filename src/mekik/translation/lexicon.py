"""One dictionary in one direction, ready to be asked: a file of SQLite in the user's cache, made at the first use.

A dictionary can be read backwards: who is called *assurance, güven* answers for *güven*. The earlier a translation
stands in its entry, the more it weighs, and what several entries say adds up.
"""

from __future__ import annotations

import sqlite3
import threading
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from mekik.analysis import cached
from mekik.errors import StorageError
from mekik.translation.dictd import DictionaryFile, entries
from mekik.translation.glosses import read_entry
from mekik.translation.keys import keys_of

FORMAT = 1
"""Another number for another layout, another reading of entries, or other keys."""
MOST_ANSWERS = 16
_KIND = "dictionaries"
_LATER, _LATER_BACKWARDS = 0.5, 0.3
"""How fast translations lose weight along an entry."""
_BY_ROOT = 0.8
"""What an entry weighs that has another form of the word."""
_BATCH = 20_000
_TABLE = """
CREATE TABLE rendering (key TEXT, text TEXT, weight REAL, PRIMARY KEY (key, text)) WITHOUT ROWID
"""


class Lexicon:
    """Words of one language to words of another. May be asked from several threads."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        self._lock = threading.Lock()

    def renderings(self, key: str) -> list[tuple[str, float]]:
        """The heaviest first."""
        with self._lock:
            return self._connection.execute(
                "SELECT text, weight FROM rendering WHERE key = ? ORDER BY weight DESC, text LIMIT ?",
                (key, MOST_ANSWERS),
            ).fetchall()

    def close(self) -> None:
        self._connection.close()


def open_lexicon(file: DictionaryFile, backwards: bool, loading: Callable[[], None]) -> Lexicon:
    """`loading` is called now and then while the file is made, which takes seconds, once on a machine.

    Raises StorageError for a dictionary that cannot be read, or when nothing can be written anywhere.
    """
    name = _file_name(file, backwards)
    for folder in cached.folders(_KIND):
        if (folder / name).is_file():
            with suppress(sqlite3.Error):
                lexicon = Lexicon(folder / name)
                lexicon.renderings("")  # a damaged file is found out here and made anew
                return lexicon
    trouble: Exception | None = None
    for folder in cached.folders(_KIND):
        try:
            return Lexicon(cached.make(folder, name, lambda path: _fill(path, file, backwards, loading)))
        except (OSError, sqlite3.Error) as error:
            trouble = error
    raise StorageError(f"The dictionary {file.places} cannot be made ready: {trouble}.")


def _file_name(file: DictionaryFile, backwards: bool) -> str:
    import simplemma  # here: slow to import

    seen = file.text.stat()
    direction = f"{file.target}-{file.source}-backwards" if backwards else f"{file.source}-{file.target}"
    versions = f"{simplemma.__version__}-{unicodedata.unidata_version}-{FORMAT}"
    return f"{direction}-{seen.st_size:x}-{seen.st_mtime_ns:x}-{versions}.words"


def _fill(path: Path, file: DictionaryFile, backwards: bool, loading: Callable[[], None]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("CREATE TABLE raw (key TEXT, text TEXT, weight REAL)")
        connection.execute("BEGIN")
        batch: list[tuple[str, str, float]] = []
        for row in _rows(file, backwards):
            batch.append(row)
            if len(batch) >= _BATCH:
                connection.executemany("INSERT INTO raw VALUES (?, ?, ?)", batch)
                batch.clear()
                loading()
        connection.executemany("INSERT INTO raw VALUES (?, ?, ?)", batch)
        connection.execute(_TABLE)
        # Sorted and added up by SQLite, which goes to the disk where a dictionary is larger than memory allows.
        connection.execute("INSERT INTO rendering SELECT key, text, sum(weight) FROM raw GROUP BY key, text")
        connection.execute("DROP TABLE raw")
        connection.execute("COMMIT")
        connection.execute("VACUUM")
    loading()


def _rows(file: DictionaryFile, backwards: bool) -> Iterator[tuple[str, str, float]]:
    keys = keys_of(file.target if backwards else file.source)
    slope = _LATER_BACKWARDS if backwards else _LATER
    for entry in entries(file):
        words, glosses = read_entry(entry)
        if backwards:
            pairs = [(gloss, word, place) for place, gloss in enumerate(glosses) for word in words]
        else:
            pairs = [(word, gloss, place) for word in words for place, gloss in enumerate(glosses)]
        asked, key = "", None
        for one, other, place in pairs:
            if one != asked:
                asked, key = one, keys.key(one)
            if key is not None:
                weight = 1 / (1 + slope * place)
                yield key.exact, other.lower(), weight
                if key.root != key.exact:
                    yield key.root, other.lower(), weight * _BY_ROOT
