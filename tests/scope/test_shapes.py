"""Addresses that a program made have a shape in common."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.scope import has_session, is_session, shape_of
from mekik.scope.shapes import shape_by_parts
from mekik.urls import Normaliser


@pytest.mark.parametrize(
    ("path", "fine", "coarse"),
    [
        ("/", "/", "/"),
        ("/takvim", "/*", "/*"),
        ("/takvim?ay=2024-01", "/takvim?ay=*", "/takvim?*"),
        ("/calendar/2024/03/05", "/calendar/*/*/*", "/calendar/*/*/*"),
        ("/news/a-new-bridge-4711", "/news/*", "/news/*"),
        ("/news/a-new-bridge-4711.html", "/news/*.html", "/news/*"),
        ("/list?colour=red&page=3", "/list?colour=*&page=*", "/list?*"),
        ("/news/a-bridge?view=print", "/news/*?view=*", "/news/*?*"),
        ("/shop/red/large/cotton", "/shop/red/large/*", "/shop/*/*/*"),
        ("/s/5f3a9c1e77d20b48/news.html", "/s/*/*.html", "/s/*/*"),
        ("/a/b/a/b/a/b/", "/a/b/…/", "/a/*/…"),
        ("/2024/03/03", "/*/*/*", "/*/*/*"),
        ("/a/b/c/d/e/f/g", "/a/b/c/d/e/f/*", "/a/**"),
    ],
)
def test_numbers_ids_and_last_names_are_left_out(path: str, fine: str, coarse: str) -> None:
    shape = shape_of("http://example.org" + path)
    assert (shape.fine, shape.coarse) == ("example.org" + fine, "example.org" + coarse)


def test_what_a_program_counts_has_one_shape() -> None:
    days = {shape_of(f"http://example.org/day/{year}/{day}") for year in range(2000, 3000, 9) for day in range(1, 29)}
    assert len(days) == 1


@pytest.mark.parametrize("text", ["5f3a9c1e77d20b48", "550e8400-e29b-41d4-a716-446655440000", "aB3dE6gH9jK2"])
def test_what_looks_made_by_chance(text: str) -> None:
    assert is_session(text)
    assert has_session(f"http://example.org/list?token={text}")


@pytest.mark.parametrize("text", ["2024", "library", "deniz-feneri-12", "20240305", "index.html", "a1b2", "cafebabe"])
def test_what_does_not(text: str) -> None:
    assert not is_session(text)


_URLS = st.text(max_size=80).map(lambda text: Normaliser().normalise("http://example.org/" + text))


@settings(max_examples=200, deadline=None)
@given(_URLS)
def test_every_address_has_a_shape_of_its_own_host(url: str | None) -> None:
    if url is not None:
        shape = shape_of(url)
        assert all(text.startswith("example.org/") for text in shape)
        assert len(shape.fine) <= 2 * len(url) + 50


_PART = st.sampled_from(["a", "b", "news", "2024", "03", "a-1", "5f3a9c1e77d20b48", "x.html", ".x", "y.", ""])
_MADE = st.builds(
    lambda folders, query: "http://example.org" + "".join(f"/{part}" for part in folders) + query,
    st.lists(_PART, max_size=7),
    st.sampled_from(["", "?", "?a=1", "?b&a=2", "?5=1&6=2"]),
)


@settings(max_examples=400, deadline=None)
@given(_MADE | _URLS | st.text(max_size=40))
def test_what_is_remembered_of_a_folder_gives_the_same_shapes(url: str | None) -> None:
    if url is not None:
        assert shape_of(url) == shape_by_parts(url)
