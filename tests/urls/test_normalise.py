"""One spelling for each address: the rules one by one."""

from __future__ import annotations

import pytest

from mekik.settings import UrlSettings
from mekik.urls import Normaliser

NORMALISER = Normaliser()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # scheme, host, port
        ("HTTP://WWW.Example.COM/A", "http://www.example.com/A"),
        ("http://example.com", "http://example.com/"),
        ("http://example.com:80/", "http://example.com/"),
        ("https://example.com:443/", "https://example.com/"),
        ("https://example.com:80/", "https://example.com:80/"),
        ("http://example.com:/x", "http://example.com/x"),
        ("http://example.com./x", "http://example.com/x"),
        ("http://ışık.example/", "http://xn--k-ekaa7p.example/"),
        ("http://a%2Eb.example/", "http://a.b.example/"),
        ("http://[::1]:80/", "http://[::1]/"),
        ("http://[0:0::1]:81/x", "http://[::1]:81/x"),
        # dot segments
        ("http://h/../a/b/../c/./d.html", "http://h/a/c/d.html"),
        ("http://h/a/%2e%2E/b/%2e", "http://h/b/"),
        # fragment
        ("http://h/a#b?c", "http://h/a"),
        ("http://h/?a#", "http://h/?a"),
        ("http://h/a #b", "http://h/a%20"),
        ("http://h/a ", "http://h/a"),
        # query
        ("http://h/a?", "http://h/a"),
        ("http://h/a?&", "http://h/a"),
        ("http://h/?c=3&b=2&a=1&b=1", "http://h/?a=1&b=2&b=1&c=3"),
        ("http://h/?b&a=&a", "http://h/?a=&a&b"),
        ("http://h/?q=a+b%20c", "http://h/?q=a+b%20c"),
        ("http://h/?a[]=1", "http://h/?a%5B%5D=1"),
        # default documents
        ("http://h/default.asp", "http://h/"),
        ("http://h/a/index.html", "http://h/a/"),
        ("http://h/a/Index.HTML?", "http://h/a/"),
        ("http://h/index.php?id=3", "http://h/index.php?id=3"),
        ("http://h/index.html/x", "http://h/index.html/x"),
        ("http://h/myindex.html", "http://h/myindex.html"),
        # percent-encoding
        ("http://h/%7efoo/%41", "http://h/~foo/A"),
        ("http://h/~foo", "http://h/~foo"),
        ("http://h/%c5%9f", "http://h/%C5%9F"),
        ("http://h/ş", "http://h/%C5%9F"),
        ("http://h/a b", "http://h/a%20b"),
        ("http://h/a%20b", "http://h/a%20b"),
        ("http://h/a%2520b", "http://h/a%2520b"),
        ("http://h/a%2fb", "http://h/a%2Fb"),
        ("http://h/100%", "http://h/100%25"),
        ("http://h/%%34%31", "http://h/%2541"),
        ("http://h/a|b^c[d]", "http://h/a%7Cb%5Ec%5Bd%5D"),
        ("http://h/it's?it's", "http://h/it's?it%27s"),
        # sessions
        ("http://h/a?PHPSESSID=1&b=2", "http://h/a?b=2"),
        ("http://h/index.php?PhpSessId=1", "http://h/"),
        ("http://h/a?%73id=1", "http://h/a"),
        ("http://h/a?aside=1", "http://h/a?aside=1"),
        ("http://h/a;jsessionid=0A1B?b=1", "http://h/a?b=1"),
        ("http://h/a;JSessionID=1;v=2/b", "http://h/a;v=2/b"),
        ("http://h/a/..;jsessionid=1", "http://h/a/..;jsessionid=1"),
        # credentials
        ("http://user:secret@h/x", "http://h/x"),
        ("http://us@er:se@cret@h:81/x", "http://h:81/x"),
        # numbers as hosts
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://2130706433/", "http://127.0.0.1/"),
        ("http://0177.0.0.01./", "http://127.0.0.1/"),
        ("http://[::ffff:169.254.169.254]/", "http://[::ffff:a9fe:a9fe]/"),
        ("http://１２７.0.0.1/", "http://127.0.0.1/"),
    ],
)
def test_spelling(given: str, expected: str) -> None:
    assert NORMALISER.normalise(given) == expected
    assert NORMALISER.normalise(expected) == expected
    assert NORMALISER.explain(given) == ""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("http://h/a\r\nX-Injected: 1", "http://h/aX-Injected:%201"),
        ("http://h/a\r\n\r\nGET /b", "http://h/aGET%20/b"),
        ("http://h/a%0d%0aX: 1", "http://h/a%0D%0AX:%201"),
        ("http://h/a\tb", "http://h/ab"),
        ("http://h/a\x00b\x7f", "http://h/a%00b%7F"),
        ("http:\\\\h\\a\\..\\b", "http://h/b"),
        (" \n http://h/a \t", "http://h/a"),
        ("ht\ntp://h/a", "http://h/a"),
        ("http://h/\ud800", "http://h/%EF%BF%BD"),
        ("http://h/?\udfff=\ud83d\ude00", "http://h/?%EF%BF%BD=%F0%9F%98%80"),
    ],
)
def test_hostile_characters(given: str, expected: str) -> None:
    """faults: 13. Stripped or escaped once; nothing that could begin a header line is left."""
    assert NORMALISER.normalise(given) == expected
    assert NORMALISER.links("http://h/", [given]) == [expected]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("", "it is empty"),
        ("   ", "it is empty"),
        ("mailto:a@b.example", "only http and https addresses are fetched, not mailto"),
        ("javascript:openWin('x')", "only http and https addresses are fetched, not javascript"),
        ("file:///etc/passwd", "only http and https addresses are fetched, not file"),
        ("ftp://h/x", "only http and https addresses are fetched, not ftp"),
        ("www.example.com/x", "it has no scheme: write http:// or https:// in front"),
        ("localhost:8080/x", "it has no scheme: write http:// or https:// in front"),
        ("http://h:0/", "port 0 cannot be connected to"),
        ("http://h:99999/", "its host or port is not valid"),
        ("http://h:x/", "its host or port is not valid"),
        ("http://a b/", "its host or port is not valid"),
        ("http://a\x00b/", "its host or port is not valid"),
        ("http://./", "it names no host"),
        ("http://a..b/", "its host is not a name that the domain name system can hold"),
        ('http://a"b/', "its host is not a name that the domain name system can hold"),
        ("http://" + "a" * 64 + ".com/", "its host is not a name that the domain name system can hold"),
        ("http://" + "a." * 127 + "com/", "its host is not a name that the domain name system can hold"),
        ("http://h/" + "a" * 4096, "it is longer than 4096 characters"),
        ("http://h/" + "a" * 1_000_000, "it is longer than 4096 characters"),
        ("http://h/?" + "&".join(f"a{n}=1" for n in range(10_000)), "it is longer than 4096 characters"),
    ],
)
def test_unfetchable(given: str, reason: str) -> None:
    """faults: 14. A refusal with a reason, not an exception."""
    assert NORMALISER.normalise(given) is None
    assert NORMALISER.explain(given) == reason


@pytest.mark.parametrize("given", ["http://user:secret@h:99999/", "ftp://user:secret@h/", "http://user:secret@./"])
def test_credentials_are_not_in_the_reason(given: str) -> None:
    """faults: 14."""
    assert NORMALISER.explain(given)
    assert "secret" not in NORMALISER.explain(given)


@pytest.mark.parametrize(
    ("base", "given", "expected"),
    [
        ("http://h/a/b.html", "c.html", "http://h/a/c.html"),
        ("http://h/a/b.html", "../c.html", "http://h/c.html"),
        ("http://h/a/b.html", "../../../c.html", "http://h/c.html"),
        ("http://h/a//b.html", "../c", "http://h/a/c"),
        ("http://h/a/b.html", "/c", "http://h/c"),
        ("https://h/a/b.html", "//o/c", "https://o/c"),
        ("http://h/a/index.php?x=1", "?y=2", "http://h/a/index.php?y=2"),
        ("http://h/a/index.php?x=1", "#f", "http://h/a/index.php?x=1"),
        ("http://h/a/index.php?b=1&a=2#g", "", "http://h/a/index.php?a=2&b=1"),
        ("http://u:p@h/a/b", "c", "http://h/a/c"),
        ("http://h/a;jsessionid=1/b", "c", "http://h/a/c"),
        ("http://h/a", "http:c", "http://h/c"),
        ("not an address", "c", None),
        ("not an address", "http://h/c", "http://h/c"),
        ("mailto:a@b", "c", None),
        ("file:///etc/", "passwd", None),
        ("http://h:99999/", "http://o/", "http://o/"),
        ("http://h/" + "a/" * 10_000, "b", None),
    ],
)
def test_from_a_page(base: str, given: str, expected: str | None) -> None:
    assert NORMALISER.normalise(given, base) == expected
    assert NORMALISER.links(base, [given]) == [expected]


def test_settings_decide_what_is_dropped() -> None:
    normaliser = Normaliser(
        UrlSettings(default_documents=("giriş.html",), session_parameters=("oturum", "a[b]"), max_length=64)
    )
    assert normaliser.normalise("http://h/a/giriş.html") == "http://h/a/"
    assert normaliser.normalise("http://h/a/index.html?sid=1") == "http://h/a/index.html?sid=1"
    assert normaliser.normalise("http://h/x?OTURUM=1&a[b]=2&c") == "http://h/x?c"
    assert normaliser.normalise("http://h/" + "a" * 55) == "http://h/" + "a" * 55
    assert normaliser.normalise("http://h/" + "a" * 56) is None

    bare = Normaliser(UrlSettings(default_documents=(), session_parameters=()))
    assert bare.normalise("http://h/index.html;sid=1?sid=1&a") == "http://h/index.html;sid=1?a&sid=1"


def test_a_query_is_sent_in_the_charset_of_its_page() -> None:
    links = NORMALISER.links("http://h/", ["/ş?q=şeker&€=\U0001f600#ş", "/a?q=%FE"], "windows-1254")
    assert links == ["http://h/%C5%9F?%80=%26%23128512%3B&q=%FEeker", "http://h/a?q=%FE"]
    assert NORMALISER.links("http://h/", ["?ş #a", "?ş "], "iso-8859-9") == ["http://h/?%FE%20", "http://h/?%FE"]
    for charset in ("utf-8", "UTF-16", "x-unknown", "rot13", "", "\x00", "\ud800"):
        assert NORMALISER.links("http://h/", ["/?q=ş"], charset) == ["http://h/?q=%C5%9F"]
