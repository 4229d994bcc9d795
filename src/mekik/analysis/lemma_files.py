"""Where the compiled dictionaries are: made once for a machine's user, then mapped by every process.

A file is written under a name of its own and then renamed, so there is never half a file under the right name, and
several processes may make it at once. One that is damaged all the same is made anew.
"""

from __future__ import annotations

import mmap
import os
import resource
import stat
import tempfile
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mekik.analysis.casing import folding
from mekik.analysis.lemmas import FORMAT, Lemmas, compiled

_ABANDONED = 3600.0
"""Seconds after which nobody is writing a file any more."""
_UNFINISHED = ".part"


def open_lemmas(language: str, loading: Callable[[], None]) -> Lemmas:
    """The dictionary of a language that simplemma has. `loading` is called now and then while it is made."""
    import simplemma  # here: slow to import, and many runs never need it

    name = f"{language}-{simplemma.__version__}-{unicodedata.unidata_version}-{FORMAT}.lemmas"
    for folder in _folders():
        with suppress(OSError, ValueError):
            return Lemmas(_mapped(folder / name))
    data = _compile(language, loading)
    for folder in _folders():
        with suppress(OSError, ValueError):
            _write(folder, name, data)
            return Lemmas(_mapped(folder / name))
    return Lemmas(data)


def _compile(language: str, loading: Callable[[], None]) -> bytes:
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    loading()
    dictionary = DefaultDictionaryFactory(1).get_dictionary(language)
    fold = folding(language)

    def root(lemma: str) -> str:
        folded = fold(lemma)
        return folded if folded.isalnum() else ""

    data = compiled(dictionary, root, loading)
    loading()
    return data


def _folders() -> Iterator[Path]:
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    with suppress(RuntimeError):  # somebody without a home
        yield (Path(chosen) if Path(chosen).is_absolute() else Path.home() / ".cache") / "mekik" / "lemmas"
    shared = Path(tempfile.gettempdir()) / f"mekik-{os.getuid()}"
    with suppress(OSError):
        shared.mkdir(mode=0o700, exist_ok=True)
        found = shared.lstat()
        # Anybody may have made a folder of this name there.
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022:
            yield shared / "lemmas"


def _mapped(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _write(folder: Path, name: str, data: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob(f"*{_UNFINISHED}"):
        with suppress(OSError):
            if left.stat().st_mtime < time.time() - _ABANDONED:
                left.unlink()
    descriptor, temporary = tempfile.mkstemp(suffix=_UNFINISHED, dir=folder)
    try:
        with _large_files(), os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(temporary).replace(folder / name)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


@contextmanager
def _large_files() -> Iterator[None]:
    """A process that reads strangers' pages may have been told to write no large files; this one is ours."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
