"""A site with a small index, asked through Litestar's test client."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from litestar import Litestar
from litestar.testing import TestClient

from mekik.index import IndexEntry, TantivyWriter
from mekik.web import Site, make_app
from mekik.web.app import attach
from mekik.web.door import SESSION
from mekik.web.people import Role
from mekik.web.replay.readers import Readers

ROOT = "http://127.0.0.1:8642"
PASSWORD = "correct horse battery"
HTML = {"accept": "text/html"}


def fill(path: Path) -> None:
    """A public page, and a private one of ayse's."""
    writer = TantivyWriter(path / "index")
    for owner, url, words in (("local", "http://a.org/1", "kedi bahçe"), ("ayse", "http://b.org/2", "kedi gizli")):
        title = f"<script>{owner}</script>"
        host = url.split("/")[2]
        writer.put(
            IndexEntry(
                owner=owner, url=url, job="test", host=host, domain=host, type="html", content_type="text/html",
                language="tr", title=title, content=words, content_exact=words, fetched=1_700_000_000.0,
            )
        )  # fmt: skip
    writer.commit()
    writer.close()


@cache
def prepared() -> Path:
    """Made once: hashing passwords takes its time on purpose."""
    path = Path(tempfile.mkdtemp(prefix="mekik-web-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    site = Site.open(path)
    fill(path)
    for name, role in (("ayse", Role.MEMBER), ("bora", Role.MEMBER), ("root", Role.ADMINISTRATOR)):
        site.accounts.add(name, PASSWORD, role)
    site.close()
    return path


class _Shared(Readers):
    """Processes take a while to start: one set for all tests."""

    def close(self) -> None:
        pass


@cache
def shared_readers() -> Readers:
    shared = _Shared()
    atexit.register(Readers.close, shared)
    return shared


_idle: list[Litestar] = []


@contextmanager
def app_of(site: Site) -> Iterator[Litestar]:
    """One that nobody uses at the moment, else a new one: to make one takes a while."""
    app = _idle.pop() if _idle else make_app(site)
    attach(app, site)
    yield app
    _idle.append(app)


@contextmanager
def open_site(path: Path) -> Iterator[tuple[Site, TestClient[Litestar]]]:
    shutil.copytree(prepared(), path, dirs_exist_ok=True)
    site = Site.open(path, readers=shared_readers())
    try:
        with app_of(site) as app, TestClient(app, base_url=ROOT) as client:
            yield site, client
    finally:
        site.close()


def sign_in(client: TestClient[Litestar], name: str) -> None:
    """As if by form, but for the password: hashing one takes its time on purpose."""
    secret = client.app.state.site.accounts.start_session(name)
    client.cookies.clear()
    client.cookies.set(SESSION, secret, domain="127.0.0.1", path="/")


def sign_in_by_form(client: TestClient[Litestar], name: str) -> None:
    client.cookies.clear()
    answer = client.post(
        "/sign-in", data={"name": name, "password": PASSWORD}, headers={"origin": ROOT}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}
