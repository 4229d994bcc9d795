"""The piece of text that shows why a page was found."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from search_kit import ask, make_entry, make_index, marked

from mekik.search.forms import forms_of
from mekik.search.snippet import READ, WIDTH, Highlighter, Snippet, one_line
from mekik.settings import AnalysisSettings

SETTINGS = AnalysisSettings()


def highlighter(*words: str, language: str = "tr") -> Highlighter:
    needles = [forms for word in words for way in forms_of(word, [language], SETTINGS) for forms in way]
    return Highlighter(needles, SETTINGS)


def words_of(snippet: Snippet) -> list[str]:
    return [snippet.text[start:end] for start, end in snippet.highlights]


def test_the_window_with_the_most_of_the_words_is_shown() -> None:
    filling = "başka sözler burada durur ve hiçbir şey anlatmaz " * 20
    text = f"Köprü hakkında. {filling} Köprüden geçen araçlar ücret ödemez. {filling} Araçlar hakkında."
    snippet = highlighter("köprü", "araç", "ücret").snippet(text, "tr")
    assert words_of(snippet) == ["Köprüden", "araçlar", "ücret"]
    assert snippet.text.startswith("… ")
    assert snippet.text.endswith(" …")
    assert len(snippet.text) <= WIDTH + 10


def test_the_title_above_it_is_not_repeated() -> None:
    """Neither the heading that repeats it, also without the site's name, nor a passage around it."""
    filling = "Törene katılanlar denizi seyretti. " * 4
    text = f"Yeni köprü AÇILDI Dün. {filling} Köprünün ayakları kırk metre. {filling}"
    for title in ("Yeni köprü açıldı", "Yeni köprü açıldı - Kıyı Gazetesi", "KIYI | Yeni  köprü açıldı"):
        snippet = highlighter("yeni", "köprü").snippet(text, "tr", title=title)
        assert words_of(snippet) == ["Köprünün"], title
        assert "AÇILDI" not in snippet.text
    assert highlighter("yeni", "köprü").snippet(text, "tr", title="Başka").text.startswith("Yeni köprü")
    beginning = highlighter("kedi").snippet(text, "tr", title="Yeni köprü açıldı").text
    assert beginning.startswith("… Dün. Törene"), "where no word stands in it, it begins after its heading"


def test_words_that_stand_in_the_title_alone_are_shown_there() -> None:
    text = "Yeni köprü açıldı. " + "Törene katılanlar denizi seyretti. " * 20
    snippet = highlighter("köprü").snippet(text, "tr", title="Yeni köprü açıldı")
    assert words_of(snippet) == ["köprü"]
    assert snippet.text.startswith("Yeni köprü açıldı. Törene")


def test_without_a_match_the_beginning_is_shown() -> None:
    snippet = highlighter("köprü").snippet("Bir metin. " * 100, "tr")
    assert snippet.text.startswith("Bir metin. Bir metin.")
    assert snippet.highlights == []
    assert highlighter("köprü").snippet("", "tr") == Snippet("", [])


def test_short_texts_are_shown_whole_and_on_one_line() -> None:
    snippet = highlighter("köprü").snippet("  Yeni \n\n köprü\u00a0\u2028açıldı.\t", "tr")
    assert snippet.text.strip() == "Yeni köprü açıldı."
    assert words_of(snippet) == ["köprü"]


def test_what_cannot_be_seen_or_turns_the_writing_is_left_out() -> None:
    """faults: 36"""
    text = "kö\u00adprü \x1b[31mkırmızı\x00 \u202eters\u202c köprü"
    snippet = highlighter("köprü").snippet(text, "tr")
    assert snippet.text == "köprü [31mkırmızı ters köprü"
    assert words_of(snippet) == ["köprü", "köprü"]
    assert one_line("Baş\x00lık\n\u202eters " + "x" * 1_000_000, 20) == "Başlık ters xxxxxxxx"


def test_turkish_letters_in_any_case() -> None:
    assert words_of(highlighter("ışık").snippet("IŞIKLAR söndü, Işık yandı", "tr")) == ["IŞIKLAR", "Işık"]
    assert words_of(highlighter("izmir").snippet("İZMİR'DE ve İzmir", "tr")) == ["İZMİR'DE", "İzmir"]


def test_letters_with_and_without_marks() -> None:
    text = "Un café à Orléans; les élèves arrivent."
    assert words_of(highlighter("eleve", language="fr").snippet(text, "fr")) == ["élèves"]
    assert words_of(highlighter("élève", language="fr").snippet(text, "fr")) == ["élèves"]
    assert words_of(highlighter("leve", "rrive", language="fr").snippet(text, "fr")) == []


def test_words_that_only_contain_the_letters_are_not_marked() -> None:
    assert words_of(highlighter("art", language="en").snippet("A party of artists started art.", "en")) == ["art"]


def test_scripts_without_blanks() -> None:
    assert words_of(highlighter("京", language="ja").snippet("東京都の人口", "ja")) == ["京"]


def test_long_texts_are_read_to_a_limit_only() -> None:
    text = "söz " * (READ // 4) + "köprü"
    assert highlighter("köprü").snippet(text, "tr").highlights == []
    one_word = highlighter("köprü").snippet("köprü" * 500_000, "tr")
    assert len(one_word.text) <= WIDTH + 130


@given(
    st.text(alphabet=st.sampled_from("köprüİIıi’' \n\u0307\u00adab\U0001f600京ß\ud800"), max_size=600),
    st.sampled_from(["tr", "en", "", "ja"]),
)
@settings(max_examples=200, deadline=None)
def test_marks_lie_in_the_text_in_order(text: str, language: str) -> None:
    snippet = highlighter("köprü", "kö", "ab", "i", "ß", "京", language=language).snippet(text, language)
    last = 0
    for start, end in snippet.highlights:
        assert last <= start < end <= len(snippet.text)
        assert snippet.text[start:end].strip()
        last = end
    assert "\n" not in snippet.text
    assert "\ud800" not in snippet.text


def test_nosnippet_is_respected(tmp_path: Path) -> None:
    reader = make_index(tmp_path, [make_entry("http://a.org/1", "tr", "Köprü", "Yeni köprü açıldı.", nosnippet=True)])
    result = ask(reader, "köprü")
    assert result.total == 1
    assert result.hits[0].snippet == Snippet("", [])


def test_words_that_begin_alike_are_marked_where_nothing_better_is(tmp_path: Path) -> None:
    entry = make_entry("http://a.org/1", "tr", "x", "", content="Televizyoncu geldi.", content_short="telev geldi")
    result = ask(make_index(tmp_path, [entry]), "televole")
    assert result.total == 1
    assert marked(result) == ["Televizyoncu"]
