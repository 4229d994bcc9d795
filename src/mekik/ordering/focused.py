"""Focused: a classifier grades pages that were read, a predictor links that were not, and the best come first."""

from __future__ import annotations

from mekik.ordering.classifier import Classifier
from mekik.ordering.predictor import Link, Predictor
from mekik.ordering.protocol import Example, Lesson, Score, Waiting
from mekik.ordering.ranked import RankedOrdering
from mekik.ordering.remembered import TOP, Remembered
from mekik.ordering.words_of import Words
from mekik.settings import OrderingSettings

_STEPS = 1000
_GRADES = 254
_NEW = 255
_UNTOLD = 0.5


class Focused:
    """A link's worth is what is expected when it is found; a change of order, or a start, reckons all of them anew.

    Told again, pages come with their grades, from which the predictor learns as it did; the classifier is shown the
    examples again. A byte of memory for every known address holds the grade of its page.
    """

    name = "focused"
    texts = learns = True

    def __init__(self, settings: OrderingSettings) -> None:
        words = self._words = Words(settings)
        self._classifier = Classifier(settings, words)
        self._predictor = Predictor(settings, words)
        self._threshold = settings.focused_threshold
        self._grades = bytearray()
        self._graded, self._sum = 0, 0.0
        self._remembered = Remembered.of(settings)
        queue = RankedOrdering(self.name, self._rank, self.explain)
        self.add, self.wake, self.rest, self.pop, self.drain = (
            queue.add, queue.wake, queue.rest, queue.pop, queue.drain,
        )  # fmt: skip

    def worth(self, address: Waiting) -> float:
        """What is expected of it now, from 0 to 1."""
        return 1.0 if address.found_on is None else self._predictor.worth(self._link(address))

    def study(self, example: Example) -> None:
        features = self._classifier.features(example.words, example.roots)
        self._classifier.example(features, example.grade, named=example.named)

    def refusal(self, address: Waiting) -> str:
        if not self._threshold:
            return ""
        worth = self._predictor.worth(self._link(address))
        return "" if worth >= self._threshold else f"focused: {worth:.2f} expected, wanted {self._threshold:.2f}"

    def explain(self, address: Waiting) -> Score:
        link = self._link(address)
        worth = self._predictor.worth(link)
        return Score(worth, f"focused: {worth:.2f} expected; {self._predictor.explain(link) or 'nothing is known yet'}")

    def learn(self, page: Lesson) -> float | None:
        grade = page.grade
        if grade is None and not (page.words or page.title):
            return None  # sitemaps and pictures: there is nothing to be graded
        if grade is None:
            features = self._classifier.features(page.words, page.roots)
            grade = self._classifier.judge(features, page.title, page.words, page.roots)
        source, told = self._grade_of(page.found_on), self._told(page.around)
        link = self._predictor.link(page.anchor, page.around, page.url, page.host, source, told)
        self._predictor.teach(link, grade, page.host)
        self._keep(page.id, grade)
        self._graded += 1
        self._sum += grade
        return grade

    @property
    def harvest(self) -> tuple[float, int]:
        return self._sum, self._graded

    def _rank(self, address: Waiting) -> int:
        return round((1 - self.worth(address)) * _STEPS) * TOP + self._remembered.rank(address)

    def _link(self, address: Waiting) -> Link:
        source, told = self._grade_of(address.found_on), self._told(address.around)
        return self._predictor.link(address.anchor, address.around, address.url, address.host, source, told)

    def _told(self, around: str) -> float:
        """What the words around a link would be worth as a page."""
        if not around:
            return _UNTOLD
        return self._classifier.grade_of_words(self._words.cut(around))

    def _keep(self, id: int, grade: float) -> None:
        grades = self._grades
        if id >= len(grades):
            grades.extend(bytes([_NEW]) * (id + 1 - len(grades)))
        grades[id] = round(grade * _GRADES)

    def _grade_of(self, id: int | None) -> float | None:
        if id is None or id >= len(self._grades) or self._grades[id] == _NEW:
            return None
        return self._grades[id] / _GRADES
