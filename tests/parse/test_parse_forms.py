"""Forms: what each is for, told by fields and words in several languages, and what a search takes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.page import Choice, Document, Form, Source
from mekik.parse import parse
from mekik.parse.form_kinds import changes_something, folded, form_kind
from mekik.settings import ParseSettings
from mekik.urls import Normaliser

URL = "http://example.org/books/list?page=2"


def document(html: str, charset: str = "utf-8") -> Document:
    source = Source(1, URL, f"text/html; charset={charset}", "", html.encode(charset, "replace"))
    found = parse(source, ParseSettings(), Normaliser(), 10_000_000, with_forms=True)[2]
    assert found is not None
    return found


def form(html: str) -> Form:
    (found,) = document(html).forms
    return found


@pytest.mark.parametrize(
    "html",
    [
        '<form action="/ara"><input name="kelime"><button>Ara</button></form>',
        '<form action="/find"><input type="search" name="x"></form>',
        '<form role="search"><input name="x"><input type="submit"></form>',
        '<form action="/suche"><label>Suchbegriff<input name="b"></label></form>',
        '<form action="/s"><input name="q"></form>',
        '<form action="/recherche"><input name="mot" placeholder="Rechercher un livre"></form>',
        '<form action="/x"><input name="searchTerm"><select name="order"><option>price</select></form>',
        '<form action="/isci"><input name="niz"><button>Išči</button></form>',
        '<form action="/x"><input name="t" placeholder="Поиск"></form>',
    ],
)
def test_searches_are_recognised(html: str) -> None:
    assert form(html).kind == "search"


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ('<form action="/giris" method="post"><input name="u"><input type="password" name="p"></form>', "login"),
        ('<form action="/ara"><input name="q"><input type="password" name="p"><button>Ara</button></form>', "login"),
        ('<form><input name="u"><input type="password" name="a"><input type="password" name="b"></form>', "register"),
        ('<form action="/search"><input name="q"><button>Add to cart</button></form>', "purchase"),
        ('<form action="/sepet/ekle"><input name="adet"><button>Sepete ekle</button></form>', "purchase"),
        ('<form action="/bestellen"><input name="menge"></form>', "purchase"),
        ('<form action="/x"><input name="kayit"><button>Sil</button></form>', "delete"),
        ('<form action="/x"><input name="id"><input type="submit" value="Löschen"></form>', "delete"),
        ('<form action="/bulten"><input type="email" name="e"><button>Abone ol</button></form>', "newsletter"),
        ('<form action="/x"><input type="email" name="e"></form>', "newsletter"),
        ('<form action="/iletisim"><input name="ad"><textarea name="ileti"></textarea></form>', "contact"),
        ('<form action="/x"><input type="file" name="f"></form>', "upload"),
        ('<form action="/ara" method="post"><input name="q"></form>', "other"),
        ('<form action="/x"><input name="isim"></form>', "other"),
        ('<form action="/x"><select name="t"><option value="1">a<option value="2">b</select></form>', "choice"),
    ],
)
def test_nothing_else_is_taken_for_a_search(html: str, kind: str) -> None:
    assert form(html).kind == kind


def test_what_a_search_takes() -> None:
    found = form(
        '<form action="ara?x=1#top" accept-charset="iso-8859-9"><input type=hidden name=dil value=tr>'
        '<input name="yazar"><input name="q"><input name="off" disabled><input type=checkbox name=c checked>'
        "<input type=checkbox name=d><input type=radio name=r value=1><input type=radio name=r value=2 checked>"
        '<select name=tur><option value="">all<option value=roman>Roman<option>Şiir</select>'
        '<input type=submit name=git value=Ara><input type=reset value="Sil"></form>'
    )
    assert found.action == "http://example.org/books/ara"
    assert found.text == "q"
    assert found.fixed == [("dil", "tr"), ("c", "on"), ("git", "Ara"), ("yazar", "")]
    assert found.choices == [Choice("tur", "", ["roman", "Şiir"]), Choice("r", "2", ["1"])]
    assert found.charset == "iso-8859-9"


def test_a_form_without_an_action_goes_to_its_own_page() -> None:
    assert form('<form><input type="search" name="q"></form>').action == "http://example.org/books/list"


def test_forms_are_read_only_where_they_are_wanted_and_links_may_be_followed() -> None:
    html = '<form action="/ara"><input name="q"></form>'
    source = Source(1, URL, "text/html", "", html.encode())
    plain = parse(source, ParseSettings(), Normaliser(), 10_000_000)[2]
    assert plain is not None
    assert plain.forms == []
    assert document('<meta name="robots" content="nofollow">' + html).forms == []


def test_a_button_that_buys_or_deletes_is_no_link() -> None:
    html = (
        '<form action="/sepet/ekle"><input type=hidden name=k value=5><button>Sepete ekle</button></form>'
        '<form action="/x"><input type=hidden name=k value=5><button>Delete</button></form>'
        '<form action="/liste"><button>Liste</button></form>'
    )
    assert document(html).links.urls == ["http://example.org/liste"]


def test_words_are_folded_over_case_and_marks() -> None:
    assert folded("searchTerm arama_kutusu ARAMA Löschen İPTAL KALDIR") == [
        "search", "term", "arama", "kutusu", "arama", "loschen", "iptal", "kaldir",
    ]  # fmt: skip
    assert changes_something("Üye işlemleri", "/liste/sil")
    assert not changes_something("Daha fazla göster", "/liste/silgi")


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300), st.lists(st.sampled_from(["text", "select", "password", "email", "hidden"]), max_size=5))
def test_any_form_has_a_kind_and_a_password_is_never_a_search(text: str, types: list[str]) -> None:
    kind = form_kind("get", types, [text])
    assert kind
    assert kind != "search" or "password" not in types
    assert form_kind("post", types, [text, "search"]) != "search"
    document(f"<form action='{text}'><input name='{text}' value='{text}'>{text}<select><option>{text}</form>")


def test_forms_without_end_are_bounded() -> None:
    many = '<form action="/ara"><input name="q"></form>' * 500
    assert len(document(many).forms) <= 12
    assert document('<form action="/ara"><input type=search name=q>' + "<input name=x>" * 5000).forms == []
    options = "".join(f"<option value={number}>" for number in range(5000))
    (found,) = document(f'<form action="/ara"><input type=search name=q><select name=n>{options}</select></form>').forms
    assert len(found.choices[0].others) < 200
