"""Which network addresses belong to the public internet, and which must never be asked.

The lists follow the IANA registries of special-purpose addresses. They are written out because the answers of
the standard library's `is_global` differ between Python versions.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_SPECIAL_4 = {
    IPv4Network("0.0.0.0/8"): "an unspecified address",
    IPv4Network("10.0.0.0/8"): "a private address",
    IPv4Network("100.64.0.0/10"): "an address behind a carrier's NAT",
    IPv4Network("127.0.0.0/8"): "a loopback address",
    IPv4Network("169.254.0.0/16"): "a link-local address",
    IPv4Network("172.16.0.0/12"): "a private address",
    IPv4Network("192.0.0.0/24"): "a reserved address",
    IPv4Network("192.0.2.0/24"): "an address for documentation",
    IPv4Network("192.88.99.0/24"): "a relay's address",
    IPv4Network("192.168.0.0/16"): "a private address",
    IPv4Network("198.18.0.0/15"): "an address for benchmarks",
    IPv4Network("198.51.100.0/24"): "an address for documentation",
    IPv4Network("203.0.113.0/24"): "an address for documentation",
    IPv4Network("224.0.0.0/4"): "a multicast address",
    IPv4Network("240.0.0.0/4"): "a reserved address",
}
_SPECIAL_6 = {
    IPv6Network("::/128"): "an unspecified address",
    IPv6Network("::1/128"): "a loopback address",
    IPv6Network("fc00::/7"): "a private address",
    IPv6Network("fe80::/10"): "a link-local address",
    IPv6Network("ff00::/8"): "a multicast address",
    IPv6Network("2001::/23"): "a reserved address",
    IPv6Network("2001:db8::/32"): "an address for documentation",
    IPv6Network("3fff::/20"): "an address for documentation",
}
_UNICAST_6 = IPv6Network("2000::/3")

_METADATA: tuple[Network, ...] = (
    IPv4Network("169.254.169.0/24"),
    IPv4Network("169.254.170.0/24"),
    IPv4Network("100.100.100.200/32"),
    IPv4Network("192.0.0.192/32"),
    IPv4Network("168.63.129.16/32"),
    IPv6Network("fd00:ec2::/32"),
    IPv6Network("fd20:ce::254/128"),
)
METADATA_NAMES = frozenset(
    {"metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal"}
)
"""Names under which clouds answer with the machine's own keys."""

_NAT64 = IPv6Network("64:ff9b::/96")
_COMPATIBLE = IPv6Network("::/96")


def within(address: Address, network: Network) -> bool:
    return address.version == network.version and address in network


def is_metadata(address: Address) -> bool:
    return any(within(address, network) for network in _METADATA)


def is_loopback(address: Address) -> bool:
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def is_loopback_name(host: str) -> bool:
    """RFC 6761: `localhost` and all below it are this machine, whatever a name server says."""
    name = host.rstrip(".").lower()
    return name == "localhost" or name.endswith(".localhost")


def holds_loopback(network: Network) -> bool:
    loopback = IPv4Network("127.0.0.0/8") if network.version == 4 else IPv6Network("::1/128")
    return network.overlaps(loopback)


def embedded(address: Address) -> tuple[IPv4Address, ...]:
    """The IPv4 addresses that an IPv6 address would really lead to."""
    if isinstance(address, IPv4Address):
        return ()
    if address.ipv4_mapped is not None:
        return (address.ipv4_mapped,)
    if address.sixtofour is not None:
        return (address.sixtofour,)
    if address.teredo is not None:
        return address.teredo
    if address in _NAT64 or (address in _COMPATIBLE and int(address) > 0xFFFF):
        return (IPv4Address(int(address) & 0xFFFFFFFF),)
    return ()


def special(address: Address) -> str | None:
    """What is special about an address, None when it is an ordinary public one."""
    if isinstance(address, IPv4Address):
        return next((what for network, what in _SPECIAL_4.items() if address in network), None)
    inner = embedded(address)
    if inner:
        found = next((what for what in map(special, inner) if what), None)
        return f"{found} inside an IPv6 one" if found else None
    what = next((what for network, what in _SPECIAL_6.items() if address in network), None)
    return what or (None if address in _UNICAST_6 else "a reserved address")
