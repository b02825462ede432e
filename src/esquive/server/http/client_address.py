"""Who asks: the address of a request, through proxies that are named, and what is known of whoever it is."""

import ipaddress
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from esquive.core.errors import EsquiveError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
FORWARDED: Final = ("x-forwarded-for", "forwarded", "x-real-ip")
ONE_HOUSE: Final = 64  # bits of an IPv6 address; the rest a machine chooses itself
NOBODY: Final = "unknown"


class Visitor(Struct, frozen=True):
    """Whoever sent a request: an address, whether it is of this machine itself, whether it came through a proxy that is
    trusted, and whether it has given the server's password.
    """

    address: str
    is_here: bool
    is_proxied: bool
    is_inside: bool = True


class Proxies:
    """The proxies that are trusted: an `X-Forwarded-For` of theirs says who asks; of anybody else it says nothing."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = [_network(one) for one in named]

    def trusts(self, address: str) -> bool:
        """Whether an address is that of a named proxy."""
        found = _read(address)
        return found is not None and any(found in network for network in self._networks)

    def visitor(self, peer: str, given: Mapping[str, str], is_inside: bool = True) -> Visitor:
        """Who asks, of a connection from `peer` with these headers."""
        if not self.trusts(peer):
            found = _read(peer)
            is_here = found is not None and found.is_loopback and not any(name in given for name in FORWARDED)
            return Visitor(_house(peer), is_here, False, is_inside)
        hops = [hop.strip() for hop in given.get("x-forwarded-for", "").split(",") if hop.strip()]
        while hops and self.trusts(hops[-1]):
            hops.pop()
        return Visitor(_house(hops[-1]) if hops else NOBODY, False, True, is_inside)


def visitor_of(scope: Any) -> Visitor:
    """Who sent a request or opened a websocket, as `throttling` has found."""
    visitor: Visitor = scope["esquive.visitor"]
    return visitor


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError as error:
        raise EsquiveError(
            f"{text!r} is no address", "trusted proxies", "write 10.0.0.2, or 10.0.0.0/8 for a network"
        ) from error


def _read(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(found, "ipv4_mapped", None)
    return mapped if mapped is not None else found


def _house(text: str) -> str:
    """What is counted as one address."""
    found = _read(text)
    if found is None:
        return NOBODY
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, ONE_HOUSE), strict=False))
    return str(found)
