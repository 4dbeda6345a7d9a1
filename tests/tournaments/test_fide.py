"""FIDE's tie-breaks against two programs of others, on tournaments with byes, forfeits, late entries and withdrawals.

Where those two differ from each other we follow gacrux for 2026 and tiebreak-core for 2024: games of the last round won
by forfeit in Fore Buchholz, and forfeits between players who are level in direct encounters. BH/M2 in three or four
rounds, where gacrux cuts everything away, and Koya's points from forfeits go by tiebreak-core.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
import tiebreak_core
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from tests.tournaments.chess import random_tournament
from tournaments.standings.fide import SIMPLE, Chess, Part, cut_both, cut_least, order
from tournaments.trf import Cell, Trf, about, numbered, write_trf

CORE = {
    "BH": "buchholz", "BH/C1": "buchholz_cut1", "BH/C2": "buchholz_cut2", "BH/M1": "median_buchholz",
    "BH/M2": "median_buchholz_2", "SB": "sonneborn_berger", "SB/C1": "sonneborn_berger_cut1", "FB": "fore_buchholz",
    "AOB": "aob", "KS": "koya", "PS": "progressive", "PS/C1": "progressive_cut1", "ARO": "aro", "WIN": "wins",
    "WON": "won", "BPG": "games_black", "BWG": "wins_black", "REP": "rounds_elected", "DE": "direct_encounter",
}  # fmt: skip
ONLY_2024 = ("FB", "DE")
NOT_GACRUX = ("BH/M2", "KS", "TPN")
LISTS = (
    ["DE", "BH/C1", "BH", "SB"],
    ["BH/C1", "DE", "SB", "WON"],
    ["WIN", "DE", "PS", "BH/M1"],
    ["SB", "BPG", "DE", "ARO"],
)
KINDS = {"U": "pairing_bye", "F": "pairing_bye", "+": "forfeit_win", "-": "forfeit_loss"} | dict.fromkeys(
    "HZ ", "requested_bye"
)


def to_core(trf: Trf) -> dict[int, Any]:
    players = {}
    for entry in trf.entries:
        games = [
            tiebreak_core.GameRecord(
                cell.opponent or -1,
                trf.entries[cell.opponent - 1].rating if cell.opponent else 0,
                float(trf.worth[cell.result]),
                "black" if cell.colour == "b" else "white",
                number,
                kind=KINDS.get(cell.result, "played"),
            )
            for number, cell in enumerate(entry.cells, start=1)
        ]
        players[entry.start] = tiebreak_core.PlayerTiebreakData(entry.start, entry.rating, float(entry.points), games)
    return players


def by_gacrux(trf: Trf, names: list[str]) -> tuple[dict[int, dict[str, Any]], dict[int, int]]:
    """Values and rank of each player."""
    report = trf2json()
    report.parse_file(write_trf(trf), 0)
    tournament = report.get_tournament(1)
    asked = {
        "tiebreak": names, "experimental": [], "verbose": 0, "check": 0, "current_round": trf.played, "unrated": None,
        "pre_determined": False, "swiss": True, "rank": False, "number_of_rounds": 0,
    }  # fmt: skip
    found = tiebreak(tournament, trf.played, asked).compute_tiebreaks(tournament, asked)["competitors"]
    values = {one["cid"]: dict(zip(names, one["tiebreakScore"], strict=False)) for one in found}
    return values, {one["cid"]: one["rank"] for one in found}


def ranks(chess: Chess, names: list[str]) -> dict[int, int]:
    found: dict[int, int] = {}
    for _points, level in order(chess, names):
        found.update(dict.fromkeys(level.members, len(found) + 1))
    return found


def full(trf: Trf) -> Trf:
    """With a cell for every round, as tiebreak-core wants it."""
    entries = tuple(
        type(entry)(
            start=entry.start,
            about=entry.about,
            points=entry.points,
            cells=(*entry.cells, *[Cell()] * (trf.played - len(entry.cells))),
        )
        for entry in trf.entries
    )
    return Trf(entries=entries, rounds=trf.rounds, first_colour=trf.first_colour)


def check_values(seed: int) -> None:
    trf = full(random_tournament(seed))
    for edition in ("2024", "2026"):
        chess, players = Chess(trf, edition), to_core(trf)
        names = [name for name in CORE if name != "DE" and (edition == "2024" or name not in ONLY_2024)]
        for entry in trf.entries:
            theirs = tiebreak_core.calculate_all_strict(
                players[entry.start], players, [CORE[name] for name in names], total_rounds=trf.played,
                ruleset=f"fide-{edition}",
            )  # fmt: skip
            for name in names:
                assert float(SIMPLE[name](chess, entry.start)) == pytest.approx(theirs[CORE[name]]), (name, entry.start)
    chess = Chess(trf, "2026")
    for name in SIMPLE:
        values = {} if name in NOT_GACRUX else by_gacrux(trf, [name])[0]  # one by one: its FB changes what follows
        for entry in trf.entries if values else ():
            theirs = values[entry.start][name]
            assert float(SIMPLE[name](chess, entry.start)) == pytest.approx(float(theirs or 0), abs=6e-3), (
                name, entry.start
            )  # fmt: skip


def check_order(seed: int) -> None:
    trf = full(random_tournament(seed))
    for names in LISTS:
        assert ranks(Chess(trf, "2026"), names) == by_gacrux(trf, ["PTS", *names])[1], names
        mine = ranks(Chess(trf, "2024"), names)
        theirs = tiebreak_core.rank_standings_strict(
            to_core(trf), [CORE[name] for name in names], total_rounds=trf.played, ruleset="fide-2024"
        )
        places = [mine[player.player_id] for player in theirs.players]
        assert places == sorted(places), names


@pytest.mark.parametrize("seed", range(10))
def test_every_value_is_theirs(seed: int) -> None:
    check_values(seed)


@pytest.mark.parametrize("seed", range(10, 20))
def test_every_order_is_theirs(seed: int) -> None:
    check_order(seed)


@pytest.mark.night
@pytest.mark.parametrize("seed", range(20, 1020))
def test_a_thousand_more(seed: int) -> None:
    check_values(seed)
    check_order(seed)


def parts(*values: float, chosen: tuple[int, ...] = ()) -> list[Part]:
    return [Part(Fraction(value), Fraction(value), at in chosen) for at, value in enumerate(values)]


def left(kept: list[Part]) -> list[float]:
    return sorted(float(part.value) for part in kept)


def test_a_round_left_unplayed_on_purpose_is_cut_first() -> None:
    assert left(cut_least(parts(1, 2, 3), 1)) == [2, 3]
    assert left(cut_least(parts(1, 2, 3, chosen=(2,)), 1)) == [1, 2]
    assert left(cut_least(parts(1, 2, 3, chosen=(2,)), 2)) == [2]


def test_one_always_stays() -> None:
    assert left(cut_least(parts(1), 1)) == [1]
    assert left(cut_both(parts(1, 2), 1)) == [1, 2]
    assert left(cut_both(parts(1, 2, 3), 1)) == [2]


def rows(*results: str) -> Iterator[Cell]:
    """`w2=`: White against 2, drawn; `U`: the bye."""
    for result in results:
        yield Cell(int(result[1:-1]), result[0], result[-1]) if len(result) > 1 else Cell(0, "-", result)


def event(*players: list[str], rounds: int) -> Trf:
    entries = tuple(
        type(entry)(start=entry.start, about=about("x"), cells=tuple(rows(*results)))
        for entry, results in zip(numbered([""] * len(players)), players, strict=True)
    )
    return Trf(entries=entries, rounds=rounds)


def test_since_2026_the_dummy_of_a_bye_has_at_most_half_of_all_points() -> None:
    trf = event(["w21", "U", "w31"], ["b10", "w31", "U"], ["U", "b20", "b10"], rounds=3)
    assert SIMPLE["BH"](Chess(trf, "2024"), 1) == 2 + 3 + 1
    assert SIMPLE["BH"](Chess(trf, "2026"), 1) == 2 + Fraction(3, 2) + 1


def test_in_a_round_robin_a_forfeit_is_a_game_since_2026() -> None:
    trf = event(["w2+", "w30"], ["b1-", "w41"], ["w41", "b11"], ["b30", "b20"], rounds=2)
    assert ranks(Chess(trf), ["DE"]) == {3: 1, 1: 2, 2: 2, 4: 4}
    assert ranks(Chess(trf, everybody_meets=True), ["DE"]) == {3: 1, 1: 2, 2: 3, 4: 4}
    assert ranks(Chess(trf, "2024", everybody_meets=True), ["DE"]) == {3: 1, 1: 2, 2: 2, 4: 4}


def test_standings_can_be_asked_for_after_an_earlier_round() -> None:
    trf = full(random_tournament(3))
    early = Chess(trf, rounds=2)
    assert early.total == 2
    assert all(points <= 2 for points in early.points.values())
