"""The documentation is whole, says what the code does, and every command in it runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from free_ports import free_pair
from mekik import errors
from mekik.cli.docs import renewed
from mekik.cli.parser import VERBS
from mekik.cli.shells import all_options
from mekik.lab.demo import DemoWeb
from mekik.outcome import Outcome, Status
from mekik.settings import rows

TOP = Path(__file__).parent.parent
DOCS = TOP / "docs"
PAGES = [TOP / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(DOCS.glob("*.md"))
EXIT_CODES = (0, 1, 2, 3, 4, 5, 6, 10, 12, 20)
MADE = ("commands.md", "settings.md", "outcomes.md")


def text_of(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def blocks(page: Path, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", MADE)
def test_the_reference_is_what_the_code_says(name: str) -> None:
    """faults: 76"""
    assert renewed(text_of(name)) == text_of(name), "Write the pages anew with: make docs"


def test_every_setting_is_documented() -> None:
    """faults: 76"""
    page = text_of("settings.md")
    assert [row.name for row in rows() if f"| `{row.name}` |" not in page] == []


def test_every_outcome_is_documented() -> None:
    """faults: 76"""
    page = text_of("outcomes.md")
    assert [outcome.label for outcome in Outcome if f"| `{outcome.label}` |" not in page] == []
    assert [status.label for status in Status if status.label not in page] == []


def test_every_verb_and_option_is_documented() -> None:
    """faults: 76"""
    page = text_of("commands.md")
    for verb, options in all_options().items():
        part = page.partition(f"### mekik {verb}\n")[2].partition("\n### ")[0]
        assert part, verb
        assert [option for option in options if f"`{option}" not in part] == [], verb


def test_every_exit_code_is_documented() -> None:
    """faults: 73, 76"""
    table = text_of("commands.md").partition("## Exit codes")[2].partition("\n## ")[0]
    assert [int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)] == list(EXIT_CODES)
    raised = {kind.exit_code for kind in vars(errors).values() if hasattr(kind, "exit_code")}
    assert raised <= set(EXIT_CODES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_all_verbs_of_the_design_are_in_the_list() -> None:
    page = text_of("commands.md")
    assert [verb for verb in VERBS if f"[`mekik {verb}`](#mekik-{verb})" not in page] == []


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb(calendar_months=3) as web:
        yield web


def with_port(text: str, web: DemoWeb) -> str:
    """The demo web and the application where they run, or can, on this machine."""
    free = free_pair()
    return text.replace("8700", str(web.port)).replace("8643", str(free + 1)).replace("8642", str(free))


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "sh")], ids=lambda page: page.name)
def test_the_commands_of_a_page_run(page: Path, web: DemoWeb, tmp_path: Path) -> None:
    """In the order of the page, in one folder. What make would do is only looked up: this is part of make test."""
    script = with_port("\n".join(blocks(page, "sh")), web)
    script = re.sub(r"^make ", f"make -n -C '{TOP}' ", script, flags=re.MULTILINE)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=300,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "MEKIK_LANG": "en",
             "XDG_DATA_HOME": str(tmp_path / "share")},
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_python_example_runs(web: DemoWeb, tmp_path: Path) -> None:
    examples = blocks(TOP / "README.md", "python")
    assert len(examples) == 1
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", with_port(examples[0], web)], cwd=tmp_path, capture_output=True,
        text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Sewing machine from a lighthouse" in done.stdout


def test_job_files_in_the_docs_are_right(tmp_path: Path) -> None:
    from mekik.settings import load

    found = [block for page in PAGES for block in blocks(page, "toml")]
    assert found
    for number, block in enumerate(found):
        job = tmp_path / f"{number}.toml"
        job.write_text(block, encoding="utf-8")
        assert bool(load(job).seeds) == ("seeds" in block), "a part of the settings may stand alone"


def test_no_address_of_a_registry_is_in_the_constraints() -> None:
    lines = (TOP / "constraints.txt").read_text().splitlines()
    assert all(re.fullmatch(r"#.*|[a-z0-9-]+==[\w.]+", line) for line in lines)
