"""Documents that bring their reader down: the worker is lost, the outcome has a name, the others are read."""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator

import pytest

from mekik.crawl.workers import WorkerPool
from mekik.fetch.poller import Poller
from mekik.lab.demo.documents import MAKERS
from mekik.lab.demo.paper import Paper
from mekik.lab.demo.pdf_files import pdf_file, stream
from mekik.page import Parsed, Source
from mekik.settings import build

PATIENCE = 90.0
CATALOGUE = b"<< /Type /Catalog /Pages 2 0 R >>"
PAGES = b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>"
GOOD = MAKERS["pdf"](Paper("Good", "A sound document among the others."))


def exponential() -> bytes:
    """Forms that each show the next one twelve times: read as it says, this takes for ever."""
    levels = 12
    forms = []
    for level in range(levels):
        last = level + 1 == levels
        body = stream(b"BT /F1 9 Tf (x) Tj ET" if last else b"/X Do " * 12)
        resources = b"" if last else b"/Resources << /XObject << /X %d 0 R >> >>" % (6 + level)
        head = b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] %b /Length" % resources
        forms.append(body.replace(b"<< /Length", head, 1))
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>"
    )
    return pdf_file([CATALOGUE, PAGES, page, stream(b"/X Do"), *forms])


def packed_twice() -> bytes:
    """A page whose content unpacks to more than the worker has, by two filters."""
    inner = zlib.compress(b" " * 300_000_000, 1)
    outer = zlib.compress(inner)
    content = b"<< /Length %d /Filter [/FlateDecode /FlateDecode] >>\nstream\n%b\nendstream" % (len(outer), outer)
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>"
    return pdf_file([CATALOGUE, PAGES, page, content])


@pytest.fixture
def poller() -> Iterator[Poller]:
    poller = Poller()
    yield poller
    poller.close()


def test_a_document_that_hangs_or_fills_its_worker_costs_only_itself(poller: Poller) -> None:
    """faults: 32, 33"""
    answers: dict[int, Parsed] = {}

    def take(parsed: Parsed) -> None:
        answers[parsed.token] = parsed

    settings = build({"parse.workers": 1, "parse.timeout": 2.0, "parse.memory": 260_000_000})
    pool = WorkerPool(poller, settings, take)
    try:
        bodies = [GOOD, exponential(), GOOD, packed_twice(), GOOD]
        for token, body in enumerate(bodies, start=1):
            pool.submit(Source(token, f"http://a.test/{token}.pdf", "application/pdf", "", body))
        ends = time.monotonic() + PATIENCE
        while len(answers) < len(bodies):
            assert time.monotonic() < ends, sorted(answers)
            poller.run_once(0.05)
            pool.check(time.monotonic())
    finally:
        pool.close()
    outcomes = {token: parsed.outcome for token, parsed in answers.items()}
    assert [outcomes[token] for token in (1, 3, 5)] == ["ok"] * 3
    for token in (2, 4):
        assert outcomes[token] in ("parse_timeout", "parse_limit", "parse_crashed")
        assert answers[token].reason
