"""Logs for the demo: recorded ones with people renamed, and matches that the bots play with the seats named afterwards."""

import gzip
import json
import random
import re
from functools import cache
from importlib.resources import files
from typing import Any

from games.engine.game import SeatInfo, Source
from games.play import self_play
from games.record import write_record
from games.registry import ENGINES
from ladder.demo.months import IDS, Planned

TRIES = 200


def bga_log(name: str, match: Planned, table: str) -> bytes:
    """A recorded log of Board Game Arena as if it were the log of `match`: who came n-th in it comes n-th there."""
    packed = files("ladder.demo").joinpath(f"logs/{name}.json.gz").read_bytes()
    text = gzip.decompress(packed).decode()
    document = json.loads(text)
    final = next(_final_ranking(document["data"]["logs"]))
    last = max(int(packet["time"]) for packet in document["data"]["logs"])
    for told, (player, _place, _flag) in zip(final, match.seats, strict=True):
        text = text.replace(told["player"], IDS[player])
        for spelling in (json.dumps(told["name"]), json.dumps(told["name"], ensure_ascii=False)):
            text = text.replace(spelling, json.dumps(player))
    text = text.replace(document["data"]["logs"][0]["table_id"], table)
    shift = int(match.ended_at.timestamp()) - last
    return re.sub(r'("time": ?"?)([0-9]{10})', lambda found: f"{found[1]}{int(found[2]) + shift}", text).encode()


def _final_ranking(packets: list[Any]) -> Any:
    """The list of the last state, first place first."""
    for packet in reversed(packets):
        for notification in packet["data"]:
            args = notification["args"]
            if notification["type"] == "gameStateChange" and str(args.get("id")) == "99":
                yield args["args"]["result"]


def with_unknown_notification(log: bytes) -> bytes:
    """The log with a notification of which no game knows, after its first fifth."""
    document = json.loads(log)
    packets = document["data"]["logs"]
    strange = {"uid": "d0", "type": "festivalBonus", "log": "", "args": {}}
    packets[len(packets) // 5]["data"].append(strange)
    return json.dumps(document).encode()


def underpaid(log: bytes) -> bytes:
    """The log with one coin card less in the first purchase that then falls one short; every place stays."""
    document = json.loads(log)
    for packet in document["data"]["logs"]:
        for told in packet["data"]:
            if told["type"] != "buyBuilding":
                continue
            cards, cost = told["args"]["cards"], told["args"]["building"]["cost"]
            paid = sum(card["value"] for card in cards)
            spared = next((card for card in cards if paid - card["value"] == cost - 1), None)
            if spared is not None and len(cards) > 1:
                cards.remove(spared)
                return json.dumps(document).encode()
    raise LookupError("nobody paid just enough with a coin of 1")


def cut_off(log: bytes) -> bytes:
    return log[: len(log) * 3 // 5]


@cache
def played_record(match: Planned, table: str) -> bytes:
    """The record of a match that the greedy bot played, its seats named so that the places come out."""
    engine = ENGINES[match.game]
    setup = engine.setup(len(match.seats), "bga")
    places = [place for _name, place, _flag in match.seats]
    for seed in range(TRIES):
        rng = random.Random(f"{match.key} {seed}")  # noqa: S311
        script = self_play(engine, setup, rng, rules="bga", bot="greedy")
        ranks = script.stated_ranks or ()
        if sorted(ranks) == sorted(places):
            break
    else:
        raise LookupError(f"no match of {TRIES} ended with the places {places}")
    names = {rank: name for name, rank, _flag in match.seats}
    script.seats = tuple(SeatInfo(seat, names[rank], f"bga:{IDS[names[rank]]}") for seat, rank in enumerate(ranks))
    script.source = Source("bga", table, int(match.ended_at.timestamp()))
    return write_record(script)
