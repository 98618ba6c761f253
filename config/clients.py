"""Who asks, behind proxies too, a number that stands for it, and how often something is done."""

from __future__ import annotations

import time
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Protocol

from django.conf import settings

from config.ledger import HOUR, ITEM, ledger


class Asking(Protocol):
    """A request of Django, or one of Django REST framework."""

    @property
    def META(self) -> dict[str, Any]:  # noqa: N802 - Django's name
        """The headers, as WSGI has them."""


def address_of(request: Asking) -> str:
    """Who asks; behind `PROXIES` proxies of ours, what the outermost of them says."""
    told = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if settings.PROXIES and len(told) >= settings.PROXIES:
        return str(told[-settings.PROXIES]).strip()
    return str(request.META.get("REMOTE_ADDR", ""))


@lru_cache(maxsize=1024)
def network(address: str) -> str:
    """An IPv4 address, or the network of 2⁶⁴ addresses that one subscriber has with IPv6."""
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if isinstance(read, IPv6Address) and not read.ipv4_mapped:
        return str(ip_network((int(read) >> 64 << 64, 64)))
    return str(getattr(read, "ipv4_mapped", None) or read)


def often(request: Asking, what: str, most: int) -> bool:
    """Count something that somebody does; whether it is done more than `most` times an hour."""
    client = numbered(f"often {what} {network(address_of(request))}")
    return ledger().wait(client, most, time.time(), HOUR) > 0


def asker_of(request: Asking, purpose: str, user: Any = None) -> str:
    """16 digits that stand for a user, or for the address that asks; for each purpose others."""
    known = f"user {user.pk}" if user else network(address_of(request))
    return f"{numbered(f'{purpose} {known}'):016x}"


def numbered(client: str) -> int:
    """A number of 64 bits that tells nobody else who the client is."""
    key = settings.SECRET_KEY.encode()[:64]
    return int.from_bytes(blake2b(client.encode(), digest_size=ITEM, key=key).digest())
