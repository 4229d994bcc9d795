"""An assistant at the other end of the pipe: the handshake, the three tools, and all that is not meant to come."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from mekik.mcp import Server, open_source
from mekik.mcp.protocol import LONGEST, VERSIONS
from mekik.workspace import Workspace
from served_kit import Data, crawled, served


class Client:
    """Speaks to `mekik mcp` over its standard input and output, as assistants do."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._next = 0

    def send(self, line: bytes) -> None:
        assert self._process.stdin
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def receive(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())

    def ask(self, method: str, **params: Any) -> Any:
        self._next += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": self._next, "method": method, "params": params}).encode())
        answer = self.receive()
        assert answer["id"] == self._next
        return answer

    def call(self, tool: str, **arguments: Any) -> Any:
        return self.ask("tools/call", name=tool, arguments=arguments)["result"]

    def greet(self, version: str = VERSIONS[0]) -> Any:
        about = {"name": "test", "version": "1"}
        answer = self.ask("initialize", protocolVersion=version, capabilities={}, clientInfo=about)
        self.send(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
        return answer["result"]


@contextmanager
def talking(*arguments: str, token: str | None = None) -> Iterator[Client]:
    environment = {name: value for name, value in os.environ.items() if name != "MEKIK_TOKEN"}
    if token:
        environment["MEKIK_TOKEN"] = token
    command = [sys.executable, "-m", "mekik", "mcp", *arguments]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    try:
        yield Client(process)
        assert process.stdin
        process.stdin.close()
        assert process.wait(60) == 0
        assert process.stderr
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream
            stream.close()


@pytest.fixture(scope="module")
def data() -> Data:
    return crawled()


def test_a_whole_conversation(data: Data) -> None:
    with talking("--data", str(data.path)) as client:
        greeting = client.greet()
        assert greeting["serverInfo"]["name"] == "mekik"
        assert "tools" in greeting["capabilities"]
        assert client.ask("ping")["result"] == {}
        tools = {tool["name"]: tool for tool in client.ask("tools/list")["result"]["tools"]}
        assert set(tools) == {"search", "fetch_archived", "why"}
        assert tools["search"]["inputSchema"]["required"] == ["query"]
        found = client.call("search", query="type:html", limit=3)
        assert found["isError"] is False
        assert len(found["structuredContent"]["hits"]) == 3
        url = data.public_url
        assert url in client.call("search", query="type:html", limit=50)["content"][0]["text"]
        read = client.call("fetch_archived", url=url, limit=40)
        assert read["structuredContent"]["text"] in read["content"][0]["text"]
        assert len(read["structuredContent"]["text"]) == 40
        assert "offset=40" in read["content"][0]["text"]
        assert client.call("why", url=url)["structuredContent"]["status"] == "completed"


@pytest.mark.parametrize("way", ["folder", "server"])
def test_a_token_gives_its_users_rights(data: Data, tmp_path: Path, way: str) -> None:
    """faults: 60"""
    with served(tmp_path) as (_, site, root):
        place = ("--data", str(tmp_path)) if way == "folder" else ("--server", root)
        for name, status in (("ayse", "completed"), ("bora", "unknown")):
            with talking(*place, token=data.tokens[name]) as client:
                client.greet()
                assert client.call("why", url=data.private_url)["structuredContent"]["status"] == status
                copy = client.call("fetch_archived", url=data.private_url)
                assert copy["isError"] is (name == "bora")
                hits = client.call("search", query="type:html", limit=50)["structuredContent"]["hits"]
                assert any(hit["url"] == data.private_url for hit in hits) is (name == "ayse")
        only = site.accounts.add_token("ayse", "test", ["search"])
        with talking(*place, token=only) as client:
            client.greet()
            assert client.call("search", query="type:html")["isError"] is False
            refused = client.call("why", url=data.private_url)
            assert refused["isError"] is True
            assert "read" in refused["content"][0]["text"]
            site.accounts.remove_token(site.accounts.tokens("ayse")[-1].id)
            assert client.call("search", query="type:html")["isError"] is True  # also one that is taken back meanwhile


def test_a_wrong_token_ends_at_once(data: Data) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mekik", "mcp", "--data", str(data.path)], input=b"", capture_output=True, timeout=60,
        env={**os.environ, "MEKIK_TOKEN": "mekik_wrong"},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (6, b"")


@pytest.mark.parametrize(
    ("wanted", "given"),
    [*((version, version) for version in VERSIONS), ("2019-01-01", VERSIONS[0]), ("", VERSIONS[0])],
)
def test_versions_are_agreed_on(data: Data, wanted: str, given: str) -> None:
    server = Server(Workspace(data.path))
    asked = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": wanted}}
    assert server.answer(json.dumps(asked).encode())["result"]["protocolVersion"] == given


CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":%s}'


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", -32700), ("\xff", -32700), ('"\\ud800"', -32700), ("[" * 100_000, -32700), ("{" * 100_000, -32700),
        ("1", -32600), ("null", -32600), ("[]", -32600), ("{}", -32600), ("[" + "1," * 60 + "1]", -32600),
        ('{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600), ('{"jsonrpc":"2.0","id":1}', -32600),
        ('{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600), ('{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600), ('{"jsonrpc":"2.0","id":1,"method":[]}', -32600),
        ('{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32602),
        ('{"jsonrpc":"2.0","id":1,"method":"__init__"}', -32601), (CALL % '{"name":"rm"}', -32602),
        ('{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32601),
        (CALL % "{}", -32602), (CALL % '{"name":["search"]}', -32602),
        ('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}', -32602),
    ],
)  # fmt: skip
def test_nonsense_gets_an_error_and_the_talk_goes_on(data: Data, line: str, code: int) -> None:
    """faults: 55"""
    server = Server(Workspace(data.path))
    greeting = b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}\n'
    incoming = BytesIO(greeting + line.encode("latin-1") + b'\n{"jsonrpc":"2.0","id":9,"method":"ping"}\n')
    outgoing = BytesIO()
    server.serve(incoming, outgoing)
    answers = [json.loads(text) for text in outgoing.getvalue().splitlines()]
    assert answers[-1] == {"jsonrpc": "2.0", "id": 9, "result": {}}
    assert answers[1]["error"]["code"] == code


@pytest.mark.parametrize("arguments", [
    {"query": 1}, {"query": "x", "limit": 10**9}, {"query": "x", "limit": -1}, {"query": "x", "sort": "'; --"}, {},
    {"query": "x", "more": 1}, {"query": "x" * 3000}, {"query": "x", "since": "never"}, [], "x",
])  # fmt: skip
def test_wrong_arguments_are_told_to_the_assistant(data: Data, arguments: Any) -> None:
    """faults: 54, 56"""
    server = Server(Workspace(data.path))
    server.answer(b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}')
    params = json.dumps({"name": "search", "arguments": arguments})
    answer = server.answer((CALL % params).encode())
    assert answer["result"]["isError"] is True
    assert answer["result"]["content"][0]["text"]


def test_nothing_works_before_the_greeting_and_news_get_no_answer(data: Data) -> None:
    server = Server(Workspace(data.path))
    assert server.answer(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}')["error"]["code"] == -32600
    assert server.answer(b'{"jsonrpc":"2.0","method":"tools/list"}') is None
    assert server.answer(b'{"jsonrpc":"2.0","id":5,"result":{}}') is None
    assert server.answer(b"  \n") is None
    both = server.answer(b'[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"}]')
    assert both == [{"jsonrpc": "2.0", "id": 1, "result": {}}]


def test_an_endless_line_is_not_kept(data: Data) -> None:
    """faults: 55"""
    incoming = BytesIO(b"x" * (3 * LONGEST) + b'\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n')
    outgoing = BytesIO()
    Server(open_source(data.path, None, None)).serve(incoming, outgoing)
    first, second = (json.loads(text) for text in outgoing.getvalue().splitlines())
    assert first["error"]["code"] == -32600
    assert second["id"] == 2
