"""The orders that look for something: topic, topic_focused, focused."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mekik import ordering
from mekik.ordering import Example, Lesson, Ordering, Selective, Waiting
from mekik.ordering.classifier import Classifier
from mekik.ordering.topic import Topic
from mekik.ordering.words_of import Words
from mekik.page import Links
from mekik.settings import OrderingSettings


def link(id: int, url: str, anchor: str = "", source: int = 1) -> Waiting:
    return Waiting(id, 1, 1, source, key=id, url=url, anchor=anchor)


def page(id: int, url: str, words: str, grade: float | None = None, anchor: str = "", source: int | None = 1) -> Lesson:
    links = Links(urls=["http://a.test/x"], anchors=["x"])
    return Lesson(id, 1, id, url, 1, links, "", "en", words, "", grade, anchor, source)


def selective(model: Ordering) -> Selective:
    assert isinstance(model, Selective)
    return model


@pytest.mark.parametrize(
    ("words", "url", "anchor", "follows"),
    [
        (("kedi",), "http://a.test/hayvan", "Kediler ve kuşlar", True),
        (("kedi",), "http://a.test/kedi-mamasi", "", True),
        (("sağlık",), "http://a.test/saglik/haber", "", True),
        (("sağlık",), "http://a.test/sa%C4%9Fl%C4%B1k/", "", True),
        (("cat",), "http://a.test/x?topic=cats", "", True),
        (("cat",), "http://cat.test/x", "category", False),
        (("cat",), "http://a.test/concatenate.html", "scattered", False),
        (("html",), "http://a.test/page.html", "", False),
        (("ışık",), "http://a.test/x", "IŞIK", True),
        ((), "http://a.test/x", "anything", True),
    ],
)
def test_topic_follows_links_that_hold_a_word(words: tuple[str, ...], url: str, anchor: str, follows: bool) -> None:
    model = Topic(OrderingSettings(words=words))
    refusal = model.refusal(link(1, url, anchor))
    assert (refusal == "") is follows
    if not follows:
        assert words[0] in refusal


def test_without_stems_only_the_word_itself_counts() -> None:
    model = Topic(OrderingSettings(words=("cat",), stems=False))
    assert model.refusal(link(1, "http://a.test/", "cats"))
    assert not model.refusal(link(2, "http://a.test/", "cat"))


def test_why_names_the_word_and_its_place() -> None:
    score = Topic(OrderingSettings(words=("cat",))).explain(link(1, "http://a.test/cats/1"))
    assert score.value == 1.0
    assert score.text == "topic: 'cats' stands in the address"


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80), st.text(max_size=200))
def test_any_link_is_judged_without_an_error(anchor: str, url: str) -> None:
    for name in ordering.SELECTIVE:
        model = ordering.make(name, OrderingSettings(words=("cat",), focused_threshold=0.5, anchor_links=0))
        assert isinstance(selective(model).refusal(link(1, url, anchor)), str)


def test_a_dead_end_leads_back_to_the_remembered_links_of_the_page_before() -> None:
    model = ordering.make("topic", OrderingSettings(words=("cat",), dead_end="depth"))
    model.wake(1)
    model.add([link(2, "http://a.test/cat2", source=1), link(3, "http://a.test/cat3", source=1)])
    assert model.pop() == (1, 2)
    model.add([link(4, "http://a.test/cat4", source=2)])
    assert model.pop() == (1, 4)
    assert model.pop() == (1, 3), "page 4 is a dead end, page 2 too: back to what page 1 named"


def test_topic_grades_pages_by_their_words() -> None:
    model = ordering.make("topic", OrderingSettings(words=("cat",)))
    assert model.learn(page(1, "http://a.test/1", "the cat sleeps")) == 1.0
    assert model.learn(page(2, "http://a.test/2", "a dog barks")) == 0.0
    assert model.learn(page(3, "http://a.test/sitemap.xml", "")) is None
    assert selective(model).harvest == (1.0, 2)


def counting(threshold: float = 0.2) -> Ordering:
    return ordering.make("topic_focused", OrderingSettings(anchor_threshold=threshold, anchor_links=4))


def test_topic_focused_learns_which_words_links_are_made_of() -> None:
    model = selective(counting())
    anchors = ["cat food", "cats asleep", "a cat", "dog", "the cat again", "horse", "cat"]
    followed = [not model.refusal(link(id, f"http://a.test/{id}", anchor)) for id, anchor in enumerate(anchors, 1)]
    assert followed == [True, True, True, True, True, False, True]
    assert cast(Ordering, model).explain(link(9, "http://a.test/9", "cat")).value == pytest.approx(5 / 7)
    assert model.refusal(link(2, "http://a.test/2", "horse")), "judged again, and not counted again"
    assert cast(Ordering, model).explain(link(9, "http://a.test/9", "cat")).value == pytest.approx(5 / 7)


def test_topic_focused_knows_the_same_words_after_a_restart() -> None:
    anchors = ["cat food", "cats asleep", "dog", "cat"]
    before, after = counting(), counting()
    for id, anchor in enumerate(anchors, 2):
        selective(before).refusal(link(id, f"http://a.test/{id}", anchor))
    after.learn(Lesson(1, 1, 1, "http://a.test/", 0, Links(anchors=anchors), grade=1.0))
    for anchor in (*anchors, "horse"):
        asked = link(99, "http://a.test/99", anchor)
        assert after.explain(asked) == before.explain(asked)


CATS = "cat kitten whiskers purr milk basket fur paws tail mouse"
TAXES = "tax invoice ledger deduction income budget fiscal audit rate form"


def taught(**more: object) -> Ordering:
    examples = [Example(1.0, "", CATS, ""), Example(0.0, "", TAXES, "")] * 3
    return ordering.make("focused", OrderingSettings(examples=("a", "b"), **more), lambda: examples)  # type: ignore[arg-type]


def test_focused_grades_pages_by_its_examples() -> None:
    model = taught()
    liked = model.learn(page(1, "http://a.test/1", "kitten purr fur sleeping on a basket"))
    disliked = model.learn(page(2, "http://a.test/2", "income audit and the fiscal budget"))
    assert isinstance(liked, float)
    assert isinstance(disliked, float)
    assert liked > 0.8 > 0.2 > disliked


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.sampled_from(("cat", "kitten", "tax", "audit", "garden", "tea", "the", "çiçek", "Kediler")), max_size=30
    )
)
def test_a_few_words_are_graded_as_a_page_of_them_would_be(words: list[str]) -> None:
    chosen = OrderingSettings()
    known = Words(chosen)
    classifier = Classifier(chosen, known)
    for text, grade in ((CATS, 1.0), (TAXES, 0.0), (CATS + " tea", 1.0), (TAXES + " tea", 0.0)) * 2:
        classifier.example(classifier.features(text, ""), grade)
    spelled = [known.spelled(word) for word in words]
    page = classifier.features(" ".join(exact for exact, _ in spelled), " ".join(root for _, root in spelled))
    assert classifier.grade_of_words(words) == pytest.approx(classifier.grade(page), abs=1e-5)


def test_focused_tells_likeness_from_examples_of_one_kind_only() -> None:
    model = ordering.make("focused", OrderingSettings(), lambda: [Example(1.0, "", CATS, "")])
    assert model.learn(page(1, "http://a.test/1", CATS + " garden")) == 1.0
    assert model.learn(page(2, "http://a.test/2", TAXES)) == 0.0


def test_focused_goes_by_likeness_while_there_are_too_few_examples_of_both_kinds() -> None:
    examples = [Example(1.0, "", CATS, ""), Example(0.0, "", TAXES, "")]
    model = ordering.make("focused", OrderingSettings(), lambda: examples)
    assert model.learn(page(1, "http://a.test/1", CATS + " garden")) == 1.0
    assert model.learn(page(2, "http://a.test/2", TAXES + " office")) == 0.0


def test_focused_expects_of_a_link_what_such_links_led_to() -> None:
    model = taught()
    for id in range(2, 30, 2):
        model.learn(page(id, f"http://a.test/pets/{id}", CATS, anchor="our friends"))
        model.learn(page(id + 1, f"http://a.test/money/{id}", TAXES, anchor="duties"))
    good = model.explain(link(100, "http://a.test/pets/100", "more friends", source=50))
    bad = model.explain(link(101, "http://a.test/money/101", "further duties", source=50))
    assert good.value > 0.6 > 0.3 > bad.value
    assert "friend" in good.text or "folder" in good.text
    model.wake(1)
    model.add([link(101, "http://a.test/money/101", "duties"), link(100, "http://a.test/pets/100", "friends")])
    assert model.pop() == (1, 100)


def test_focused_expects_more_of_links_on_good_pages_at_once() -> None:
    model = taught()
    model.learn(page(1, "http://a.test/1", CATS, source=None))
    model.learn(page(2, "http://a.test/2", TAXES, source=None))
    on_good = model.explain(link(3, "http://a.test/x", "here", source=1)).value
    on_bad = model.explain(link(4, "http://a.test/y", "here", source=2)).value
    assert on_good > on_bad + 0.2


def test_focused_is_the_same_after_a_restart() -> None:
    before, after = taught(focused_threshold=0.4), taught(focused_threshold=0.4)
    for id in range(1, 20):
        text, anchor = (CATS, "our friends") if id % 2 else (TAXES, "duties")
        lesson = page(id, f"http://a.test/{anchor[:3]}/{id}", text, anchor=anchor, source=id - 1 or None)
        grade = before.learn(lesson)
        assert isinstance(grade, float)
        after.learn(lesson._replace(grade=grade, words="", title="", links=Links(keys=b"")))
    for anchor in ("our friends", "duties", "else"):
        asked = link(50, f"http://a.test/{anchor[:3]}/50", anchor, source=3)
        assert after.explain(asked) == before.explain(asked)
        assert selective(after).refusal(asked) == selective(before).refusal(asked)
    assert selective(after).harvest == pytest.approx(selective(before).harvest)
