"""Logging in by a form: with a token of the page, and what a refusal looks like."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs

import pytest

import mekik
from hostile.server import Connection, HostileServer, answer
from mekik.errors import NotPermitted
from mekik.workspace import Workspace

_PAGE = """<!DOCTYPE html><html lang=tr><meta name=robots content="noindex, nofollow"><title>Giriş</title>
<form action="/ara"><input type=search name=q></form>
<form method=post action="{action}"><input type=hidden name=token value="{token}"><label>Ad <input name=user></label>
<label>Parola <input type=password name=password></label><button name=go value=1>Gir</button></form>"""


class _Club:
    """Lets in who sends the right password with the token of the page, and shows members' pages to nobody else."""

    def __init__(self, server: HostileServer, refusal: str, action: str = "/session") -> None:
        self.refusal, self.action = refusal, action
        self.sent: dict[str, list[str]] = {}
        server.on("/login", self._login)
        server.on("/session", self._session)
        server.on("/", self._home)

    def _login(self, connection: Connection) -> None:
        body = _PAGE.format(token="t-42", action=self.action).encode()
        connection.send(answer(200, body, "Set-Cookie: before=1; Path=/"))

    def _session(self, connection: Connection) -> None:
        self.sent = parse_qs(connection.body.decode())
        right = self.sent.get("password") == ["hush"] and self.sent.get("token") == ["t-42"]
        if right and b"before=1" in connection.head:
            connection.send(answer(303, b"", "Location: /", "Set-Cookie: member=yes; Path=/"))
        elif self.refusal == "again":
            self._login(connection)
        elif self.refusal == "back":
            connection.send(answer(302, b"", "Location: /login?failed=1"))
        else:
            connection.send(answer(403, b"no"))

    def _home(self, connection: Connection) -> None:
        members = b"member=yes" in connection.head
        connection.send(answer(200, b"<title>For members</title>secrets" if members else b"<title>Outside</title>"))


def _crawl(folder: Path, server: HostileServer, password: str, **form: object) -> Workspace:
    workspace = mekik.open(folder)
    login = {"url": server.root + "/login", "fields": {"user": "ada", "password": password}, **form}
    workspace.crawl(
        server.root + "/",
        {
            "fetch.login": login, "fetch.allow_addresses": ["127.0.0.0/8"], "frontier.delay": 0.0,
            "discovery.places": [], "parse.workers": 0,
        },
    )  # fmt: skip
    return workspace


def test_what_the_form_holds_by_itself_is_sent_along(tmp_path: Path) -> None:
    with HostileServer() as server:
        club = _Club(server, "403")
        workspace = _crawl(tmp_path / "data", server, "hush")
        assert club.sent == {"user": ["ada"], "password": ["hush"], "token": ["t-42"], "go": ["1"]}
        assert workspace.search("secrets").total == 1
        for path in (tmp_path / "data").rglob("*"):
            assert path.is_dir() or path.name == "jobs.sqlite" or b"t-42" not in path.read_bytes(), path


@pytest.mark.parametrize(
    ("refusal", "told"), [("403", "forbidden"), ("again", "shows its form again"), ("back", "leads back to its form")]
)
def test_a_refusal_ends_the_crawl_and_says_so(tmp_path: Path, refusal: str, told: str) -> None:
    with HostileServer() as server:
        _Club(server, refusal)
        with pytest.raises(NotPermitted, match=told) as error:
            _crawl(tmp_path / "data", server, "wrong")
        assert "wrong" not in str(error.value)
        assert not any(b"GET / " in request for request in server.requests), "nothing was crawled"


def test_the_password_goes_to_no_other_site(tmp_path: Path) -> None:
    with HostileServer() as server, HostileServer() as other:
        _Club(server, "403", action=other.root + "/session")
        with pytest.raises(NotPermitted, match="tell others the password"):
            _crawl(tmp_path / "data", server, "hush")
        assert not other.requests


def test_without_a_look_the_fields_are_sent_as_they_are(tmp_path: Path) -> None:
    with HostileServer() as server:
        club = _Club(server, "403")
        with pytest.raises(NotPermitted):
            _crawl(tmp_path / "data", server, "hush", url=server.root + "/session", look_first=False)
        assert club.sent == {"user": ["ada"], "password": ["hush"]}
        assert not any(b"GET /login" in request for request in server.requests)
