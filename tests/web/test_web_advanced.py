"""The advanced form and the query language say the same, whatever is typed into the form."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.search import parse
from mekik.search.grammar import LONGEST
from mekik.search.tree import Excluded, Field, Node, Phrase, Prefix, Required, Sequence, Word
from mekik.web.advanced import Advanced, read_back

pieces = st.sampled_from(
    [
        "kedi",
        "köpek",
        "c++",
        "AND",
        "OR",
        "-x",
        '"',
        "(",
        ")",
        "site:a.org",
        "in:mine",
        "*",
        "ke*",
        "“",
        "»",
        "\x00",
        "a",
    ]
)
typed = st.one_of(st.lists(pieces, max_size=8).map(" ".join), st.text(max_size=40))
words = st.lists(st.sampled_from(["kedi", "köpek", "kuş", "at"]), min_size=1, max_size=4, unique=True)


def leaves(node: Node | None) -> list[Node]:
    if node is None:
        return []
    return list(node.children) if isinstance(node, Sequence) else [node]


@given(st.builds(Advanced, all=typed, phrase=typed, any=typed, none=typed, host=typed, language=typed))
@settings(max_examples=200, deadline=None)
def test_whatever_is_typed_stays_in_its_place(form: Advanced) -> None:
    """Nothing that is typed into one field becomes an operator, or a filter that nobody chose."""
    query = parse(form.query())
    chosen = {name for name, value in (("site", form.host), ("language", form.language)) if value.strip()}
    for node in leaves(query.tree):
        if isinstance(node, Field):
            assert node.name in chosen, form
        if isinstance(node, Required):
            assert isinstance(node.child, (Word, Prefix, Phrase)), form
        if isinstance(node, Excluded):
            assert isinstance(node.child, (Word, Prefix, Phrase)), form


@given(words, words, words)
def test_the_form_reads_back_what_it_wrote(all_of: list[str], any_of: list[str], none: list[str]) -> None:
    form = Advanced(
        all=" ".join(all_of), any=" ".join(any_of), none=" ".join(none), type="pdf", since="7d", mine="true"
    )
    again = read_back(form.query())
    assert again.query() == form.query() or len(any_of) == 1  # one of one is just a word more
    assert set(again.none.split()) == set(none)
    assert (again.type, again.since, again.mine) == ("pdf", "7d", "true")


@given(st.text(max_size=200))
def test_any_query_can_be_read_back(text: str) -> None:
    assert len(read_back(text).query()) <= LONGEST
