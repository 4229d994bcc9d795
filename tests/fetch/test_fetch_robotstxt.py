"""robots.txt: RFC 9309 case by case, and side by side with another parser."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from protego import Protego

from mekik.fetch import RobotsTxt, Verdict

SITE = "https://example.org"


def verdict(text: str | bytes, path: str, agent: str = "Mekik") -> Verdict:
    data = text.encode() if isinstance(text, str) else text
    return RobotsTxt.parse(data).verdict(agent, SITE + path)


@pytest.mark.parametrize(
    ("rules", "path", "line"),
    [
        # the longest match decides, whatever the order; Allow wins a tie; the root matches all
        ("Disallow: /\nAllow: /a", "/a/b", 3),
        ("Allow: /a\nDisallow: /", "/a/b", 2),
        ("Disallow: /a\nAllow: /a", "/a", 3),
        ("Allow: /a\nDisallow: /a", "/a", 2),
        ("Disallow: /a/b\nAllow: /a", "/a/b/c", -2),
        ("Disallow: /a", "/b", None),
        ("Disallow: /a", "/a", -2),
        ("Disallow: /a", "/ab", -2),
        ("Disallow: /a/", "/a", None),
        ("Disallow:", "/a", None),
        ("Allow:\nDisallow: /", "/a", -3),
        # case matters in paths, not in names of fields
        ("Disallow: /A", "/a", None),
        ("DISALLOW : /a", "/a", -2),
        ("disallow:/a", "/a", -2),
        # wildcards
        ("Disallow: *.gif$", "/x/y.gif", -2),
        ("Disallow: *.gif$", "/x/y.gif?z", None),
        ("Disallow: /*/c", "/a/b/c", -2),
        ("Disallow: /a*c*e", "/abcde", -2),
        ("Disallow: /a*c*e", "/aec", None),
        ("Disallow: /a*", "/ab", -2),
        ("Disallow: /a$", "/a", -2),
        ("Disallow: /a$", "/ab", None),
        ("Disallow: /a*b$", "/ab", -2),
        ("Disallow: /ab*b$", "/ab", None),
        ("Disallow: /*$", "/anything", -2),
        ("Disallow: /a$b", "/a$b", -2),
        ("Disallow: /****a", "/xxa", -2),
        ("Disallow: /\nAllow: /$", "/", 3),
        ("Disallow: /\nAllow: /$", "/a", -2),
        ("Allow: /\nAllow: /longer\nDisallow: /$", "/", -4),
        ("Allow: /page\nDisallow: /*.html", "/page.html", -3),
        ("Disallow: /*?\nAllow: /*?$", "/a?", 3),
        ("Disallow: /*?sort=", "/list?sort=up", -2),
        # percent-encoding is made uniform on both sides
        ("Disallow: /a%7Eb", "/a~b", -2),
        ("Disallow: /a~b", "/a%7eb", -2),
        ("Disallow: /%C3%A7", "/ç", -2),
        ("Disallow: /ç", "/%c3%a7", -2),
        ("Disallow: /ç/%7Eb", "/%C3%A7/~b", -2),
        ("Disallow: /ç/~b", "/%C3%A7/%7eb", -2),
        ("Disallow: /%c3%A", "/%C3%A", -2),
        ("Disallow: /a%2Fb", "/a/b", None),
        ("Disallow: /a%2fb", "/a%2Fb", -2),
        ("Disallow: /a/%24", "/a/$", -2),
        ("Disallow: /a/%2A", "/a/*", -2),
        ("Disallow: /a/%2A", "/a/b", None),
        ("Disallow: /a b", "/a%20b", -2),
        # comments, blanks and nonsense
        ("Disallow: /a # not /b", "/a", -2),
        ("# Disallow: /a", "/a", None),
        ("\n\nDisallow: /a", "/a", -4),
        ("Nonsense: /a\n<html>\nDisallow: /a", "/a", -4),
        ("Disallow /a", "/a", None),
        ("Disallow: a", "/a", -2),
        # robots.txt itself may always be read
        ("Disallow: /", "/robots.txt", None),
    ],
)  # fmt: skip
def test_which_line_decides(rules: str, path: str, line: int | None) -> None:
    """The number of the line; negative when it forbids. faults: 30"""
    found = verdict("User-agent: *\n" + rules, path)
    assert (found.allowed, found.line) == (line is None or line > 0, abs(line) if line else None)


@pytest.mark.parametrize(
    ("text", "agent", "allowed"),
    [
        ("User-agent: Mekik\nDisallow: /\nUser-agent: *\nDisallow:", "Mekik", False),
        ("User-agent: *\nDisallow: /\nUser-agent: Mekik\nDisallow:", "Mekik", True),
        ("User-agent: MEKIK\nDisallow: /", "mekik", False),
        ("User-agent: Mekik/2.0\nDisallow: /", "Mekik", False),
        ("User-agent: Mekik\nDisallow: /", "Mekik/1.0 (+https://example.org)", False),
        ("User-agent: Mek\nDisallow: /", "Mekik", True),
        ("User-agent: Mekik-News\nDisallow: /", "Mekik", True),
        ("User-agent: a\nUser-agent: Mekik\nDisallow: /", "Mekik", False),
        ("User-agent: Mekik\nUser-agent: b\nDisallow: /", "Mekik", False),
        ("User-agent: Mekik\n\n# note\nUser-agent: b\nDisallow: /", "Mekik", False),
        ("User-agent: Mekik\nSitemap: http://x/\nUser-agent: b\nDisallow: /", "Mekik", False),
        ("User-agent: Mekik\nAllow: /a\nUser-agent: b\nDisallow: /", "Mekik", True),
        (
            "User-agent: Mekik\nDisallow: /x\nUser-agent: b\nDisallow: /y\nUser-agent: Mekik\nDisallow: /",
            "Mekik",
            False,
        ),
        ("Disallow: /", "Mekik", True),
        ("User-agent: b\nDisallow: /", "Mekik", True),
        ("User-agent:\nDisallow: /", "Mekik", True),
        ("", "Mekik", True),
        ("\ufeffUser-agent: *\nDisallow: /", "Mekik", False),
        ("User-agent: *\rDisallow: /", "Mekik", False),
        ("User-agent: *\r\nDisallow: /\r\n", "Mekik", False),
        ("<!DOCTYPE html><html><title>404</title></html>", "Mekik", True),
    ],
)
def test_which_group_speaks_to_us(text: str, agent: str, allowed: bool) -> None:
    """faults: 30 (BOM, HTML)"""
    assert verdict(text, "/page", agent).allowed is allowed


def test_lines_are_counted_by_every_kind_of_end() -> None:
    assert verdict("User-agent: *\r\n\r\n\rDisallow: /a\n", "/a").line == 4


def test_the_verdict_names_the_rule() -> None:
    found = verdict("User-agent: *\nDisallow: /a*b$", "/a/b")
    assert (found.allowed, found.line, found.rule) == (False, 2, "Disallow: /a*b$")
    assert verdict("User-agent: *\nDisallow: /a", "/b").rule == ""


def test_delay_and_sitemaps() -> None:
    text = (
        b"Sitemap: https://example.org/1.xml\nUser-agent: *\nCrawl-delay: 2.5\nDisallow: /a\n"
        b"User-agent: Mekik\nCrawl-delay: nonsense\nCrawl-delay: -1\nCrawl-delay: 1e999\nCrawl-delay: 4\n"
        b"SITEMAP:https://example.org/\xff.xml # two"
    )
    robots = RobotsTxt.parse(text)
    assert (robots.crawl_delay("Mekik"), robots.crawl_delay("other")) == (4.0, 2.5)
    assert robots.sitemaps == ("https://example.org/1.xml", "https://example.org/\ufffd.xml")
    assert RobotsTxt.parse(b"").crawl_delay("Mekik") is None


@pytest.mark.parametrize(
    "url", ["https://example.org", "https://example.org?a", "https://example.org/?a", "/x", "", "?", "//"]
)
def test_addresses_without_a_path(url: str) -> None:
    assert RobotsTxt.parse(b"User-agent: *\nDisallow: /").verdict("Mekik", url).allowed is False


def test_ten_megabytes_are_read_to_the_limit() -> None:
    """faults: 30"""
    start = b"User-agent: *\nDisallow: /early\n" + b"# filler filler\n" * 300 + b"Disallow: /beyond-4-KB\n"
    data = start + b"# filler filler\n" * 700_000 + b"Disallow: /late\n"
    robots = RobotsTxt.parse(data)
    assert robots.truncated
    assert not robots.verdict("Mekik", SITE + "/early").allowed
    assert not robots.verdict("Mekik", SITE + "/beyond-4-KB").allowed
    assert robots.verdict("Mekik", SITE + "/late").allowed


def test_half_a_line_at_the_limit_is_no_rule() -> None:
    """faults: 30"""
    filler = b"User-agent: *\n"
    data = filler + b"#" * (500 * 1024 - len(filler) - 12) + b"\nDisallow: /private\n"
    assert RobotsTxt.parse(data).verdict("Mekik", SITE + "/public").allowed


@pytest.mark.parametrize("pattern", ["/" + "*" * 100_000 + "x", "/" + "*a" * 50_000 + "$", "/a*" * 30_000, "*" * 1000])
def test_no_pattern_takes_long(pattern: str) -> None:
    """faults: 30"""
    robots = RobotsTxt.parse(f"User-agent: *\nDisallow: {pattern}".encode())
    begin = time.process_time()
    for _ in range(20):
        robots.verdict("Mekik", SITE + "/" + "a" * 4000)
    assert time.process_time() - begin < 5, "a matcher that is not linear would take hours"


@given(st.binary(max_size=400), st.text(max_size=40), st.text(max_size=12))
@examples(max_examples=200, deadline=None)
def test_any_bytes_are_a_robots_txt(data: bytes, url: str, agent: str) -> None:
    robots = RobotsTxt.parse(data + b"\nUser-agent: *\nDisallow: /*" + data)
    found = robots.verdict(agent, url)
    assert found.allowed or found.line
    assert found.rule.encode() is not None
    robots.crawl_delay(agent)


_PATHS = st.text(alphabet="ab/.-*", min_size=0, max_size=8).map("/{}".format)
_RULES = st.tuples(st.sampled_from(["Allow", "Disallow"]), _PATHS, st.sampled_from(["", "", "$"]))
_GROUPS = st.tuples(st.sampled_from(["*", "mekik", "otherbot"]), st.lists(_RULES, min_size=1, max_size=5))


@given(
    st.lists(_GROUPS, min_size=1, max_size=4), st.lists(st.text(alphabet="ab/.-", max_size=8), min_size=1, max_size=5)
)
@examples(max_examples=200, deadline=None)
def test_another_parser_says_the_same(groups: list[tuple[str, list[tuple[str, str, str]]]], paths: list[str]) -> None:
    # Left out is what the two count differently towards the length: repeated stars and encoded characters.
    lines: list[str] = []
    for agent, rules in groups:
        lines.append(f"User-agent: {agent}")
        for word, pattern, end in rules:
            while "**" in pattern:
                pattern = pattern.replace("**", "*")
            lines.append(f"{word}: {pattern}{end}")
    text = "\n".join(lines)
    ours, theirs = RobotsTxt.parse(text.encode()), Protego.parse(text)
    for path in paths:
        url = f"{SITE}/{path}"
        found = ours.verdict("Mekik", url)
        assert found.allowed == theirs.can_fetch(url, "Mekik"), (text, url)
        if found.line is not None:
            word = "Allow" if found.allowed else "Disallow"
            assert lines[found.line - 1].startswith(word)


def test_thousands_of_rules_are_quick() -> None:
    """Ratio to another parser on the same file, so that the machine's mood does not matter."""
    rules = [f"Disallow: /dir{number}/page" for number in range(2000)] + [f"Disallow: /*/x{n}*y" for n in range(100)]
    text = "User-agent: *\n" + "\n".join(rules)
    ours, theirs = RobotsTxt.parse(text.encode()), Protego.parse(text)
    urls = [f"{SITE}/dir{number}/other/{number}.html" for number in range(200)]

    def cost(check: object) -> float:
        assert callable(check)
        times = []
        for _ in range(3):
            begin = time.process_time()
            for url in urls:
                check(url)
            times.append(time.process_time() - begin)
        return min(times)

    assert any(
        cost(lambda url: ours.verdict("Mekik", url)) * 2 < cost(lambda url: theirs.can_fetch(url, "Mekik"))
        for _ in range(3)
    )
