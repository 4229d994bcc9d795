from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from crawl_kit import Crawled

import mekik
from mekik.lab.demo import DemoWeb


@pytest.fixture(scope="session")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawled]:
    with DemoWeb(crawl_delay=0.01, slow=0.3, retry_after=1) as web:
        yield Crawled(web, mekik.open(tmp_path_factory.mktemp("crawled")))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"
