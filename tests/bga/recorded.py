"""The recorded logs of Alhambra: reading them, taking them apart, and putting them together again."""

import copy
import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parents[1] / "golden" / "alhambra" / "bga"
NAMES = sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))
KINDS = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")

Packet = dict[str, Any]
Notification = dict[str, Any]


@cache
def raw(name: str) -> bytes:
    """A file as it was recorded, gzipped."""
    return (FOLDER / f"{name}.json.gz").read_bytes()


@cache
def body(name: str) -> bytes:
    return gzip.decompress(raw(name))


@cache
def expected(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / f"{name}.expected.json").read_text())


def document(name: str) -> dict[str, Any]:
    """The log as plain data, to be changed at will."""
    return msgspec.json.decode(body(name))


def packets_of(log: Any) -> list[Packet]:
    """The packets, in whichever wrapping."""
    while not isinstance(log, list):
        log = log["logs"] if "logs" in log else log["data"]
    return log


def encoded(log: Any) -> bytes:
    return msgspec.json.encode(log)


def notifications(log: Any, *types: str, public: bool = True) -> list[tuple[Packet, Notification]]:
    """Every notification of these types with its packet, in order."""
    return [
        (packet, notification)
        for packet in packets_of(log)
        if packet["channel"].startswith("/table/") or not public
        for notification in packet["data"]
        if notification["type"] in types
    ]


ACTIONS = ("takeMoney", "buyBuilding", "placeBuilding", "swapBuildings")


def standing_and_undone(log: Any) -> tuple[list[Packet], list[Packet]]:
    """The packets with a decision that stood, and those with one that was taken back."""
    standing: list[Packet] = []
    undone: list[Packet] = []
    turn: list[Packet] = []
    for packet in packets_of(log):
        types = [notification["type"] for notification in packet["data"]]
        if not packet["channel"].startswith("/table/"):
            continue
        if "startTurn" in types:
            standing += turn
            turn = []
        if "clearTurn" in types:
            undone += turn
            turn = []
        if any(kind in ACTIONS for kind in types):
            turn.append(packet)
    return standing + turn, undone


def without_gamedatas(log: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in log.items() if key != "gamedatas"}


def changed_numbers(value: Any, to: type, key: str = "") -> Any:
    """Every number as text, or every text that is a number as a number; notification types and texts stay."""
    if isinstance(value, dict):
        return {name: changed_numbers(inner, to, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [changed_numbers(inner, to, key) for inner in value]
    if key in ("name", "player_name", "uid", "channel", "type") and isinstance(value, str):
        return value
    if to is str and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if to is int and isinstance(value, str) and value.removeprefix("-").isdigit() and len(value) < 15:
        return int(value)
    return value


def copied(log: Any) -> Any:
    return copy.deepcopy(log)
