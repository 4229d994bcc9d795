"""Many people write at once while a crawl writes, too: nobody hears of locked databases."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import mekik
from mekik.lab.demo import DemoWeb
from served_kit import QUICK, served

_PEOPLE = 50


def _person(root: str, token: str, number: int) -> list[tuple[int, str]]:
    """Makes a job, saves a search, changes the job and deletes it again; what was answered."""
    connection = HTTPConnection(root.removeprefix("http://"), timeout=120)
    answers: list[tuple[int, str]] = []

    def ask(method: str, path: str, body: Any = None) -> Any:
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        connection.request(method, f"/api/v1/{path}", json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        answers.append((answer.status, text))
        return json.loads(text) if text else None

    try:
        name = f"job-{number}"
        settings = {"name": name, "seeds": ["https://example.org/"]}
        job = ask("POST", "jobs", {"settings": settings})["job"]["name"]
        ask("POST", "saved-searches", {"q": f"kedi {number}"})
        ask("PATCH", f"jobs/{job}", {"settings": {"scope.max_pages": number + 1}})
        ask("GET", f"jobs/{job}")
        if number % 2:
            ask("DELETE", f"jobs/{job}")
    finally:
        connection.close()
    return answers


def test_fifty_people_write_during_a_crawl(tmp_path: Path) -> None:
    """faults: 45"""
    with DemoWeb(slow=0.0, crawl_delay=0.0) as web, served(tmp_path) as (data, site, root):
        ended: list[str] = []
        options = {**QUICK, "name": "busy", "scope.max_depth": 5}
        crawl = threading.Thread(
            target=lambda: ended.append(mekik.open(tmp_path).crawl(web.fewer_seeds, options).state)
        )
        crawl.start()
        try:
            with ThreadPoolExecutor(_PEOPLE) as people:
                told = list(people.map(lambda number: _person(root, data.tokens["root"], number), range(_PEOPLE)))
        finally:
            crawl.join(300)
        assert ended == ["finished"]
        assert [(status, text) for answers in told for status, text in answers if status >= 300] == []
        names = {job.name for job in site.workspace.desk.jobs()}
        kept = {f"root~job-{number}" for number in range(_PEOPLE) if not number % 2}
        assert {name for name in names if name.startswith("root~job-")} == kept
        assert mekik.open(tmp_path).check() == []
