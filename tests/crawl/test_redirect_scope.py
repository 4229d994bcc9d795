"""A redirect that leaves the job ends there: its target is neither asked for nor kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mekik
from hostile.server import HostileServer, answer
from mekik.archive import read_from

OPTIONS: dict[str, Any] = {
    "name": "job", "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0, "frontier.response_factor": 0,
    "parse.workers": 0, "discovery.places": [],
}  # fmt: skip


def _to(target: str) -> bytes:
    return answer(302, b"", f"Location: {target}")


@pytest.mark.parametrize("kind", ["host", "domain", "path"])
def test_a_redirect_out_of_scope_is_named_and_not_followed(tmp_path: Path, kind: str) -> None:
    """faults: 9"""
    with HostileServer() as server, HostileServer(host="127.0.0.2") as foreign:
        away = foreign.on("/secret", answer(200, b"<title>Foreign</title><p>No business of ours."))
        outside = away
        if kind == "path":
            outside = server.on("/elsewhere/page", answer(200, b"<title>Elsewhere</title><p>Not below the seed."))
        server.on(
            "/in/", answer(200, b'<title>Start</title><a href="one">1</a><a href="two">2</a><a href="three">3</a>')
        )
        server.on("/in/one", _to(outside))
        server.on("/in/two", _to("/in/one-more"))  # first stays, then leaves
        server.on("/in/one-more", _to(outside))
        server.on("/in/three", _to("/in/here"))
        server.on("/in/here", answer(200, b"<title>Here</title><p>Still ours."))
        workspace = mekik.open(tmp_path)
        workspace.crawl(f"{server.root}/in/", OPTIONS | {"scope.kind": kind})
        for path in ("one", "one-more"):
            why = workspace.why(f"{server.root}/in/{path}")
            assert (why.status, why.outcome) == ("refused", "redirect_out_of_scope")
            assert outside in why.reason
        assert workspace.why(f"{server.root}/in/here").indexed
        assert foreign.requests == []
        assert not any(head.startswith(b"GET /elsewhere") for head in server.requests)
        archived = {found.exchange.url for found in read_from(tmp_path / "archive", "job")}
        assert outside not in archived
        assert f"{server.root}/in/here" in archived
        assert workspace.search("business OR below").hits == []
