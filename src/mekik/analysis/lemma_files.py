"""The compiled dictionaries: made once for a machine's user, then mapped by every process. One that is damaged is made
anew."""

from __future__ import annotations

import mmap
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from mekik.analysis import cached
from mekik.analysis.casing import folding
from mekik.analysis.lemmas import FORMAT, Lemmas, compiled

_KIND = "lemmas"


def open_lemmas(language: str, loading: Callable[[], None]) -> Lemmas:
    """The dictionary of a language that simplemma has. `loading` is called now and then while it is made."""
    import simplemma  # here: slow to import, and many runs never need it

    name = f"{language}-{simplemma.__version__}-{unicodedata.unidata_version}-{FORMAT}.lemmas"
    for folder in cached.folders(_KIND):
        with suppress(OSError, ValueError):
            return Lemmas(_mapped(folder / name))
    data = _compile(language, loading)
    for folder in cached.folders(_KIND):
        with suppress(OSError, ValueError):
            return Lemmas(_mapped(cached.make(folder, name, partial(_write, data))))
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


def _write(data: bytes, path: Path) -> None:
    path.write_bytes(data)


def _mapped(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
