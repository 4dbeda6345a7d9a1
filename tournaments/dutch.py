"""FIDE's Dutch system, edition of 2026: one round, paired by gacrux. Takes seconds, so never inside a request."""

from typing import Any

import msgspec
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

from tournaments.trf import Trf, TrfProblem, before_round, write_trf


class NoPairing(Exception):
    """No legal pairing of the round exists: everybody left has met, or had the bye."""


class DutchRound(msgspec.Struct, frozen=True):
    """Start numbers: White and Black of each board in order, and who has the pairing-allocated bye (0: nobody)."""

    pairs: tuple[tuple[int, int], ...]
    bye: int = 0


def pair_dutch(trf: Trf, number: int) -> DutchRound:
    """Pair round `number` from 1 on, looking at the rounds before it and at who is absent in it.

    Without a drawn first colour the top player gets White. Raises `NoPairing`, and `TrfProblem` for a round that is
    not planned or a file that the pairing program does not take.
    """
    if not 1 <= number <= max(trf.rounds, trf.played + 1):
        raise TrfProblem("round", found=str(number))
    report = trf2json()
    try:
        report.parse_file(write_trf(_with_colour(before_round(trf, number)), "TRF26"), 0)
        if report.get_status() != 0:
            raise TrfProblem("not_taken", found=str(report.chessjson["status"].get("error")))
        engine = pairing_dutch(report.get_tournament(1), number, {"experimental": [], "verbose": 0})
        brackets = engine.compute_pairing(False, False)
    except GacruxNoLegalPairing:
        raise NoPairing from None
    boards = sorted((pair for bracket in brackets if bracket for pair in bracket["pairs"]), key=_board)
    return DutchRound(
        pairs=tuple((pair["w"], pair["b"]) for pair in boards if pair["b"]),
        bye=next((pair["w"] for pair in boards if not pair["b"]), 0),
    )


def _with_colour(trf: Trf) -> Trf:
    return trf if trf.first_colour else msgspec.structs.replace(trf, first_colour="w")


def _board(pair: dict[str, Any]) -> int:
    return int(pair["board"])
