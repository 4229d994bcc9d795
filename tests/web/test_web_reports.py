"""Reports of a job: pages, pictures, files, the API, and who may see them."""

from __future__ import annotations

import csv
import io
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from crawled_site import open_crawled
from mekik.crawl.reports import REPORTS
from mekik.web import Site, charts
from web_kit import HTML, ROOT, sign_in

Opened = tuple[Site, TestClient[Litestar], str]
READY = [name for name in REPORTS if name != "countries"]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    with open_crawled(tmp_path) as site:
        yield site


def report(client: TestClient[Litestar], name: str, job: str = "site", **more: Any) -> dict[str, Any]:
    for _ in range(600):
        answer = client.get(f"/api/v1/jobs/{job}/reports/{name}", params=more)
        assert answer.status_code in (200, 202), answer.text
        if answer.status_code == 200:
            found: dict[str, Any] = answer.json()
            return found
        time.sleep(0.1)
    raise AssertionError(f"{name} is never made")


def test_every_report_has_a_page_and_says_the_same_by_the_api(opened: Opened) -> None:
    _, client, _ = opened
    for name in READY:
        told = report(client, name)
        assert told["state"] == "done"
        page = client.get(f"/jobs/site/reports/{name}", headers=HTML)
        assert page.status_code == 200, name
        assert "<html" in page.text
        assert page.text.count("<tr>") == len(told.get("rows", [])) + bool(told.get("rows")), name
        assert re.findall(r"\son\w+=|\sstyle=", page.text) == []


def test_reports_tell_what_was_crawled(opened: Opened) -> None:
    _, client, root = opened
    errors = report(client, "errors")
    assert {row[2] for row in errors["rows"]} == {f"{root}/missing", f"{root}/gone"}
    assert {row[0] for row in errors["rows"]} == {"not_found"}
    assert [row[:3] for row in report(client, "duplicates")["rows"]] == [[f"{root}/a?copy=1", f"{root}/a", "bytes"]]
    assert sum(row[1] for row in report(client, "days")["rows"]) == 7
    order = report(client, "assignment")["rows"]
    assert [row[0] for row in order] == list(range(1, len(order) + 1))
    assert order[0][2] == f"{root}/"
    points = report(client, "points")["rows"]
    assert len(points) == 7
    assert all(0 <= value < 1 for row in points for value in row[:3])
    assert len({row[0] for row in points}) == 1  # one root
    popular = dict(zip(report(client, "popularity")["columns"], report(client, "popularity")["rows"][0], strict=True))
    assert (popular["root"], popular["addresses"], popular["share"]) == (root, 7, 100.0)


def test_a_table_exports_as_csv_jsonl_and_parquet(opened: Opened) -> None:
    _, client, root = opened
    rows = report(client, "errors")["rows"]
    answer = client.get("/jobs/site/reports/errors/export?format=csv")
    assert answer.headers["content-disposition"].startswith("attachment")
    table = list(csv.reader(io.StringIO(answer.text)))
    assert [line[2] for line in table[1:]] == [row[2] for row in rows]
    lines = client.get("/api/v1/jobs/site/reports/errors/export?format=jsonl").text.splitlines()
    assert len(lines) == len(rows)
    packed = client.get("/api/v1/jobs/site/reports/errors/export?format=parquet").content
    read = pyarrow.parquet.read_table(io.BytesIO(packed)).to_pylist()
    assert {row["url"] for row in read} == {f"{root}/missing", f"{root}/gone"}
    assert all(isinstance(row["code"], int) for row in read)


@pytest.mark.parametrize("name", ["", "bora"])
def test_reports_of_a_private_job_are_as_if_they_were_not_there(opened: Opened, name: str) -> None:
    """faults: 60"""
    _, client, _ = opened
    if name:
        sign_in(client, name)
    paths = ("/jobs/{}/reports", "/jobs/{}/reports/codes", "/jobs/{}/reports/codes/export", "/api/v1/jobs/{}/reports",
             "/api/v1/jobs/{}/reports/codes")  # fmt: skip
    for path in paths:
        secret, none = (client.get(path.format(job)) for job in ("secret", "nosuch"))
        assert (secret.status_code, none.status_code) == (404, 404), path
        assert secret.json() == none.json()
    sign_in(client, "ayse")
    assert report(client, "codes", "secret")["total"] == 2


def test_a_list_goes_on_by_its_cursor_and_by_no_other(opened: Opened) -> None:
    _, client, _ = opened
    whole = report(client, "points")["rows"]
    first = report(client, "points", limit=4)
    second = report(client, "points", limit=4, cursor=first["next"])
    assert first["rows"] + second["rows"] == whole
    assert "next" not in second
    for bad in ("4", "4.x", first["next"].replace("4.", "5."), "-1.a", "9" * 40):
        assert client.get("/api/v1/jobs/site/reports/points", params={"cursor": bad}).status_code == 400
    other = client.get("/api/v1/jobs/site/reports/codes", params={"cursor": first["next"]})
    assert other.status_code == 400


def test_a_report_that_cannot_be_made_says_why(opened: Opened) -> None:
    _, client, _ = opened
    for _ in range(600):
        page = client.get("/jobs/site/reports/countries", headers=HTML)
        if page.status_code == 200:
            break
        time.sleep(0.1)
    assert "report.countries" in page.text
    assert client.get("/api/v1/jobs/site/reports/countries").status_code == 400
    assert client.get("/jobs/site/reports/nosuch", headers=HTML).status_code == 404


def test_a_report_is_kept_until_it_is_asked_for_anew(opened: Opened) -> None:
    _, client, _ = opened
    first = report(client, "codes")["made_at"]
    assert report(client, "codes")["made_at"] == first
    client.post("/jobs/site/reports/codes", headers={"origin": ROOT}, follow_redirects=False)
    assert report(client, "codes")["made_at"] > first


def test_pictures_say_what_they_show_and_escape_what_strangers_wrote() -> None:
    drawn = str(charts.bars([("<script>x</script>", 3), ("b", 1)], "Title & more"))
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn
    assert "<title>Title &amp; more</title>" in drawn
    widths = [float(width) for width in re.findall(r'width="([\d.]+)" height="18"', drawn)]
    assert widths[0] == pytest.approx(3 * widths[1])
    tree = str(charts.icicle([(0, "host", 4), (1, "a/", 3), (1, "b", 1)], "Tree"))
    heights = [float(height) for height in re.findall(r'height="([\d.]+)"', tree)]
    assert heights == [419.0, 314.0, 104.0]
