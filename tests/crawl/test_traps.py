"""Traps end by what they bring; what brings something new is never lost; a person can lift what was set aside."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mekik
from hostile.server import HostileServer, answer
from mekik.crawl.novelty import Memory, Phrases, Recent, bag
from mekik.crawl.parameters import Parameters
from mekik.crawl.yields import Yields
from mekik.document import Image, Metadata
from mekik.errors import UsageError
from mekik.lab.maze import MazeWeb
from mekik.outcome import Outcome
from mekik.page import Address, Analysis, Document, Exchange, Page
from mekik.settings import TrapSettings
from mekik.workspace import Finished, Workspace

QUICK: dict[str, Any] = {
    "name": "maze",
    "fetch.allow_addresses": ["127.0.0.0/8"],
    "frontier.delay": 0,
    "frontier.response_factor": 0,
    "analysis.analyser": "none",
    "scope.max_depth": 1000,
    "parse.workers": 0,  # as on a real site, a page is read before the next one is asked for
}
FLOORS = tomllib.loads((Path(__file__).parents[2] / "quality.toml").read_text(encoding="utf-8"))["traps"]


def crawl(folder: Path, web: MazeWeb, **options: Any) -> tuple[Workspace, Finished]:
    workspace = mekik.open(folder)
    named = {name.replace("__", "."): value for name, value in options.items()}
    return workspace, workspace.crawl(web.seed, {**QUICK, **named})


def asked(web: MazeWeb) -> set[str]:
    return {web.seed[:-1] + path for path in web.requests}


def test_of_a_large_site_hardly_a_request_goes_into_its_traps_and_no_page_is_lost(tmp_path: Path) -> None:
    """faults: 38"""
    with MazeWeb(1.4) as web:
        _, finished = crawl(tmp_path, web, archive__enabled=False)
        real = web.real()
        assert finished.state == "finished"
        assert real - asked(web) == set()
        trapped = web.trapped()
        assert len(trapped) == 10, "every trap was looked into"
        assert sum(trapped.values()) / len(web.requests) <= FLOORS["maze.share"]["at_most"], trapped
        assert max(trapped.values()) <= FLOORS["maze.one_trap"]["at_most"], trapped


@pytest.fixture
def small() -> Iterator[MazeWeb]:
    with MazeWeb(0.01) as web:
        yield web


def test_what_was_set_aside_is_shown_with_its_pattern(tmp_path: Path, small: MazeWeb) -> None:
    workspace, finished = crawl(tmp_path, small)
    traps = {trap.pattern.partition("/")[2]: trap for trap in workspace.traps("maze")["maze"]}
    calendar = traps["takvim?ay=*"]
    assert (calendar.state, calendar.kind, calendar.set_aside) == ("suspected", "trap", 1)
    view = traps["haber/*?gorunum=* gorunum"]
    assert view.kind == "parameter"
    assert view.set_aside > 20
    (report,) = workspace.report("maze")
    assert {trap.pattern.partition("/")[2] for trap in report.traps} == set(traps)
    assert report.outcomes["trap_suspected"] + report.outcomes["same_page"] <= finished.counts.refused
    last = max(path for path in small.requests if path.startswith("/takvim"))
    month = int(last[-2:]) + 1
    why = workspace.why(f"{small.seed}takvim?ay=2024-{month:02}")
    assert (why.status, why.outcome) == ("refused", "trap_suspected")
    assert why.reason.endswith("/takvim?ay=*")
    why = workspace.why(
        small.seed[:-1] + next(path for path in small.requests if "/haber/9-" in path) + "?gorunum=mobil"
    )
    assert why.outcome == "same_page"
    assert "the variable gorunum of " in why.reason
    noted = [entry for entry in workspace.log("maze") if "set aside from now on" in entry.reason]
    assert len(noted) >= 8


def test_a_person_lifts_a_pattern_and_the_next_run_goes_on_with_it(tmp_path: Path, small: MazeWeb) -> None:
    workspace, _ = crawl(tmp_path, small)
    before = small.trapped()["calendar"]
    with pytest.raises(UsageError, match="No pattern '/nothing/"):
        workspace.lift_trap("/nothing/*")
    (lifted,) = workspace.lift_trap("/takvim?ay=*").items()
    assert lifted == (f"labirent.localhost:{small.port}/takvim?ay=*", 1)
    assert workspace.status("maze")[0].counts.waiting == 1
    assert workspace.resume("maze").state == "finished"
    # It is not suspected again: only the depth of the job ends it.
    assert small.trapped()["calendar"] > before + 500
    (trap,) = [trap for trap in workspace.traps("maze")["maze"] if "takvim" in trap.pattern]
    assert trap.state == "lifted"


def test_an_address_names_the_pattern_that_it_belongs_to(tmp_path: Path, small: MazeWeb) -> None:
    workspace, _ = crawl(tmp_path, small)
    url = f"{small.seed}gez?adim=999&iz=ffffffffffffffff"
    assert all("/gez?" in pattern for pattern in workspace.lift_trap(url, "maze"))


def test_what_was_learned_survives_a_restart_and_the_next_pass(tmp_path: Path, small: MazeWeb) -> None:
    workspace, _ = crawl(tmp_path, small, scope__max_pages=100)
    crawl(tmp_path, small, scope__max_pages=200)
    crawl(tmp_path, small)
    first = small.trapped()
    assert small.real() - asked(small) == set()
    assert sum(first.values()) <= 100
    learned = {trap.pattern for trap in workspace.traps("maze")["maze"]}
    crawl(tmp_path, small)  # anew
    assert learned <= {trap.pattern for trap in workspace.traps("maze")["maze"]}
    again = small.trapped()
    assert all(again[name] <= 2 * first[name] + 2 for name in again), (first, again)


def test_without_the_setting_traps_go_on_and_what_was_set_aside_is_visited(tmp_path: Path, small: MazeWeb) -> None:
    crawl(tmp_path, small, scope__max_depth=15)
    before = sum(small.trapped().values())
    workspace, finished = crawl(tmp_path, small, scope__max_depth=15, traps__enabled=False, scope__max_pages=900)
    assert sum(small.trapped().values()) > before + 150
    assert finished.counts.completed > 500
    assert workspace.report("maze")[0].state == "finished"


def _page(url: str, text: str, via: str = "http://example.org/list", outcome: Outcome = Outcome.OK) -> Page:
    fingerprint = hash(text) & (1 << 63) - 1
    return Page(
        Address(id=1, url=url, key=1, authority="example.org", path="SL", found_on=7, via=via),
        Exchange(url=url, outcome=outcome, status=200), outcome=outcome,
        document=Document(), analysis=Analysis(fingerprint=fingerprint, content_exact=text),
    )  # fmt: skip


def _words(seed: object, count: int = 60) -> str:
    chance = random.Random(str(seed))
    return " ".join("".join(chance.choices("abcdefgiklmnorstu", k=6)) for _ in range(count))


MENU = _words("menu", 400)


def test_a_short_text_below_a_long_menu_is_new() -> None:
    yields = Yields(TrapSettings())
    for number in range(200):
        url, via = f"http://example.org/item/{number}", f"http://example.org/item/{number - 1}"
        assert yields.settled(_page(url, f"{MENU} {_words(number, 12)}", via)) is None


def test_figures_alone_are_nothing_new_but_cost_nothing_where_a_list_names_them() -> None:
    yields = Yields(TrapSettings())
    for number in range(50):
        assert yields.settled(_page(f"http://example.org/station/{number}", f"{MENU} {number} {number * 7}")) is None
    chain = [
        yields.settled(_page(f"http://example.org/day/{number}", f"{MENU} day {number}", f"http://example.org/day/{n}"))
        for number, n in zip(range(1, 9), range(8), strict=True)
    ]
    assert sum(pattern is not None for pattern in chain) == 1


def test_a_pattern_that_brought_much_may_rest_for_longer() -> None:
    patience = []
    for brought in (1, 40):
        yields = Yields(TrapSettings())
        barren = 0
        for number in range(200):
            text = _words(number) if number < brought else "nothing on this day, no event at all"
            url, via = f"http://example.org/day/{number}", f"http://example.org/day/{number - 1}"
            if yields.settled(_page(url, f"{text} {number}", via)):
                barren = number - brought
                break
        patience.append(barren)
    assert 2 <= patience[0] <= 5
    assert patience[1] >= 2 * patience[0]


def test_the_next_month_without_anything_new_sets_aside_only_what_the_calendar_itself_names() -> None:
    yields = Yields(TrapSettings())
    month = "http://example.org/month?of=2024-{:02}".format
    assert yields.settled(_page(month(1), MENU + " nothing planned")) is None
    suspect = yields.settled(_page(month(2), MENU + " nothing planned 2", month(1)))
    assert suspect is not None
    assert suspect.early
    assert yields.refusal(month(3), month(2)) is suspect
    assert yields.refusal(month(9), "http://example.org/list") is None, "a list elsewhere is finite"
    assert yields.settled(_page("http://example.org/event/1", _words(1), month(1))) is None
    assert not yields.cleared, "the first page of any kind is new"
    assert yields.settled(_page("http://example.org/event/2", _words(2), month(1))) is None
    assert yields.cleared == {suspect.text}
    assert yields.clear(suspect.text)
    assert yields.refusal(month(3), month(2)) is None
    assert yields.settled(_page(month(3), MENU + " nothing planned 3", month(2))) is None, "not early a second time"


def test_pictures_without_words_are_something_new_unless_every_page_shows_them() -> None:
    yields = Yields(TrapSettings())
    for kind, own in (("gallery", True), ("agenda", False)):
        suspected = []
        for number in range(6):
            page = _page(
                f"http://example.org/{kind}/{number}", f"{MENU} {number}", f"http://example.org/{kind}/{number - 1}"
            )
            names = ["logo.png", f"{number}.jpg"] if own else ["logo.png"]
            images = [Image(f"http://example.org/{name}?{number}") for name in names]
            page.document = Document(metadata=Metadata(images=images))
            suspected.append(yields.settled(page) is not None)
        assert any(suspected) is not own


@pytest.mark.parametrize(("empty", "second_look_every"), [(2, 400), (3, 1)])
def test_a_calendar_that_begins_with_empty_months_loses_no_event(
    tmp_path: Path, empty: int, second_look_every: int
) -> None:
    with HostileServer() as server:
        server.on("/", _html("Events", ("/month/2024-01", "Calendar")))
        for month in range(1, 25):
            onward = (f"/month/2024-{month + 1:02}", "Next month") if month < 24 else ("/", "Home")
            events = [(f"/event/{month}-{n}", _words((month, n), 5)) for n in range(3)] if month > empty else []
            server.on(f"/month/2024-{month:02}", _html("Month", *events, onward))
            for path, title in events:
                server.on(path, _html(title, text=_words(path)))
        options = QUICK | {"traps.second_look_every": second_look_every, "discovery.places": []}
        finished = mekik.open(tmp_path).crawl(server.root + "/", options)
        assert finished.state == "finished"
        assert sum(head.startswith(b"GET /event/") for head in server.requests) == 3 * (24 - empty)


def _html(title: str, *links: tuple[str, str], text: str = "") -> bytes:
    listed = "".join(f'<li><a href="{path}">{anchor}</a>' for path, anchor in links)
    return answer(200, f"<title>{title}</title><p>{MENU}<p>{text}<ul>{listed}</ul>".encode(), content_type="text/html")


def test_of_combined_filters_the_whole_is_suspected_but_not_the_list_that_brings_new_things() -> None:
    yields = Yields(TrapSettings())
    for number in range(10):
        source = f"http://example.org/shop?page={number}"
        assert yields.settled(_page(f"http://example.org/shop?page={number + 1}", _words(number), source)) is None
    names = [f"{a}=1&{b}=2&{c}=3" for a in "abc" for b in "def" for c in "ghi"]
    found = [
        yields.settled(_page(f"http://example.org/shop?{query}", _words(1) + " x", "http://example.org/shop?page=1"))
        for query in names
    ]
    suspects = [pattern.text for pattern in found if pattern]
    assert suspects == ["example.org/shop?*"]
    assert yields.refusal("http://example.org/shop?a=1&z=3", "http://example.org/") is not None
    assert yields.refusal("http://example.org/shop?page=99", "http://example.org/") is None


def test_patterns_are_bounded_whatever_a_host_invents() -> None:
    yields = Yields(TrapSettings(max_patterns=50))
    for number in range(2000):
        word = _words(number, 1)
        yields.settled(_page(f"http://example.org/{word}/x/{word[::-1]}/y", _words(number)))
    assert len(yields._patterns) <= 60


@pytest.mark.parametrize("order", ["same", "shuffled"])
def test_a_variable_that_changes_nothing_is_learned(order: str) -> None:
    parameters = Parameters(TrapSettings())
    learned = None
    for number in range(3):
        words = _words(number).split()
        for way in ("up", "down"):
            if order == "shuffled":
                random.Random(way).shuffle(words)
            learned = (
                parameters.settled(_page(f"http://example.org/list-{number}?sort={way}", " ".join(words))) or learned
            )
    assert learned is not None
    assert learned.text == "example.org/*?sort=* sort"
    assert parameters.refusal("http://example.org/list-1?sort=best") is learned
    assert parameters.refusal("http://example.org/list-9?sort=best") is None, "nobody visited one of its class"


def test_a_variable_that_changes_something_once_is_never_dropped() -> None:
    parameters = Parameters(TrapSettings())
    for number in range(5):
        parameters.settled(_page(f"http://example.org/page?id={number}", _words("same")))
    for number in range(5):
        parameters.settled(_page(f"http://example.org/other?id={number}", _words(number)))
    assert list(parameters.suspects()) == [], "pages that are all the same teach nothing about a variable"
    for number in range(6):
        for view in ("a", "b"):
            text = _words(number) if number else _words(view)
            parameters.settled(_page(f"http://example.org/item/{number}?view={view}", text))
    assert list(parameters.suspects()) == []


def test_a_variable_without_which_the_page_is_another_keeps_one_address_a_class() -> None:
    parameters = Parameters(TrapSettings())
    for number in range(4):
        parameters.settled(_page(f"http://example.org/item/{number}", _words("please log in")))
        for session in ("a", "b"):
            parameters.settled(_page(f"http://example.org/item/{number}?s={session}", _words(number)))
    assert len(parameters.suspects()) == 1
    parameters.settled(_page("http://example.org/item/9", _words("please log in")))
    assert parameters.refusal("http://example.org/item/9?s=c") is None
    parameters.settled(_page("http://example.org/item/9?s=c", _words(9)))
    assert parameters.refusal("http://example.org/item/9?s=d") is not None


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("abcdefghij", min_size=1, max_size=6), min_size=1, max_size=50), st.randoms())
def test_a_bag_of_words_knows_no_order(words: list[str], chance: random.Random) -> None:
    other = list(words)
    chance.shuffle(other)
    assert bag(" ".join(words)) == bag(" ".join(other))


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=4000), st.integers(1, 20))
def test_any_text_is_new_at_most_once(text: str, enough: int) -> None:
    phrases = Phrases()
    phrases.says_new(text, enough)
    assert not phrases.says_new(text, enough)


def test_memories_forget_rather_than_grow() -> None:
    phrases = Phrases()
    assert all(phrases.says_new(_words(number, 300), 6) for number in range(400))
    memory = Memory()
    for number in range(2000):
        memory.of(f"g{number}")
    assert len(memory._groups) <= 512
    recent = Recent(100)
    assert all(recent.add(number) for number in range(1000))
    assert not recent.add(999)
    assert recent.add(5)
