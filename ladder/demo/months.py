"""The demo community's people and matches: September and October 2026 of the league `torre`.

A line is `key  end (UTC)  game  players in order of place`: `=` joins those who share a place, `!` marks a no-show, `~`
somebody who conceded.
"""

from datetime import UTC, datetime, timedelta

import msgspec

PLAYERS = (
    "adamanta brunello3 chiaraluna dado_storto elenaditroia fabio_faro gufetta hugo_pt ines_lx jacopone "
    "katia_k livio_lupo martabella nuno_mar olga_o"
).split()
"""In the order of their numbers on Board Game Arena."""
IDS = {name: str(91000001 + number) for number, name in enumerate(PLAYERS)}

SEPTEMBER = """
S1   2026-09-02T20:10  alhambra    gufetta, livio_lupo1, hugo_pt, katia_k
S2   2026-09-05T19:32  alhambra    livio_lupo, adamanta, nuno_mar
S3   2026-09-08T21:04  alhambra    adamanta, hugo_pt, gufetta, brunello3
S4   2026-09-09T18:47  alhambra    livio_lupo1, chiaraluna
S5   2026-09-12T20:55  alhambra    dado_storto, gufetta, elenaditroia, jacopone
S6   2026-09-15T21:20  alhambra    brunello3, livio_lupo = chiaraluna, fabio_faro
S7   2026-09-17T20:41  alhambra    hugo_pt, dado_storto, katia_k
S8   2026-09-20T19:15  alhambra    adamanta, brunello3, dado_storto
S9   2026-09-23T21:37  alhambra    chiaraluna, katia_k, jacopone, fabio_faro
S10  2026-09-26T20:02  alhambra    gufetta, fabio_faro, jacopone
S11  2026-09-29T21:45  alhambra    livio_lupo, dado_storto
"""

OCTOBER = """
L8   2026-09-30T22:12  alhambra    ines_lx, martabella, adamanta
T1   2026-10-03T20:15  alhambra    hugo_pt, adamanta, nuno_mar, ines_lx
T2   2026-10-04T20:31  alhambra    gufetta, brunello3 = jacopone, martabella
T3   2026-10-05T19:58  alhambra    chiaraluna, katia_k, fabio_faro
T4   2026-10-06T21:12  alhambra    dado_storto, livio_lupo, elenaditroia
L1   2026-10-07T20:20  res_arcana  elenaditroia, jacopone
L6   2026-10-09T21:02  alhambra    adamanta, fabio_faro
U1   2026-10-10T20:44  alhambra    hugo_pt, dado_storto, chiaraluna, gufetta
U2   2026-10-11T21:18  alhambra    livio_lupo, adamanta, jacopone, katia_k
U3   2026-10-12T19:40  alhambra    ines_lx, olga_o, martabella!
U4   2026-10-13T20:29  alhambra    brunello3, fabio_faro, elenaditroia
L3   2026-10-14T20:51  revive      jacopone, hugo_pt, martabella
L4   2026-10-16T21:33  arctica     brunello3, ines_lx, chiaraluna, dado_storto
V1   2026-10-17T20:03  alhambra    dado_storto = fabio_faro, ines_lx, jacopone
V2   2026-10-18T21:27  alhambra    adamanta, elenaditroia, martabella, chiaraluna
V3   2026-10-19T20:38  alhambra    livio_lupo, brunello3, hugo_pt
V4   2026-10-20T19:55  alhambra    gufetta, katia_k, olga_o
L2   2026-10-21T21:10  res_arcana  gufetta, adamanta, livio_lupo, katia_k
L5   2026-10-23T20:34  azul        hugo_pt, gufetta = jacopone, olga_o
X1   2026-10-25T20:47  alhambra    livio_lupo, chiaraluna, adamanta, gufetta
X2   2026-10-26T21:05  alhambra    dado_storto, fabio_faro, hugo_pt, brunello3
L7   2026-10-28T20:12  res_arcana  livio_lupo, katia_k, elenaditroia~
Y    2026-10-31T22:30  alhambra    dado_storto, fabio_faro, chiaraluna, livio_lupo
L9   2026-10-31T23:20  revive      katia_k, olga_o
"""

ARCHIVE = """
A1   2026-01-10T20:10  alhambra    ines_lx, hugo_pt, olga_o
A2   2026-01-18T21:02  alhambra    adamanta, ines_lx
A3   2026-01-27T19:48  alhambra    hugo_pt, olga_o, adamanta, ines_lx
B1   2026-02-08T20:31  alhambra    olga_o, adamanta, hugo_pt
B2   2026-02-21T20:05  alhambra    ines_lx, olga_o
C1   2026-03-07T21:14  alhambra    adamanta, hugo_pt, ines_lx, olga_o
C2   2026-03-22T20:40  alhambra    hugo_pt, ines_lx
D1   2026-04-11T19:56  alhambra    hugo_pt, adamanta, olga_o
D2   2026-04-25T20:22  alhambra    adamanta, ines_lx, hugo_pt
"""

LATELY = (
    "gufetta, livio_lupo, katia_k",
    "hugo_pt, dado_storto",
    "adamanta, gufetta, ines_lx, jacopone",
    "livio_lupo, chiaraluna, fabio_faro",
    "dado_storto, gufetta = hugo_pt, olga_o",
    "katia_k, livio_lupo, adamanta, brunello3",
    "gufetta, dado_storto, martabella",
    "hugo_pt, livio_lupo, elenaditroia",
    "brunello3, fabio_faro, dado_storto",
    "ines_lx, katia_k",
)
"""What the months after October are told with, so that a demo started later has a month that is going on."""


class Planned(msgspec.Struct, frozen=True):
    """One match of the plan; `seats` in order of place: name, place, flag."""

    key: str
    ended_at: datetime
    game: str
    seats: tuple[tuple[str, int, str], ...]


def planned(text: str) -> list[Planned]:
    """The matches of a month's text."""
    return [_planned(line) for line in text.strip().splitlines()]


def lately(now: datetime) -> list[Planned]:
    """Matches spread over the month of `now` (local) up to that moment; none in the months that have their own."""
    start = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    if (now.year, now.month) in ((2026, 9), (2026, 10)) or now - start < timedelta(hours=1):
        return []
    gap = (now - start) / (len(LATELY) + 1)
    return [
        _planned(f"N{now:%y%m}{number} {(start + gap * number).astimezone(UTC):%Y-%m-%dT%H:%M} alhambra {names}")
        for number, names in enumerate(LATELY, 1)
    ]


def _planned(line: str) -> Planned:
    key, ended, game, names = line.split(maxsplit=3)
    seats: list[tuple[str, int, str]] = []
    for group in names.split(","):
        place = len(seats) + 1
        for name in group.split("="):
            flag = "no_show" if "!" in name else "conceded" if "~" in name else "played"
            seats.append((name.strip(" !~"), place, flag))
    return Planned(key, datetime.fromisoformat(ended).replace(tzinfo=UTC), game, tuple(seats))
