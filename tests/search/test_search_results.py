"""What is found, in which order, and what the answer says."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_kit import ask, found, make_entry, make_index, marked, standard_entries

from mekik.errors import UsageError
from mekik.index import TantivyReader
from mekik.search import SearchResult


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> TantivyReader:
    return make_index(tmp_path_factory.mktemp("index"), standard_entries())


@pytest.mark.parametrize(
    ("query", "pages"),
    [
        ("köprüyü", {"kopru", "eski"}),  # another ending
        ("kediler", {"kedi"}),
        ("KEDİLER", {"kedi"}),
        ("istanbul", {"kopru", "notes.txt"}),  # İSTANBUL'DA there, Istanbul here
        ("atatürk", {"mac"}),
        ("kitap", {"eski"}),  # kitabın
        ("cat", {"bridge", "cats"}),
        ("run", {"bridge"}),
        ("yokböylebirkelime", set()),
        ('"kara kedinin"', {"kedi"}),
        ('"kara yolları"', {"eski"}),
        ('"kedinin kara"', set()),
        ('"black cat"', {"cats"}),
        ('"new bridge"', {"bridge"}),  # in the title
        ("kara AND köprü", {"eski"}),
        ("kara OR hakem", {"kedi", "eski", "mac"}),
        ("köprü NOT kara", {"kopru"}),
        ("köprü -kara", {"kopru"}),
        ("+köprü +kara", {"eski"}),
        ("(kara OR hakem) AND (kedi OR karşılaşma)", {"kedi", "mac"}),
        ("-köprü lang:tr", {"kedi", "mac"}),
        ("NOT lang:tr", {"bridge", "cats", "notes.txt"}),
        ("site:example.org cats", {"bridge", "cats"}),
        ("host:www.example.org cats", {"bridge"}),
        ("domain:gazete.com.tr köprü", {"kopru", "eski"}),
        ("site:https://www.gazete.com.tr/spor", {"kopru", "kedi", "mac"}),
        ("type:text", {"notes.txt"}),
        ("type:text/plain", {"notes.txt"}),
        ("language:EN-us bridge", {"bridge"}),
        ("title:köprüler", {"kopru", "eski"}),
        ('title:"kedileri sokak"', {"kedi"}),
        ("url:gundem", {"kopru"}),
        ("url:gazete.com.tr/spor", {"mac"}),
        ("job:deneme traffic", {"notes.txt"}),
        ("job:başka traffic", set()),
        ("after:2024", {"cats", "bridge", "notes.txt"}),
        ("before:2021-09-01", {"kopru"}),
        ("after:01.01.2021 before:2022-12-31", {"kedi", "mac"}),
        ("köpr*", {"kopru", "eski"}),
        ("kedin*", {"kedi"}),
        ("CAT*", {"bridge", "cats"}),
        ("zzz*", set()),
        ("", set()),
        ("???", set()),
    ],
)
def test_finds(reader: TantivyReader, query: str, pages: set[str]) -> None:
    result = ask(reader, query)
    assert {hit.url.rpartition("/")[2] for hit in result.hits} == pages
    assert result.total == len(pages)


def test_pages_with_all_words_come_before_pages_with_some(reader: TantivyReader) -> None:
    result = ask(reader, "kara köprü")
    assert result.hits[0].url.endswith("eski")
    assert result.total == 3
    assert result.notices == ["1 page with all the words; the others have some"]


def test_when_enough_pages_have_all_words_the_others_are_left_out(tmp_path: Path) -> None:
    both = [make_entry(f"http://a.org/{n}", "en", "page", "red apples and green pears") for n in range(12)]
    one = [make_entry(f"http://b.org/{n}", "en", "page", "red tomatoes") for n in range(5)]
    reader = make_index(tmp_path, both + one)
    result = ask(reader, "apple red")
    assert result.total == 12
    assert result.interpretation == "apple red"
    assert ask(reader, "red").total == 17


def test_a_question_finds_its_answer_though_no_page_has_all_its_words(reader: TantivyReader) -> None:
    assert found(reader, "Boğazdaki köprünün açılışı hangi gün yapıldı?")[0] == "kopru"
    assert found(reader, "is a black cat really unlucky for sailors")[0] == "cats"


def test_a_required_word_stays_required(reader: TantivyReader) -> None:
    assert found(reader, "+hakem köprü kedi") == ["mac"]
    assert found(reader, '"hakem karşılaşma" köprü kedi') == ["mac"]


def test_a_condition_alone_is_no_match_for_words(reader: TantivyReader) -> None:
    assert set(found(reader, "lang:tr kedi yokböylebirkelime")) == {"kedi"}
    assert set(found(reader, "kedi yokböylebirkelime -hakem")) == {"kedi"}


def test_what_is_excluded_does_not_grow_when_words_are_let_go(reader: TantivyReader) -> None:
    assert set(found(reader, "köprü yokböylebirkelime -(kara kedi)")) == {"kopru", "eski"}
    assert set(found(reader, "köprü -(kara köprü)")) == {"kopru"}


def test_titles_weigh_more_and_exact_forms_more_than_roots(tmp_path: Path) -> None:
    reader = make_index(
        tmp_path,
        [
            make_entry("http://a.org/title", "en", "Gardens", "Something about plants and the sun."),
            make_entry("http://a.org/exact", "en", "Notes", "Something about gardens and the sun."),
            make_entry("http://a.org/root", "en", "Notes", "Something about gardening and the sun, a garden."),
        ],
    )
    assert found(reader, "gardens") == ["title", "exact", "root"]


def test_options_filter(reader: TantivyReader) -> None:
    assert set(found(reader, "cats", host="blog.example.org")) == {"cats"}
    assert set(found(reader, "cats", host="example.org")) == {"cats", "bridge"}
    assert set(found(reader, "istanbul", language="tr")) == {"kopru"}
    assert set(found(reader, "istanbul", type="text")) == {"notes.txt"}
    assert set(found(reader, "", host="www.example.org")) == {"bridge", "notes.txt"}
    assert set(found(reader, "köprü", since="2022-01-01")) == {"eski"}
    assert set(found(reader, "köprü", until="2022-01-01")) == {"kopru"}
    assert set(found(reader, "köprü", job="deneme")) == {"kopru", "eski"}
    assert found(reader, "köprü", job="another") == []
    assert found(reader, "köprü", host="\udcff") == []


def test_sorted_by_date(reader: TantivyReader) -> None:
    assert found(reader, "köprü", sort="date") == ["eski", "kopru"]
    assert found(reader, "lang:tr") == ["eski", "mac", "kedi", "kopru"]  # nothing to rank by


def test_pages_of_results(reader: TantivyReader) -> None:
    everything = found(reader, "lang:tr")
    assert [found(reader, "lang:tr", limit=1, offset=place)[0] for place in range(4)] == everything
    assert found(reader, "lang:tr", offset=4) == []
    assert ask(reader, "lang:tr", limit=0).total == 4
    assert ask(reader, "lang:tr", limit=0).hits == []


@pytest.mark.parametrize(
    "options",
    [{"limit": 10**9}, {"limit": -1}, {"offset": -1}, {"offset": 10**9}, {"limit": 1000, "offset": 9_001},
     {"sort": "title"}, {"since": "yesterday"}, {"until": "soon"}],
)  # fmt: skip
def test_impossible_options_are_refused(reader: TantivyReader, options: dict[str, object]) -> None:
    """faults: 54, 56"""
    with pytest.raises(UsageError):
        ask(reader, "kedi", **options)


def test_the_answer_is_the_promised_json(reader: TantivyReader) -> None:
    answer = msgspec.json.decode(msgspec.json.encode(ask(reader, "köprü")))
    assert {"query", "total", "took_ms", "interpretation", "hits", "facets"} <= set(answer)
    assert (answer["query"], answer["total"], answer["interpretation"]) == ("köprü", 2, "köprü")
    hit = next(hit for hit in answer["hits"] if hit["url"].endswith("kopru"))
    assert (hit["title"], hit["host"], hit["language"]) == ("Yeni köprü açıldı", "www.gazete.com.tr", "tr")
    assert (hit["content_type"], hit["fetched_at"]) == ("text/html", "2020-09-13T12:26:40Z")
    assert hit["score"] > 0
    assert {tuple(mark) for mark in hit["snippet"]["highlights"]} == {(15, 23), (51, 62)}
    assert msgspec.convert(answer, SearchResult).total == 2


def test_facets_count_all_hits(reader: TantivyReader) -> None:
    facets = ask(reader, "NOT yokböylebirkelime", limit=1).facets
    assert [(row.value, row.count) for row in facets.language] == [("tr", 4), ("en", 3)]
    assert {row.value: row.count for row in facets.type} == {"html": 6, "text": 1}
    assert {row.value: row.count for row in facets.host}["www.gazete.com.tr"] == 3


def test_an_empty_index_answers(tmp_path: Path) -> None:
    result = ask(TantivyReader(tmp_path / "nothing"), "kedi AND köpek site:x.org")
    assert (result.total, result.hits, result.facets.host) == (0, [], [])


def test_plainly_indexed_pages_are_found_by_their_words(tmp_path: Path) -> None:
    entry = make_entry(
        "http://a.org/1", "tr", "Haber", "köprüler açıldı", title_root="", content_root="", content_short=""
    )
    reader = make_index(tmp_path, [entry])
    assert found(reader, "köprüler") == ["1"]
    assert found(reader, "köprülerden") == []


def test_prefixes_stand_for_a_limited_number_of_words(tmp_path: Path) -> None:
    """faults: 53"""
    words = " ".join(f"haber{number:05d}" for number in range(3000))
    reader = make_index(tmp_path, [make_entry("http://a.org/1", "tr", "x", words)])
    result = ask(reader, "haber*")
    assert result.total == 1
    assert any("1024" in notice for notice in result.notices)


@pytest.mark.parametrize(
    "query",
    ["(" * 100_000, "kedi " * 5000, "(kedi " * 300, "(kedi köpek " * 300, "ke* " * 600, "-(" * 500 + "a", "\x00",
     '"' + "kedi " * 390 + '"', "a:(^", "title:" * 300, "before:99999 after:0000-99-99", "before:9999 after:0001",
     "kedi-" * 300, "'" * 500, "a OR " * 390, "kedi NOT (" * 100],
)  # fmt: skip
def test_monsters_get_an_answer(reader: TantivyReader, query: str) -> None:
    """faults: 52, 53"""
    result = ask(reader, query)
    assert result.query == query
    assert len(result.hits) <= 10


pieces = st.sampled_from(
    [
        "kedi",
        "köprü",
        '"',
        "(",
        ")",
        "+",
        "-",
        "!",
        "AND",
        "OR",
        "NOT",
        "site:",
        "title:",
        "before:",
        "url:",
        "*",
        " ",
        "'",
        "2020",
    ]
)


@given(
    st.one_of(
        st.text(max_size=80), st.lists(pieces, max_size=30).map(" ".join), st.lists(pieces, max_size=30).map("".join)
    )
)
@settings(max_examples=150, deadline=None)
def test_any_text_gets_an_answer(reader: TantivyReader, query: str) -> None:
    """faults: 52"""
    result = ask(reader, query)
    assert result.total >= len(result.hits)
    assert msgspec.json.encode(result.hits)


def test_marks_show_the_words_as_they_are_written(reader: TantivyReader) -> None:
    assert marked(ask(reader, "istanbul trafik", language="tr")) == ["İSTANBUL'DA", "trafiğin"]
    assert marked(ask(reader, "atatürk")) == ["Atatürk'ün"]
    assert marked(ask(reader, "kitap")) == ["Kitabın"]
    assert marked(ask(reader, '"kara kedinin"')) == ["Kara", "kedinin"]
    assert marked(ask(reader, "cats -traffic", host="blog.example.org")) == ["cat", "cats", "cats"]
    assert marked(ask(reader, "mahalle*")) == ["Mahallenin"]
