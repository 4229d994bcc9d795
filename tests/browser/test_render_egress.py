"""What scripts try: nothing is connected to that the guard did not allow."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from browser_kit import crawl, shell, text_of

from hostile.names import NameServer
from hostile.server import HostileServer, answer
from mekik.crawl.browser import rendering

TRY = """
const tell = (name, what) => { const p = document.createElement('p'); p.textContent = name + '=' + what;
  document.body.append(p) };
const attempt = (name, url) =>
  fetch(url, {mode: 'no-cors'}).then(() => tell(name, 'reached'), () => tell(name, 'refused'));
"""


@pytest.fixture
def server() -> Iterator[HostileServer]:
    with HostileServer() as running:
        yield running


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """Stands for a service of the machine that nobody outside may reach: on another loopback address."""
    with socket.create_server(("127.0.0.2", 0)) as service:
        service.settimeout(0.2)
        yield service


def was_reached(service: socket.socket) -> bool:
    try:
        service.accept()[0].close()
    except TimeoutError:
        return False
    return True


def test_scripts_reach_nothing_that_the_guard_refuses(
    server: HostileServer, listener: socket.socket, tmp_path: Path
) -> None:
    """faults: 1, 2, 3, 6"""
    inside = f"127.0.0.2:{listener.getsockname()[1]}"
    server.on("/hop", answer(302, b"", f"Location: http://{inside}/redirected"))
    server.on("/open.json", answer(200, b"1", content_type="application/json"))
    server.on("/", shell(TRY + f"""
        attempt('metadata', 'http://169.254.169.254/latest/meta-data/');
        attempt('port', 'http://127.0.0.1:1/');
        attempt('inside', 'http://{inside}/');
        attempt('secure', 'https://{inside}/');
        attempt('redirect', '/hop');
        attempt('file', 'file:///etc/passwd');
        attempt('open', '/open.json');
        try {{ const s = new WebSocket('ws://{inside}/'); s.onopen = () => tell('socket', 'reached');
               s.onclose = () => tell('socket', 'refused') }} catch (e) {{ tell('socket', 'refused') }}
        new Worker(URL.createObjectURL(new Blob(["new WebSocket('ws://{inside}/w'); fetch('http://{inside}/w')"])));
        navigator.sendBeacon('http://{inside}/beacon');
        navigator.serviceWorker && navigator.serviceWorker.register('/sw.js').catch(() => 0);
        document.head.insertAdjacentHTML('beforeend', '<link rel=preconnect href=http://{inside}/>' +
          '<link rel=prefetch href=http://{inside}/p><link rel=dns-prefetch href=//leak.test>');
    """, more=f"<script src='http://{inside}/direct.js'></script><img src='http://{inside}/i.png'>"
              f"<iframe src='file:///etc/passwd'></iframe><embed src='http://{inside}/e.swf'>"))  # fmt: skip
    workspace = crawl(tmp_path / "data", server.root, render__timeout=8)
    assert "rendered" in workspace.why(server.root + "/").reason
    told = text_of(workspace, server.root + "/", tmp_path)
    for name in ("metadata", "port", "inside", "secure", "redirect", "file", "socket"):
        assert f"{name}=refused" in told, told
    assert "open=reached" in told
    assert "root:" not in told
    assert not was_reached(listener)
    assert not [request for request in server.requests if b"/sw.js" in request]


def test_no_packet_leaves_by_webrtc(server: HostileServer, tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stun:
        stun.bind(("127.0.0.1", 0))
        stun.settimeout(0.3)
        where = f"stun:127.0.0.1:{stun.getsockname()[1]}"
        server.on("/", shell(TRY + f"""
            const go = kind => {{ const c = new kind({{iceServers: [{{urls: '{where}'}}]}}); c.createDataChannel('x');
                                  c.createOffer().then(o => c.setLocalDescription(o)) }};
            try {{ go(RTCPeerConnection); tell('rtc', 'there') }} catch (e) {{ tell('rtc', 'missing') }}
            const f = document.createElement('iframe'); document.body.append(f);
            try {{ go(f.contentWindow.RTCPeerConnection) }} catch (e) {{ tell('inner', 'missing') }}
        """))  # fmt: skip
        workspace = crawl(tmp_path / "data", server.root, render__timeout=5)
        assert "rtc=missing" in text_of(workspace, server.root + "/", tmp_path)
        with pytest.raises(TimeoutError):
            stun.recv(100)


def test_a_name_that_turns_private_is_refused(
    server: HostileServer, listener: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """faults: 4, 5"""
    port = listener.getsockname()[1]
    with NameServer() as names:
        names.says("rebind.test", ["127.0.0.2"])
        usual = rendering._orders
        monkeypatch.setattr(
            rendering,
            "_orders",
            lambda settings: msgspec.structs.replace(usual(settings), name_servers=(names.address,)),
        )
        monkeypatch.setattr(rendering.Rendering, "_may", lambda self, url, answer: answer(True))
        server.on("/", shell(TRY + f"attempt('rebind', 'http://rebind.test:{port}/');"))
        workspace = crawl(tmp_path / "data", server.root, render__timeout=6)
        assert "rebind=refused" in text_of(workspace, server.root + "/", tmp_path)
        assert names.questions["rebind.test"] >= 1
    assert not was_reached(listener)
