"""The guard: which addresses are refused before anything is connected to."""

from __future__ import annotations

import pytest
from fetch_lab import Lab
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from hostile import HostileServer, NameServer, answer, tricks
from mekik.errors import SettingError
from mekik.fetch import Egress, Fetcher, Refusal
from mekik.outcome import Outcome

PUBLIC = ("93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34", "2002:5db8:d822::1")


def outcome(refusal: Refusal | None) -> Outcome | None:
    return refusal.outcome if refusal else None


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.255.255.254", "[::1]", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255",
        "192.168.1.1", "169.254.1.1", "100.64.0.1", "100.127.255.255", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]",
        "0.0.0.0", "[::]", "224.0.0.1", "239.1.1.1", "[ff02::1]", "240.0.0.1", "255.255.255.255", "192.0.2.1",
        "198.18.0.1", "[2001:db8::1]", "[100::1]",
    ],
)  # fmt: skip
def test_private_and_special_addresses_are_blocked(host: str) -> None:
    """faults: 1"""
    egress = Egress((), contact_set=True)
    assert outcome(egress.check_url(f"http://{host}/")) is Outcome.BLOCKED_ADDRESS
    assert outcome(egress.check_url(f"https://{host}:8443/a?b")) is Outcome.BLOCKED_ADDRESS


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_open(address: str) -> None:
    egress = Egress((), contact_set=True)
    assert egress.check_addresses("example.org", [address]) is None
    host = f"[{address}]" if ":" in address else address
    assert egress.check_url(f"http://{host}/") is None


@pytest.mark.parametrize(
    "host",
    [
        "169.254.169.254", "169.254.170.2", "100.100.100.200", "[fd00:ec2::254]", "metadata.google.internal",
        "METADATA.google.internal.", "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]",
        "[2002:a9fe:a9fe::1]", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518", "metadata",
    ],
)  # fmt: skip
def test_metadata_services_stay_closed_even_when_everything_is_allowed(host: str) -> None:
    """faults: 2"""
    egress = Egress(("0.0.0.0/0", "::/0"), contact_set=True)
    assert outcome(egress.check_url(f"http://{host}/latest/meta-data/")) is Outcome.BLOCKED_ADDRESS


@pytest.mark.parametrize(
    "host",
    [
        "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1", "127.0.1", "017700000001", "127.0.0.1.",
        "１２７.０.０.１", "①②⑦.0.0.1", "%31%32%37.0.0.1", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]",
        "[2002:7f00:1::]", "[64:ff9b::7f00:1]", "[2001:0:7f00:1::]", "[::7f00:1]", "user:pw@127.0.0.1",
    ],
)  # fmt: skip
def test_odd_spellings_get_the_verdict_of_the_plain_one(host: str) -> None:
    """faults: 3"""
    assert outcome(Egress((), contact_set=True).check_url(f"http://{host}/")) is Outcome.BLOCKED_ADDRESS


def test_only_what_is_named_is_allowed() -> None:
    egress = Egress(("10.1.0.0/16",), contact_set=True)
    assert egress.check_url("http://10.1.2.3/") is None
    assert egress.check_url("http://[::ffff:10.1.2.3]/") is None
    assert outcome(egress.check_url("http://10.2.0.1/")) is Outcome.BLOCKED_ADDRESS
    with pytest.raises(SettingError, match=r"127\.0\.0\.0/8"):
        Egress(("not a network",), contact_set=True)


def test_without_a_contact_only_named_loopback_is_open() -> None:
    egress = Egress(("127.0.0.0/8", "10.0.0.0/8"), contact_set=False)
    assert egress.check_url("http://127.0.0.1/") is None
    for addresses in (["93.184.216.34"], ["10.0.0.1"]):
        refusal = egress.check_addresses("example.org", addresses)
        assert outcome(refusal) is Outcome.NO_CONTACT
        assert refusal is not None
        assert "fetch.contact" in refusal.reason
    assert egress.check_url("http://may-lead-to-loopback.test/") is None
    closed = Egress((), contact_set=False)
    assert outcome(closed.check_url("https://example.org/")) is Outcome.NO_CONTACT, "without asking a name server"
    assert outcome(closed.check_url("http://127.0.0.1/")) is Outcome.BLOCKED_ADDRESS


@pytest.mark.parametrize("good", PUBLIC)
@pytest.mark.parametrize("bad", ["10.0.0.1", "::1", "169.254.169.254", "fd00::1", "not an address"])
def test_one_bad_address_spoils_the_name(good: str, bad: str) -> None:
    """faults: 5"""
    egress = Egress((), contact_set=True)
    for addresses in ([good, bad], [bad, good]):
        refusal = egress.check_addresses("mixed.example", addresses)
        assert outcome(refusal) is Outcome.BLOCKED_ADDRESS
        assert refusal is not None
        assert "mixed.example" in refusal.reason


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("file:///etc/passwd", Outcome.BLOCKED_SCHEME),
        ("ftp://example.org/", Outcome.BLOCKED_SCHEME),
        ("data:text/html,hello", Outcome.BLOCKED_SCHEME),
        ("gopher://example.org/", Outcome.BLOCKED_SCHEME),
        ("javascript:alert(1)", Outcome.BLOCKED_SCHEME),
        ("http://example.org:0/", Outcome.INVALID_ADDRESS),
        ("http://example.org:99999/", Outcome.INVALID_ADDRESS),
        ("http://", Outcome.INVALID_ADDRESS),
        ("http://./", Outcome.INVALID_ADDRESS),
        ("#only-a-fragment", Outcome.INVALID_ADDRESS),
        ("http://example.org/" + "a" * 1_000_000, Outcome.INVALID_ADDRESS),
        ("http://" + "a." * 200 + "example/", Outcome.INVALID_ADDRESS),
    ],
)
def test_addresses_that_cannot_be_fetched(url: str, expected: Outcome) -> None:
    """faults: 6 14"""
    refusal = Egress((), contact_set=True).check_url(url)
    assert outcome(refusal) is expected
    assert refusal is not None
    assert len(refusal.reason) < 300


@given(st.text(max_size=80) | st.text(alphabet="/:@[]%.#?\\0x1a\t\n", max_size=40).map("http://{}".format))
@examples(max_examples=200, deadline=None)
def test_the_guard_never_raises(url: str) -> None:
    refusal = Egress((), contact_set=True).check_url(url)
    assert refusal is None or refusal.reason


def test_nothing_is_connected_to_when_the_guard_says_no() -> None:
    """faults: 1 3"""
    with HostileServer() as server, Lab(allow=()) as lab:
        for host in ("127.0.0.1", "2130706433", "[::ffff:127.0.0.1]", "localhost", "a.localhost"):
            exchange = lab.get(f"http://{host}:{server.port}/")
            assert exchange.outcome is Outcome.BLOCKED_ADDRESS, host
        assert server.connections == 0


def test_a_name_that_changes_its_mind_never_leads_inside() -> None:
    """faults: 4"""
    with HostileServer(host="127.0.0.2") as inside, NameServer() as names:
        names.says("rebind.test", ["127.0.0.1"], ["127.0.0.2"])
        with Lab(name_server=names.address) as lab:
            # Nobody listens on this port of 127.0.0.1, so a client that asked again would find the inside.
            first = lab.get(inside.root_of("rebind.test") + "/")
            assert first.outcome is Outcome.CONNECT_FAILED
            second = lab.get(inside.root_of("rebind.test") + "/")
            assert second.outcome is Outcome.BLOCKED_ADDRESS
        assert inside.connections == 0
        assert names.questions["rebind.test"] == 2


@pytest.mark.parametrize("pins", [["+pinned.localhost:{port}:127.0.0.2"], None])
def test_even_a_transport_that_is_misled_connects_to_nothing_else(
    pins: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """faults: 4 (the second line of defence: another address, and a look-up of the transport's own)"""
    with HostileServer(host="127.0.0.2") as inside, Lab() as lab:
        told = [pin.format(port=inside.port) for pin in pins] if pins else None
        monkeypatch.setattr(Fetcher, "_pins", lambda *_: (("a name", "a pin"), told))
        exchange = lab.get(inside.root_of("pinned.localhost") + "/")
        assert exchange.outcome is (Outcome.BLOCKED_ADDRESS if told else Outcome.RESET)
        assert inside.connections == 0


def test_mixed_answers_of_a_name_server_are_refused() -> None:
    """faults: 5"""
    with HostileServer() as server, NameServer() as names:
        names.says("mixed.test", ["127.0.0.1", "127.0.0.2"])
        names.says("both.test", ["127.0.0.1", "fd00::1"])
        names.says("good.test", ["127.0.0.1"])
        server.on("/", answer(200, b"hello"))
        with Lab(name_server=names.address) as lab:
            assert lab.get(server.root_of("mixed.test") + "/").outcome is Outcome.BLOCKED_ADDRESS
            assert lab.get(server.root_of("both.test") + "/").outcome is Outcome.BLOCKED_ADDRESS
            assert server.connections == 0
            good = lab.get(server.root_of("good.test") + "/")
            assert (good.outcome, good.address) == (Outcome.OK, "127.0.0.1")


@pytest.mark.parametrize(
    "location", ["http://127.0.0.2:{port}/", "file:///etc/passwd", "ftp://h/", "data:,x", "gopher://h/"]
)
def test_redirects_are_not_followed_and_their_targets_meet_the_guard(location: str) -> None:
    """faults: 6"""
    with HostileServer() as server, Lab() as lab:
        target = location.format(port=server.port)
        url = server.on("/", tricks.redirect(target))
        exchange = lab.get(url)
        assert (exchange.outcome, exchange.status) == (Outcome.REDIRECT, 302)
        hop = lab.get(exchange.headers["location"])
        assert hop.outcome in (Outcome.BLOCKED_ADDRESS, Outcome.BLOCKED_SCHEME)
        assert len(server.requests) == 1


def test_a_proxy_meets_the_guard_too() -> None:
    """faults: 7"""
    with HostileServer() as proxy, NameServer() as names:
        names.says("proxy.test", ["127.0.0.2"])
        for address in (f"http://127.0.0.2:{proxy.port}", f"http://me:hush@proxy.test:{proxy.port}"):
            with Lab(proxy=address, name_server=names.address) as lab:
                exchange = lab.get(proxy.root + "/page")
                assert exchange.outcome is Outcome.BLOCKED_ADDRESS
                assert "proxy" in exchange.reason
                assert "hush" not in exchange.reason
        assert proxy.connections == 0
