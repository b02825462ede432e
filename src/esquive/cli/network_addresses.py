"""The addresses of this machine, as others of its network reach it."""

import array
import fcntl
import ipaddress
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import Final

ASK_ADDRESS: Final = 0x8915  # SIOCGIFADDR of Linux
IPV6_OF_LINUX: Final = Path("/proc/net/if_inet6")
ELSEWHERE: Final = (  # addresses of documentation: nothing is sent there, only the way out is looked up
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET6, "2001:db8::1"),
)


def reached_at(host: str) -> list[str]:
    """The addresses at which others reach a server that listens at a host; none for one of this machine alone."""
    if host not in ("0.0.0.0", "::", ""):
        return [] if is_this_machine(host) else [host]
    families = (4,) if host == "0.0.0.0" else (4, 6)
    found = [one for one in _addresses() if one.version in families and not one.is_loopback and not one.is_link_local]
    return [str(one) for one in sorted(set(found), key=lambda one: (one.version, not one.is_private, int(one)))]


def is_this_machine(host: str) -> bool:
    """Whether a host is reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _addresses() -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    found = []
    for text in (*_of_interfaces(), *_on_the_way_out(), *_of_the_name()):
        with suppress(ValueError):
            found.append(ipaddress.ip_address(text))
    return [one for one in found if _is_ours(one)]


def _of_interfaces() -> list[str]:
    """What Linux says of its interfaces; nothing elsewhere."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            request = array.array("B", struct.pack("256s", name[:15].encode()))
            with suppress(OSError):  # an interface without an address of IPv4, or another system
                fcntl.ioctl(asking.fileno(), ASK_ADDRESS, request)
                found.append(socket.inet_ntoa(request[20:24].tobytes()))
    with suppress(OSError):
        lines = IPV6_OF_LINUX.read_text(encoding="ascii").splitlines()
        found += [str(ipaddress.IPv6Address(int(line.split()[0], 16))) for line in lines]
    return found


def _on_the_way_out() -> list[str]:
    found = []
    for family, far in ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))
            found.append(str(asking.getsockname()[0]))
    return found


def _of_the_name() -> list[str]:
    with suppress(OSError):
        return [str(known[4][0]) for known in socket.getaddrinfo(socket.gethostname(), None)]
    return []


def _is_ours(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether something can listen there: a name may lead to an address that is gone."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as trying:
            trying.bind((str(address), 0))
    except OSError:
        return False
    return True
