"""What the environment says, as docs/keeper.md lists it. A variable that is there and empty is one that is not there."""

import os
from ipaddress import ip_network

from django.core.exceptions import ImproperlyConfigured


def given(name: str, otherwise: str = "") -> str:
    return os.environ.get(name, "").strip() or otherwise


def flag(name: str) -> bool:
    return given(name).lower() in {"1", "true", "yes", "on"}


def number(name: str, otherwise: int) -> int:
    """A whole number from 1 on."""
    text = given(name, str(otherwise))
    if not text.isdecimal() or int(text) < 1:
        raise ImproperlyConfigured(f"{name}: “{text}” is no number; write it like {otherwise}")
    return int(text)


def ports(name: str) -> list[int]:
    """Ports with commas between, each a number or a range: `2222,9000-9010`."""
    found: list[int] = []
    for part in filter(None, (part.strip() for part in given(name).split(","))):
        first, dash, last = part.partition("-")
        last = last if dash else first
        if not (first.strip().isdecimal() and last.strip().isdecimal()):
            raise ImproperlyConfigured(f"{name}: “{part}” is no port; write it like 2222,9000-9010")
        lowest, highest = int(first), int(last)
        if not 1 <= lowest <= highest <= 65_535:
            raise ImproperlyConfigured(f"{name}: “{part}”: ports lie between 1 and 65535, the lower one first")
        found += range(lowest, highest + 1)
    return found


def networks(name: str) -> list[str]:
    """Networks or addresses with commas between: `192.168.1.20,10.1.0.0/16`."""
    found = [part.strip() for part in given(name).split(",") if part.strip()]
    for part in found:
        try:
            ip_network(part, strict=False)
        except ValueError:
            raise ImproperlyConfigured(f"{name}: “{part}” is no network; write it like 10.1.0.0/16") from None
    return found


def chats(name: str) -> dict[str, str]:
    """`telegram:-100123,discord:https://discord.com/api/webhooks/…` as addresses by channel."""
    entries = [entry.strip().partition(":") for entry in given(name).split(",") if entry.strip()]
    return {channel: address for channel, _colon, address in entries}
