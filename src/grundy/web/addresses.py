"""Who a client is: an address, the one that a reverse proxy tells where that may be believed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Headers = Iterable[tuple[bytes, bytes]]


@lru_cache(maxsize=4_096)
def client(host: str) -> str:
    """What stands for a client: its IPv4 address, or of an IPv6 address the network of 64 bits, which one client has.

    >>> client("192.0.2.7"), client("::ffff:192.0.2.7"), client("2001:db8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    found = _address(host)
    if found is None:
        return host[:100]
    return str(found) if isinstance(found, IPv4Address) else str(ip_network((int(found), 64), strict=False))


@lru_cache(maxsize=4_096)
def is_here(host: str) -> bool:
    """Whether an address is one of this machine only.

    >>> is_here("127.0.0.1"), is_here("::1"), is_here("192.0.2.7"), is_here("x")
    (True, True, False, False)
    """
    found = _address(host)
    return found is not None and found.is_loopback


def forwarded(headers: Headers) -> str | None:
    """The last address of X-Forwarded-For: the one that the proxy next to us wrote; those before it are hearsay.

    >>> forwarded([(b"x-forwarded-for", b"10.9.8.7, 192.0.2.7")]), forwarded([(b"x-forwarded-for", b"nonsense")])
    ('192.0.2.7', None)
    """
    values = [value for name, value in headers if name == b"x-forwarded-for"]
    if not values:
        return None
    found = _address(values[-1].decode("latin-1").rpartition(",")[2].strip())
    return None if found is None else str(found)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """The address of a text such as 192.0.2.7, 192.0.2.7:80, 2001:db8::1 or [2001:db8::1]:80."""
    if len(text) > 100:
        return None
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
