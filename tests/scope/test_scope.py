"""Is this address ours? Every refusal names its rule."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik.errors import SettingError
from mekik.outcome import Outcome
from mekik.scope import Scope, Verdict
from mekik.settings import ScopeSettings, build
from mekik.urls import Normaliser

NORMALISER = Normaliser()
SEEDS = ["http://www.milliyet.com", "http://haber.mynet.com", "http://www.hurriyet.com.tr/saglik"]
FOUND = [
    "http://www.milliyet.com/haber.asp?haberid=3",
    "http://emlak.milliyet.com/emlak/kiralik.asp",
    "http://magazin.milliyet.com/guncel.html",
    "http://www.mynet.com/depo/magaza/elektronik.jsp",
    "http://egitim.mynet.com",
    "http://www.mynet.com/guncel",
    "http://www.hurriyet.com.tr/saglik/teshis.aspx",
    "http://kelebek.hurriyet.com.tr/saglik/cilt.html",
    "http://www.hurriyet.com.tr/sondakika.php",
    "http://www.vatan.com.tr",
]


def scope(*seeds: str, **values: object) -> Scope:
    return Scope(build({"scope": values}).scope, seeds or SEEDS, NORMALISER)


def judge(rules: Scope, url: str, depth: int = 1) -> Verdict:
    normalised = NORMALISER.normalise(url)
    assert normalised is not None
    return rules.judge(normalised, depth)


@pytest.mark.parametrize(
    ("kind", "taken"),
    [("domain", {1, 2, 3, 4, 5, 6, 7, 8, 9}), ("host", {1, 7, 9}), ("path", {1, 7}), ("any", set(range(1, 11)))],
)
def test_the_four_kinds_on_ten_addresses(kind: str, taken: set[int]) -> None:
    rules = scope(kind=kind)
    for _ in range(2):
        assert {number for number, url in enumerate(FOUND, 1) if judge(rules, url).allowed} == taken


@pytest.mark.parametrize(
    ("kind", "url", "rule"),
    [
        ("domain", FOUND[9], "scope domain: www.vatan.com.tr belongs to none of the seeds' domains"),
        ("host", FOUND[1], "scope host: emlak.milliyet.com is none of the seeds' hosts"),
        ("path", FOUND[7], "scope path: kelebek.hurriyet.com.tr is none of the seeds' hosts"),
        ("path", FOUND[8], "scope path: http://www.hurriyet.com.tr/sondakika.php lies in none of the seeds' folders"),
    ],
)
def test_a_refusal_names_its_rule(kind: str, url: str, rule: str) -> None:
    assert judge(scope(kind=kind), url) == Verdict(False, Outcome.OUT_OF_SCOPE, rule)


@pytest.mark.parametrize(
    ("seed", "inside", "outside"),
    [
        ("http://h/saglik", ["/saglik", "/saglik/", "/saglik/a/b", "/saglik?a=/b"], ["/saglikli", "/", "/x/saglik"]),
        ("http://h/saglik/", ["/saglik", "/saglik/a"], ["/saglikli", "/"]),
        ("http://h/a/b/c.html", ["/a/b/", "/a/b/c.html", "/a/b/d/e"], ["/a/", "/a/bc", "/a/c/"]),
        ("http://h/a/index.php?id=3", ["/a/", "/a/b"], ["/", "/b"]),
        ("http://h", ["/", "/a", "/a/b?c"], []),
        ("http://h/haber.asp", ["/", "/a/b"], []),
    ],
)
def test_folder_of_a_seed(seed: str, inside: list[str], outside: list[str]) -> None:
    rules = scope(seed, kind="path")
    assert [path for path in inside + outside if judge(rules, f"http://h{path}").allowed] == inside
    assert judge(rules, f"https://h{inside[0]}").allowed
    assert not judge(rules, f"http://h:81{inside[0]}").allowed


def test_folders_of_several_seeds_on_one_host() -> None:
    rules = scope("http://h/a/b", "http://h/c", kind="path")
    allowed = [path for path in ("/a", "/a/b/x", "/c", "/c/d", "/d") if judge(rules, f"http://h{path}").allowed]
    assert allowed == ["/a/b/x", "/c", "/c/d"]


def test_network_addresses_and_local_names_are_domains_of_their_own() -> None:
    rules = scope("http://127.0.0.1:8001/", "http://x.site.localhost/")
    assert judge(rules, "http://127.0.0.1:9000/").allowed
    assert not judge(rules, "http://127.0.0.2/").allowed
    assert judge(rules, "http://y.site.localhost/").allowed
    assert not judge(rules, "http://other.localhost/").allowed


def test_ports_are_other_hosts() -> None:
    rules = scope("http://127.0.0.1:8001/", kind="host")
    assert judge(rules, "http://127.0.0.1:8001/a").allowed
    assert not judge(rules, "http://127.0.0.1:8002/a").allowed


def test_seeds_that_are_no_address_are_passed_over() -> None:
    assert judge(scope("mailto:x", "http://h/"), "http://h/a").allowed
    assert not judge(scope("mailto:x"), "http://h/a").allowed


def test_exclude_wins_over_include() -> None:
    rules = scope("http://h/", include=["/haber/", r"\.html$"], exclude=["/print/", "print=1"])
    assert judge(rules, "http://h/haber/1").allowed
    assert judge(rules, "http://h/a.html").allowed
    assert judge(rules, "http://h/haber/print/1") == Verdict(False, Outcome.EXCLUDED, "exclude /print/")
    assert judge(rules, "http://h/a?print=1").rule == "exclude print=1"
    refused = judge(rules, "http://h/yazar/1")
    assert (refused.allowed, refused.outcome) == (False, Outcome.OUT_OF_SCOPE)
    assert refused.rule.startswith("include: ")


def test_only_exclude_or_only_include() -> None:
    assert judge(scope("http://h/", exclude=["/b"]), "http://h/a").allowed
    assert not judge(scope("http://h/", include=["/b"]), "http://h/a").allowed


def test_a_seed_needs_no_include_but_is_not_above_exclude() -> None:
    """Else a job that starts at the home page and wants only /haber/ would end before it begins."""
    assert judge(scope("http://h/", include=["/haber/"]), "http://h/", 0).allowed
    assert judge(scope("http://h/", exclude=["^http://h/$"]), "http://h/", 0).outcome is Outcome.EXCLUDED


@pytest.mark.parametrize("pattern", ["(", "a{1000}{1000}", "(?<=a)b", r"(a)\1", "", "\ud800", "[z-a]"])
@pytest.mark.parametrize("name", ["include", "exclude"])
def test_a_bad_pattern_is_refused_by_name(name: str, pattern: str) -> None:
    """faults: 35."""
    with pytest.raises(SettingError) as caught:
        Scope(ScopeSettings(**{name: ("good", pattern)}), SEEDS, NORMALISER)  # type: ignore[arg-type]  # by name
    assert f"scope.{name}" in str(caught.value)
    assert "empty" in str(caught.value) if not pattern else repr(pattern) in str(caught.value)


def test_patterns_too_large_for_the_engine_are_refused() -> None:
    """faults: 35. Rather than silently matching nothing."""
    with pytest.raises(SettingError):
        scope("http://h/", exclude=[f"{letter}(?:[a-y][b-z]){{900}}x" for letter in "abcdefghijklmnopqrstuvwxyz" * 4])


def test_patterns_take_linear_time() -> None:
    """faults: 35. Patterns that never end in a backtracking engine."""
    rules = scope("http://h/", exclude=["(a+)+$", "(a|a)*b", "(.*)*x=.*y", "(a|b)*a(a|b){18}c"])
    for _ in range(100):
        assert judge(rules, "http://h/" + "a" * 3900 + "!").allowed


def test_depth() -> None:
    rules = scope("http://h/", max_depth=2)
    assert judge(rules, "http://h/a", 2).allowed
    assert judge(rules, "http://h/a", 3) == Verdict(
        False, Outcome.TOO_DEEP, "max_depth: 3 links from a seed, 2 are allowed"
    )
    assert judge(scope("http://h/", max_depth=None), "http://h/a", 1_000_000).allowed
    assert not judge(scope("http://h/", max_depth=0), "http://h/a", 1).allowed


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("/a/a/a/b", ""),
        ("/a/a/a/", ""),
        ("/a/a/a/a", "trap: the path repeats 'a' 4 times, 3 are allowed"),
        ("/images/documents" * 4 + "/x.html", "trap: the path repeats 'images' 4 times, 3 are allowed"),
        ("/a//b//c//", ""),
        ("/a//b//c//d//e", "trap: the path repeats '' 4 times, 3 are allowed"),
        ("/x?a=/b/b/b/b/b/b/", ""),
        ("/?a=/b/b/b/b/b/b/", ""),
        ("/" + "/".join(map(str, range(21))), ""),
        ("/" + "/".join(map(str, range(22))), "trap: 21 folders deep, 20 are allowed"),
        ("/x?a=" + "/b" * 100, ""),
    ],
)
def test_traps(path: str, rule: str) -> None:
    """faults: 38. Paths that repeat themselves, folders without end."""
    assert judge(scope("http://h/"), f"http://h{path}") == Verdict(
        not rule, Outcome.OUT_OF_SCOPE if rule else None, rule
    )


def test_traps_are_settings() -> None:
    deep, repeating = "http://h/" + "/".join(map(str, range(40))), "http://h" + "/a" * 10
    no_rules = scope("http://h/", max_repeated_segments=None, max_path_segments=None)
    assert judge(no_rules, deep).allowed
    assert judge(no_rules, repeating).allowed
    only_depth = scope("http://h/", max_repeated_segments=None, max_path_segments=2)
    assert judge(only_depth, "http://h/a/a/a").allowed
    assert not judge(only_depth, "http://h/a/a/a/a").allowed
    only_repeats = scope("http://h/", max_repeated_segments=1, max_path_segments=None)
    assert judge(only_repeats, deep).allowed
    assert not judge(only_repeats, "http://h/a/a").allowed


def test_a_seed_is_no_trap() -> None:
    seed = "http://h" + "/a" * 10
    assert judge(scope(seed), seed, 0).allowed
    assert not judge(scope(seed), seed + "/a").allowed


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.sampled_from(["domain", "host", "path", "any"]), st.integers(0, 5))
def test_no_address_raises(text: str, kind: str, depth: int) -> None:
    rules = scope(kind=kind, include=["a"], exclude=["b"], max_depth=3)
    for url in (text, f"http://www.milliyet.com/{text}", "http://www.milliyet.com/?" + text * 3):
        verdict = rules.judge(url, depth)
        assert verdict.allowed == (verdict.rule == "") == (verdict.outcome is None)
