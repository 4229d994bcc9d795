"""mekik text shows what a crawl makes of a page."""

from __future__ import annotations

import json
from pathlib import Path

from cli_runner import run

PAGE = (
    "<title>Herons</title><nav><a href=/>Start</a> <a href=/b>Birds</a></nav>"
    "<main><h1>The heron</h1><p>A heron waits in the reeds until something moves. The heron is patient.</p></main>"
    "<footer>Printed on a Tuesday</footer>"
)


def test_the_main_content_is_printed_and_the_rest_on_demand(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    shown = run("text", str(file))
    assert shown.code == 0
    assert "A heron waits" in shown.out
    assert "Tuesday" not in shown.out
    assert "Keywords: heron" in shown.out
    assert "Tuesday" in run("text", str(file), "--rest").out


def test_as_json(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    answer = json.loads(run("text", str(file), "--json").out)
    assert answer["title"] == "Herons"
    assert answer["language"] == "en"
    assert answer["main"].startswith("The heron")
    assert answer["rest"] == "Start Birds Printed on a Tuesday"
    assert answer["keywords"] == ["heron"]


def test_a_file_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    assert run("text", str(tmp_path / "none.html")).code == 2
